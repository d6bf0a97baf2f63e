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
export type { Cell, Column, ColumnKind, Row } from './table.ts';
export * from './unit-records.ts';
export * from './units.ts';
