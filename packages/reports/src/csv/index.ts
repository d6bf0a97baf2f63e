export { csvLine } from './csv-line.ts';
export { type Answers, csvHead, csvRows } from './report-csv.ts';
export { safeCell, textOfSafeCell } from './safe-cell.ts';
