import type { ImportResultBody, ImportRowBody } from '@crece/contract';
import { withoutUndefined } from '@crece/domain';
import type { RowReport } from '@crece/imports';
import { columnOf } from './findings-file.ts';
import type { FileScan } from './scan.ts';
import type { FileRefusal } from './source/source-row.ts';
import type { WorkFile } from './work-file.ts';

/** Rows in one answer; all rows are in the file of findings. */
const MOST_FINDINGS = 100;

const NOTHING: Omit<ImportResultBody, 'status'> = {
  rows: 0,
  created: 0,
  updated: 0,
  duplicate: 0,
  rejected: 0,
  columns: [],
  problems: [],
  questions: [],
  findings: [],
  rowsWithFindings: 0,
};

/** The result of a file that is refused as a whole. */
export function refusedResult(refusal: FileRefusal): ImportResultBody {
  return { ...NOTHING, status: 'refused', refusal };
}

/** The result of undoing an import. */
export function undoneResult(children: number, kept: readonly string[]): ImportResultBody {
  return { ...NOTHING, status: 'undone', undone: { children, kept } };
}

function rowBody(scan: FileScan, { row, outcome, findings }: RowReport): ImportRowBody {
  return {
    row,
    outcome,
    findings: findings.map((finding) =>
      withoutUndefined({ ...finding, column: columnOf(scan, finding) }),
    ),
  };
}

/** The result of a file, with the first rows that need attention. */
export function importResult(scan: FileScan, work: WorkFile, isDryRun: boolean): ImportResultBody {
  const { rows, columns, problems, questions } = scan;
  const file = { ...NOTHING, rows, columns, problems, questions };
  if (problems.length > 0) return { ...file, status: 'columns' };
  if (questions.length > 0) return { ...file, status: 'questions' };
  return {
    ...file,
    ...work.counts(),
    status: isDryRun ? 'checked' : 'imported',
    findings: work.firstFindings(MOST_FINDINGS).map((report) => rowBody(scan, report)),
    rowsWithFindings: work.rowsWithFindings(),
  };
}
