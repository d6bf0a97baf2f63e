export * from './cells.ts';
export * from './columns.ts';
export * from './fields.ts';
export * from './findings.ts';
export * from './plan-child.ts';
export * from './questions.ts';
export * from './report-titles.ts';
export * from './row.ts';
