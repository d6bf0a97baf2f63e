import type {
  ImportChangeBody,
  ImportResultBody,
  ImportRowBody,
  ImportSampleBody,
} from '@crece/contract';
import { timeZoneOfUnit, withoutUndefined } from '@crece/domain';
import { ANSWER_OPTIONS, type RowReport, textOf } from '@crece/imports';
import { columnOf } from './findings-file.ts';
import { readKept } from './group-rows.ts';
import { columnFieldsOf, type FileScan } from './scan.ts';
import type { FileRefusal } from './source/source-row.ts';
import type { WorkFile } from './work-file.ts';

/** Rows in one answer; all rows are in the file of findings. */
const MOST_FINDINGS = 100;
const MOST_CHANGES = 50;
const SAMPLE_ROWS = 5;
const MOST_EXAMPLES = 3;

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
  above: [],
  namesakes: 0,
  sample: [],
  changes: [],
  changedFields: {},
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

/** The first rows of the file as they were read, so that swapped columns or days are seen. */
function sampleOf(scan: FileScan, work: WorkFile, stakeDB: string): ImportSampleBody[] {
  const unit = { stakeDB, timeZone: timeZoneOfUnit(stakeDB) };
  const context = { unit, answers: scan.answers, fields: columnFieldsOf(scan) };
  return work.firstRows(SAMPLE_ROWS).map((kept) => {
    const { row, child, entry } = readKept(kept, context);
    const { firstName, lastName, gender, birthDate, birthDateEstimated } = child;
    const { surveyDate, weight, height, muac, oedema } = entry ?? {};
    const measures = { surveyDate, weight, height, muac, oedema };
    return withoutUndefined({
      row,
      firstName,
      lastName,
      gender,
      birthDate,
      birthDateEstimated,
      ...measures,
    });
  });
}

/** The first rows that change something, with the name of the child as the file has it. */
function changesOf(scan: FileScan, work: WorkFile, stakeDB: string): ImportChangeBody[] {
  const unit = { stakeDB, timeZone: timeZoneOfUnit(stakeDB) };
  const context = { unit, answers: scan.answers, fields: columnFieldsOf(scan) };
  return work.firstChanges(MOST_CHANGES).map(({ row, changes = [] }) => {
    const [kept] = work.rowsAt([row]);
    const { firstName = '', lastName = '' } =
      kept === undefined ? {} : readKept(kept, context).child;
    return { row, name: `${firstName} ${lastName}`.trim(), fields: changes };
  });
}

/** The question that only the stored records raise: what rows of a day are that has another visit. */
function sameDayQuestion(scan: FileScan, work: WorkFile): FileScan['questions'] {
  const count = work.rowsWith('same-day');
  if (count === 0) return [];
  const examples = work.rowsAt(work.firstWith('same-day', MOST_EXAMPLES)).map(({ row, cells }) => ({
    row,
    text: (cells ?? [])
      .slice(0, scan.columns.length)
      .flatMap((cell) => textOf(cell) ?? [])
      .join(', '),
  }));
  return [{ code: 'sameDay', options: ANSWER_OPTIONS.sameDay, count, examples }];
}

/**
 * The result of a file, with the first rows that need attention. Of a check that met rows of a day
 * with another visit it holds the question too; the call without the answer refuses these rows.
 */
export function importResult(
  scan: FileScan,
  work: WorkFile,
  { isDryRun, stakeDB }: { readonly isDryRun: boolean; readonly stakeDB: string },
): ImportResultBody {
  const { rows, columns, problems, questions, sheets, above, hidden } = scan;
  const file = {
    ...NOTHING,
    rows,
    columns,
    problems,
    questions,
    above,
    hiddenRows: hidden,
    ...(sheets === null || sheets.read === null
      ? {}
      : { sheet: sheets.read, otherSheets: sheets.unread }),
  };
  if (problems.length > 0) return { ...file, status: 'columns' };
  if (questions.length > 0) return { ...file, status: 'questions' };
  return {
    ...file,
    ...work.counts(),
    status: isDryRun ? 'checked' : 'imported',
    questions: isDryRun ? sameDayQuestion(scan, work) : [],
    findings: work.firstFindings(MOST_FINDINGS).map((report) => rowBody(scan, report)),
    rowsWithFindings: work.rowsWithFindings(),
    namesakes: work.rowsWith('name-is-there'),
    sample: sampleOf(scan, work, stakeDB),
    changes: changesOf(scan, work, stakeDB),
    changedFields: work.changedFields(),
  };
}
