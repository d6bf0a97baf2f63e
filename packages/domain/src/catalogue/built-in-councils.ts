import { BUILT_IN_CATALOGUE } from './built-in.ts';
import councils from './coordinating-councils.json' with { type: 'json' };
import { type Council, resolveCouncils } from './councils.ts';

/**
 * Coordinating councils and their units' databases, for the summary report. Apart from the catalogue,
 * which every phone keeps and which needs none of this.
 */
export const COORDINATING_COUNCILS: readonly Council[] = /* @__PURE__ */ resolveCouncils(
  councils.councils,
  BUILT_IN_CATALOGUE,
);
