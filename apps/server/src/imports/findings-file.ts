import type { FieldChange, Finding, RowReport } from '@crece/imports';
import type { Language } from '@crece/messages';
import { createImportWords } from '@crece/messages/import-words';
import { csvLine } from '@crece/reports/csv';
import type { FileScan } from './scan.ts';
import type { WorkFile } from './work-file.ts';

const HEADER = ['row', 'outcome', 'column', 'level', 'code', 'sentence'] as const;
const BYTE_ORDER_MARK = '\uFEFF';

/** The header of the column that a finding is about, as written in the file. */
export function columnOf(
  { columns }: Pick<FileScan, 'columns'>,
  { field }: Pick<Finding, 'field'>,
): string | undefined {
  return field === undefined ? undefined : columns.find((column) => column.field === field)?.header;
}

/**
 * Every row of an imported file with its outcome, as CSV: a line for each finding and each change of
 * a stored value, and one line for a row without any. Readable by people and programs.
 */
export function* findingsCsv(
  work: Pick<WorkFile, 'reports'>,
  scan: FileScan,
  language: Language,
): Generator<string> {
  const words = createImportWords(language);
  yield BYTE_ORDER_MARK + csvLine(HEADER, '\r\n');
  for (const report of work.reports()) yield linesOf(report);

  function changeLine({ row, outcome }: RowReport, { field, from, to }: FieldChange): string {
    const [column, sentence] = [columnOf(scan, { field }) ?? '', words.change(from, to)];
    const cells = [String(row), outcome, column, 'change', field, sentence];
    return csvLine(cells, '\r\n');
  }

  function linesOf(report: RowReport): string {
    const { row, outcome, findings, changes = [] } = report;
    if (findings.length + changes.length === 0) {
      return csvLine([String(row), outcome, '', '', '', ''], '\r\n');
    }
    const found = findings
      .map((finding) => {
        const { code, level, params } = finding;
        const column = columnOf(scan, finding) ?? '';
        const sentence = words.finding(code, params);
        return csvLine([String(row), outcome, column, level, code, sentence], '\r\n');
      })
      .join('');
    return found + changes.map((change) => changeLine(report, change)).join('');
  }
}
