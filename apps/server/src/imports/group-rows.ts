import { isRejected, nameKey, type ReadRow, type RowContext, readRow } from '@crece/imports';
import { type KeptRow, SEVERAL, type WorkFile } from './work-file.ts';

const ROWS_BETWEEN_LOOKS = 1_000;

/** Reads a stored row; a row with a broken form yields that one finding only. */
export function readKept({ row, cells }: KeptRow, context: RowContext): ReadRow {
  if (cells !== null) return readRow(row, cells, context);
  return { row, child: {}, findings: [{ code: 'row-unreadable', level: 'reject' }] };
}

/**
 * Assigns every row the key of its child: the id that it names, else names and birth date. A row
 * without an id joins a child with the same names and birth date that another row names by id. A
 * row with neither gets a key of its own.
 */
export function groupRows(work: WorkFile, context: RowContext, signal: AbortSignal): void {
  work.dropKeys();
  work.atomically(() => {
    for (const kept of work.rows()) {
      if (kept.row % ROWS_BETWEEN_LOOKS === 0) signal.throwIfAborted();
      const { row, id, screenId, child, findings } = readKept(kept, context);
      const name = nameKey(child);
      if (isRejected(findings)) work.setKey(row, `row:${row}`);
      else if (id !== undefined) {
        work.setKey(row, `id:${id}`);
        work.addNamed(id);
        if (name !== null) work.addAlias(`name:${name}`, `id:${id}`);
      } else work.setKey(row, name === null ? `row:${row}` : `name:${name}`);
      if (screenId !== undefined) work.addNamed(screenId);
    }
    work.joinAliases();
  });
}

/** Whether a key stands for several children of the file. */
export function isSeveral(key: string): boolean {
  return key.startsWith(SEVERAL);
}
