export { csvLine } from './csv-line.ts';
export { type Answers, csvHead, csvRow } from './report-csv.ts';
export { safeCell, textOfSafeCell } from './safe-cell.ts';
