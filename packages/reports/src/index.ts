export * from './base/report-records.ts';
export type { Cell, Column, ColumnKind, Row } from './base/table.ts';
export * from './desk-units.ts';
export * from './file-name.ts';
export {
  type ReportOptions,
  reportAnswers,
  reportColumns,
  reportRows,
  reportSteps,
  reportTitles,
} from './report-rows.ts';
export * from './report-units.ts';
export * from './units.ts';
