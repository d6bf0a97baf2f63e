import { readFile, stat } from 'node:fs/promises';
import type { SourceCell } from '@crece/imports';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { MAX_COLUMNS, MAX_WORKBOOK_BYTES } from './limits.ts';
import { RefusedFile, type SourceRow } from './source-row.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

/** A date as ISO text. A time has no time zone there, so only the date is used. */
function cellOf(value: CellValue | undefined): SourceCell {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 19);
    return text.replace('T00:00:00', '').replace('T', ' ');
  }
  return typeof value === 'object' ? String(value) : value;
}

const isEmpty = (cells: readonly SourceCell[]) =>
  cells.every((cell) => cell === null || cell === '');

/**
 * The rows of a workbook's first sheet, with typed dates and numbers and without empty rows, as in
 * CSV. Its uncompressed size is checked before any of it is held in memory.
 */
export async function* workbookRows(path: string): AsyncGenerator<SourceRow> {
  if ((await stat(path)).size > MAX_WORKBOOK_BYTES) throw new RefusedFile('workbook-too-large');
  const data = await readFile(path);
  await checkUnpackedSize(data);
  try {
    for await (const { values } of streamXlsxRows(data)) {
      const cells = values.slice(0, MAX_COLUMNS + 1).map(cellOf);
      if (!isEmpty(cells)) yield { cells, isBroken: false };
    }
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    // The file was read from memory, so any error of the reader is a fault of the file.
    throw new RefusedFile('workbook-unreadable', { cause: error });
  }
}
