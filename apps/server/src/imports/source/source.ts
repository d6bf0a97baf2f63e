import { open } from 'node:fs/promises';
import type { SerialDates } from '@crece/imports';
import { type FileKind, fileKind } from './file-kind.ts';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import type { FormulaCounts } from './sheet-marks.ts';
import {
  isBlank,
  RefusedFile,
  type SheetNames,
  type SourceQuestion,
  type SourceRow,
} from './source-row.ts';
import { detectEncoding, isEncoding } from './text-encoding.ts';
import { textRows } from './text-rows.ts';

/** A file ready to be read, or the question about it that must be answered first. */
export type OpenedSource =
  | {
      readonly ok: true;
      readonly rows: AsyncIterable<SourceRow>;
      /** Null: the file is no workbook. */
      readonly sheets: SheetNames | null;
      readonly serials: SerialDates;
      readonly formulas: FormulaCounts;
    }
  | { readonly ok: false; readonly question: SourceQuestion };

/** Answers to the questions about a file as a whole. */
export interface SourceAnswers {
  readonly encoding?: string;
  readonly sheet?: string;
}

const HEAD_BYTES = 4_096;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The rows that hold something: lines of nothing but delimiters, as spreadsheets leave them below a
 * table, are none. Throws `RefusedFile` for more rows or columns than any list of children has.
 */
async function* bounded(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const row of rows) {
    if (!row.isBroken && row.cells.every(isBlank)) continue;
    count += 1;
    if (count > MAX_ROWS + 1) throw new RefusedFile('too-many-rows');
    if (row.cells.length > MAX_COLUMNS && count === 1) throw new RefusedFile('too-many-columns');
    yield row;
  }
}

async function openText(path: string, asked: string | undefined): Promise<OpenedSource> {
  const detected = isEncoding(asked) ? { encoding: asked } : await detectEncoding(path);
  if ('question' in detected) {
    return { ok: false, question: { code: 'encoding', ...detected.question } };
  }
  const rows = bounded(textRows(path, detected.encoding));
  return { ok: true, rows, sheets: null, serials: '1900', formulas: new Map() };
}

/** Kinds of files that are no table, by the reason that is told. */
const REFUSED = {
  empty: 'file-empty',
  'old-excel': 'old-excel',
  'open-document': 'open-document',
  'web-page': 'web-page',
  other: 'not-a-table',
} as const satisfies Partial<Record<FileKind, RefusedFile['refusal']>>;

/**
 * Opens an uploaded file by its content, not its name: a workbook, or text in the encoding known
 * from its bytes or from an answer. Throws `RefusedFile`, also during reading.
 */
export async function openSource(path: string, answers: SourceAnswers): Promise<OpenedSource> {
  const kind = fileKind(await headOf(path));
  if (kind === 'text') return openText(path, answers.encoding);
  if (kind !== 'workbook') throw new RefusedFile(REFUSED[kind]);
  // The reader of workbooks is large: nothing loads it before the first workbook.
  const { openWorkbook } = await import('./workbook-rows.ts');
  const workbook = await openWorkbook(path, answers.sheet);
  return workbook.ok ? { ...workbook, rows: bounded(workbook.rows) } : workbook;
}
