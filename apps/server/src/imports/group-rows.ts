import {
  childrenOfName,
  type ImportRowContext,
  isRejected,
  namesKey,
  type ReadRow,
  readRow,
} from '@crece/imports';
import type { WorkFile } from './work-file.ts';
import type { KeptRow } from './work-schema.ts';

const ROWS_BETWEEN_LOOKS = 1_000;

/** Prefix of the key of rows that may be one of several children of the file. */
const SEVERAL = 'several:';

/** Reads a stored row; a row with a broken form yields that one finding only. */
export function readKept({ row, cells }: KeptRow, context: ImportRowContext): ReadRow {
  if (cells !== null) return readRow(row, cells, context);
  return { row, child: {}, findings: [{ code: 'row-unreadable', level: 'reject' }] };
}

/** The birth of the child of a row; null when it does not say one. */
export function birthOf({ child: { birthDate, birthDateEstimated } }: ReadRow) {
  return birthDate === undefined ? null : { birthDate, isEstimated: birthDateEstimated === true };
}

/**
 * Assigns every row the key of its child: the id that it names, else names and birth date, where a
 * date that was worked out from an age may be some weeks off. A row without an id joins a child of
 * the same names and birth that another row names by id. A row with neither gets a key of its own.
 */
export function groupRows(work: WorkFile, context: ImportRowContext, signal: AbortSignal): void {
  work.dropKeys();
  work.atomically(() => {
    for (const kept of work.rows()) {
      if (kept.row % ROWS_BETWEEN_LOOKS === 0) signal.throwIfAborted();
      keepKey(work, readKept(kept, context));
    }
    work.indexRows();
    for (const { name, births } of work.birthsByName()) {
      const children = childrenOfName(births);
      for (const [place, birth] of births.entries()) {
        const child = children[place] ?? null;
        if (birth.id === null) work.joinPersons(name, birth, keyOf(name, child));
      }
    }
  });
}

function keepKey(work: WorkFile, read: ReadRow): void {
  const { row, id, screenId, child, findings, entry } = read;
  const name = namesKey(child);
  const birth = birthOf(read);
  if (isRejected(findings)) {
    work.setKey(row, `row:${row}`);
  } else {
    work.setKey(row, id === undefined ? `row:${row}` : `id:${id}`);
    if (id !== undefined) work.addNamed(id);
    if (name !== null && birth !== null) {
      work.addPerson({ row, name, ...birth, id: id ?? null, day: entry?.surveyDate ?? null });
    }
  }
  if (screenId !== undefined) work.addNamed(screenId);
}

function keyOf(name: string, child: string | null): string {
  if (child === null) return `${SEVERAL}${name}`;
  return child.startsWith('id:') ? child : `name:${name}|${child}`;
}

/** Whether a key stands for several children of the file. */
export function isSeveral(key: string): boolean {
  return key.startsWith(SEVERAL);
}
