import {
  type ColumnMapping,
  type ColumnProblem,
  type FileFacts,
  FileSurvey,
  type ImportAnswers,
  type ImportField,
  type ImportQuestion,
  type RecognisedColumn,
  type SourceCell,
  textOf,
} from '@crece/imports';
import { type FirstRow, findHeadings, type Headings, MOST_ROWS_ABOVE } from './headings.ts';
import type { FormulaCounts } from './source/sheet-marks.ts';
import { openSource, type SourceAnswers } from './source/source.ts';
import { RefusedFile, type SheetNames, type SourceRow } from './source/source-row.ts';
import type { WorkFile } from './work-file.ts';

/** Answers about a file: those of the import, and those about its form. */
export interface FileAnswers extends ImportAnswers, SourceAnswers {
  readonly firstRow?: FirstRow;
}

/** A question about a file; those about its form are asked before its columns can be read. */
export type FileQuestion = Omit<ImportQuestion, 'code'> & {
  readonly code: ImportQuestion['code'] | 'encoding' | 'sheet' | 'firstRow';
};

/** A column of the file as a whole. */
export interface ScannedColumn extends RecognisedColumn {
  /** Its first cells that are not blank, so that a person recognises it. */
  readonly examples: readonly string[];
  /** How many of its cells are formulas without a result in the file, read as blank. */
  readonly formulas: number;
}

/** The result of reading the whole file once. */
export interface FileScan {
  /** Rows without the header. */
  readonly rows: number;
  readonly columns: readonly ScannedColumn[];
  readonly problems: readonly ColumnProblem[];
  readonly questions: readonly FileQuestion[];
  /** The answers given, and what the file itself says. */
  readonly answers: FileFacts;
  /** The sheet that is read and those that are not; null: no workbook. */
  readonly sheets: SheetNames | null;
  /** Rows above the headings, which are not read. */
  readonly above: readonly string[];
  /** Rows that a spreadsheet does not show; they are read. */
  readonly hidden: number;
}

const ROWS_BETWEEN_LOOKS = 1_000;
const MOST_EXAMPLES = 2;
const MOST_EXAMPLE_CHARACTERS = 40;

interface ScanOptions {
  readonly path: string;
  readonly answers: FileAnswers;
  readonly mapping: ColumnMapping;
  readonly signal: AbortSignal;
}

/** The field of each column, in the order of columns. */
export function columnFieldsOf({
  columns,
}: {
  readonly columns: readonly RecognisedColumn[];
}): (ImportField | null)[] {
  return columns.map(({ field }) => field);
}

/** What has been read of a file so far. */
class Reading {
  readonly #work: WorkFile;
  readonly #options: ScanOptions;
  /** The first rows, until the headings are found among them. */
  #first: SourceRow[] = [];
  #headings: Headings | null = null;
  #survey = new FileSurvey([]);
  #examples: string[][] = [];
  rows = 0;
  hidden = 0;

  constructor(work: WorkFile, options: ScanOptions) {
    this.#work = work;
    this.#options = options;
  }

  add(row: SourceRow): void {
    if (this.#headings !== null) this.#addData(row, this.#headings);
    else {
      this.#first.push(row);
      if (this.#first.length > MOST_ROWS_ABOVE) this.#findHeadings();
    }
  }

  end(formulas: FormulaCounts): {
    headings: Headings;
    survey: FileSurvey;
    columns: readonly ScannedColumn[];
  } {
    const headings = this.#headings ?? this.#findHeadings();
    const columns = headings.columns.map((column, place) => ({
      ...column,
      examples: this.#examples[place] ?? [],
      formulas: formulas.get(place) ?? 0,
    }));
    return { headings, survey: this.#survey, columns };
  }

  #findHeadings(): Headings {
    const first = this.#first;
    if (first.length === 0) throw new RefusedFile('file-empty');
    const { mapping, answers } = this.#options;
    const headings = findHeadings(first, { mapping, firstRow: answers.firstRow });
    this.#headings = headings;
    this.#first = [];
    this.#survey = new FileSurvey(columnFieldsOf(headings));
    this.#examples = headings.columns.map(() => []);
    for (const row of first) if (row.row > headings.row) this.#addData(row, headings);
    return headings;
  }

  #addData(
    { row, cells, isBroken, isHidden }: SourceRow,
    { columns, problems, doubt }: Headings,
  ): void {
    this.rows += 1;
    if (isHidden) this.hidden += 1;
    const kept = isBroken ? null : cells;
    if (kept !== null) this.#addExamples(kept, columns.length);
    // Rows of an unreadable file are counted, but not stored.
    if (problems.length > 0 || doubt !== null) return;
    // A row with more cells than headings is refused; its shifted figures raise no question.
    const isShifted = kept?.slice(columns.length).some((cell) => textOf(cell) !== undefined);
    if (kept !== null && isShifted !== true) this.#survey.add(row, kept);
    this.#work.addRow({ row, cells: kept });
  }

  #addExamples(cells: readonly SourceCell[], columns: number): void {
    for (const [place, cell] of cells.slice(0, columns).entries()) {
      const examples = this.#examples[place];
      if (examples === undefined || examples.length >= MOST_EXAMPLES) continue;
      const text = textOf(cell)?.slice(0, MOST_EXAMPLE_CHARACTERS);
      if (text !== undefined && !examples.includes(text)) examples.push(text);
    }
  }
}

const NOTHING = { rows: 0, columns: [], problems: [], sheets: null, above: [], hidden: 0 } as const;

/**
 * Reads the file once into the work file: its rows unchanged, its columns, and the facts and
 * questions about the file as a whole. Throws `RefusedFile` if it cannot be imported at all.
 */
export async function scanFile(work: WorkFile, options: ScanOptions): Promise<FileScan> {
  const { path, answers, signal } = options;
  const { encoding: _encoding, sheet: _sheet, firstRow: _firstRow, ...given } = answers;
  const source = await openSource(path, answers);
  if (!source.ok) return { ...NOTHING, questions: [source.question], answers: given };
  const reading = new Reading(work, options);
  work.dropRows();
  work.begin();
  try {
    for await (const row of source.rows) {
      if (row.row % ROWS_BETWEEN_LOOKS === 0) signal.throwIfAborted();
      reading.add(row);
    }
  } finally {
    work.commit();
  }
  const { headings, survey, columns } = reading.end(source.formulas);
  const { problems, above, doubt } = headings;
  const { sheets, serials } = source;
  const { rows, hidden } = reading;
  const facts = {
    rows,
    hidden,
    columns,
    sheets,
    above,
    answers: { ...survey.settled(given), serials },
  };
  if (doubt !== null) {
    const examples = [{ row: 1, text: doubt }];
    const options = ['headings', 'data'];
    const question = { code: 'firstRow' as const, options, count: 1, examples };
    return { ...facts, problems: [], questions: [question] };
  }
  if (rows === 0 && problems.length === 0) throw new RefusedFile('no-rows');
  return { ...facts, problems, questions: problems.length > 0 ? [] : survey.questions(given) };
}
