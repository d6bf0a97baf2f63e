import {
  allReportTitles,
  type ColumnMapping,
  type ColumnProblem,
  FileSurvey,
  type ImportAnswers,
  type ImportField,
  type ImportQuestion,
  type RecognisedColumn,
  recogniseColumns,
  textOf,
} from '@crece/imports';
import { openSource } from './source/source.ts';
import { RefusedFile } from './source/source-row.ts';
import type { WorkFile } from './work-file.ts';

/** Answers about a file: those of the import, and its encoding. */
export interface FileAnswers extends ImportAnswers {
  readonly encoding?: string;
}

/** A question about a file; `encoding` is asked before anything can be read. */
export type FileQuestion = Omit<ImportQuestion, 'code'> & {
  readonly code: ImportQuestion['code'] | 'encoding';
};

/** The result of reading the whole file once. */
export interface FileScan {
  /** Rows without the header. */
  readonly rows: number;
  readonly columns: readonly RecognisedColumn[];
  readonly problems: readonly ColumnProblem[];
  readonly questions: readonly FileQuestion[];
  /** The answers given, and those that the file itself determines. */
  readonly answers: ImportAnswers;
}

/** Row number of the header, as a spreadsheet counts. */
const HEADER_ROW = 1;
const ROWS_BETWEEN_LOOKS = 1_000;

interface ScanOptions {
  readonly path: string;
  readonly answers: FileAnswers;
  readonly mapping: ColumnMapping;
  readonly signal: AbortSignal;
}

interface Header {
  readonly columns: readonly RecognisedColumn[];
  readonly problems: readonly ColumnProblem[];
  readonly survey: FileSurvey;
}

function readHeader(cells: Parameters<typeof textOf>[0][], mapping: ColumnMapping): Header {
  const names = cells.map((cell) => textOf(cell) ?? '');
  const recognised = recogniseColumns(names, { mapping, reportTitles: allReportTitles() });
  const survey = new FileSurvey(recognised.columns.map(({ field }) => field));
  return { ...recognised, survey };
}

/** The field of each column, in the order of columns. */
export function fieldsOf({ columns }: Pick<FileScan, 'columns'>): (ImportField | null)[] {
  return columns.map(({ field }) => field);
}

/**
 * Reads the file once into the work file: its rows unchanged, its columns, and the facts and
 * questions about the file as a whole. Throws `RefusedFile` if it cannot be imported at all.
 */
export async function scanFile(
  work: WorkFile,
  { path, answers, mapping, signal }: ScanOptions,
): Promise<FileScan> {
  const { encoding, ...given } = answers;
  const source = await openSource(path, encoding);
  if (!source.ok) {
    const questions = [{ code: 'encoding' as const, ...source.question }];
    return { rows: 0, columns: [], problems: [], questions, answers: given };
  }
  let header: Header | null = null;
  let row = HEADER_ROW - 1;
  work.dropRows();
  work.begin();
  try {
    for await (const { cells, isBroken } of source.rows) {
      row += 1;
      if (header === null) {
        header = readHeader([...cells], mapping);
        // Rows of an unreadable file are counted, but not stored.
        continue;
      }
      if (row % ROWS_BETWEEN_LOOKS === 0) signal.throwIfAborted();
      if (header.problems.length > 0) continue;
      const kept = isBroken ? null : cells.slice(0, header.columns.length);
      if (kept !== null) header.survey.add(row, kept);
      work.addRow({ row, cells: kept });
    }
  } finally {
    work.commit();
  }
  if (header === null) throw new RefusedFile('file-empty');
  const { columns, problems, survey } = header;
  if (row === HEADER_ROW && problems.length === 0) throw new RefusedFile('no-rows');
  return {
    rows: row - HEADER_ROW,
    columns,
    problems,
    questions: problems.length > 0 ? [] : survey.questions(given),
    answers: survey.settled(given),
  };
}
