import { open } from 'node:fs/promises';
import type { ImportQuestion } from '@crece/imports';
import { type FileKind, fileKind } from './file-kind.ts';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { RefusedFile, type SourceRow } from './source-row.ts';
import { detectEncoding, isEncoding } from './text-encoding.ts';
import { textRows } from './text-rows.ts';
import { workbookRows } from './workbook-rows.ts';

/** A file ready to be read, or the question about its encoding that must be answered first. */
export type OpenedSource =
  | { readonly ok: true; readonly rows: AsyncIterable<SourceRow> }
  | { readonly ok: false; readonly question: Omit<ImportQuestion, 'code'> };

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

/** Throws `RefusedFile` for more rows or columns than any list of children has. */
async function* bounded(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > MAX_ROWS + 1) throw new RefusedFile('too-many-rows');
    if (row.cells.length > MAX_COLUMNS && count === 1) throw new RefusedFile('too-many-columns');
    yield row;
  }
}

async function openText(path: string, asked: string | undefined): Promise<OpenedSource> {
  const detected = isEncoding(asked) ? { encoding: asked } : await detectEncoding(path);
  if ('question' in detected) return { ok: false, question: detected.question };
  return { ok: true, rows: bounded(textRows(path, detected.encoding)) };
}

/**
 * Opens an uploaded file by its content, not its name: a workbook, or text in the encoding known
 * from its bytes or from an answer. Throws `RefusedFile`, also during reading.
 */
export async function openSource(
  path: string,
  encoding: string | undefined,
): Promise<OpenedSource> {
  const head = await headOf(path);
  const kind: FileKind = fileKind(head);
  if (kind === 'empty') throw new RefusedFile('file-empty');
  if (kind === 'old-excel') throw new RefusedFile('old-excel');
  if (kind === 'other') throw new RefusedFile('not-a-table');
  if (kind === 'workbook') return { ok: true, rows: bounded(workbookRows(path)) };
  return openText(path, encoding);
}
