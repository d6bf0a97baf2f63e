import { readFile, stat } from 'node:fs/promises';
import type { SourceCell } from '@crece/imports';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { MAX_COLUMNS, MAX_WORKBOOK_BYTES } from './limits.ts';
import { RefusedFile, type SourceRow } from './source-row.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

/** A date as ISO text; with a time of day there is no zone to it, so that only its day is read. */
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
 * The rows of a workbook's first sheet, dates and numbers typed; empty rows are left out, as in CSV.
 * What it comes to unpacked is measured before any of it is held.
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
    // Whatever its reader met lies in the file: it was read from memory.
    throw new RefusedFile('workbook-unreadable', { cause: error });
  }
}
