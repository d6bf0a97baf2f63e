import { BUILT_IN_CATALOGUE } from './built-in.ts';
import councils from './coordinating-councils.json' with { type: 'json' };
import { type Council, resolveCouncils } from './councils.ts';

/**
 * Coordinating councils and their units' databases, for the summary report. Separate from the
 * catalogue, because every phone keeps the catalogue and none needs the councils.
 */
export const COORDINATING_COUNCILS: readonly Council[] = /* @__PURE__ */ resolveCouncils(
  councils.councils,
  BUILT_IN_CATALOGUE,
);
