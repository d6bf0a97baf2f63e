import desk from './es/desk.json' with { type: 'json' };
import imports from './es/imports.json' with { type: 'json' };
import reports from './es/reports.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of a coordinator's pages. */
export const SPANISH_DESK: TierSentences<'desk'> = { ...desk, ...imports, ...reports };
