import desk from './en/desk.json' with { type: 'json' };
import imports from './en/imports.json' with { type: 'json' };
import reports from './en/reports.json' with { type: 'json' };

/** Sentences of a coordinator's pages: reports, imports and the desk. */
export const ENGLISH_DESK = { ...desk, ...imports, ...reports };
