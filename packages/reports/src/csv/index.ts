export { csvLine } from './csv-line.ts';
export { csvHead, csvRows, type YesNoWords } from './report-csv.ts';
export { safeCell, textOfSafeCell } from './safe-cell.ts';
