import { timeSlices } from '../../concurrency/time-slices.ts';
import type { Leaf, StoredDocument, StoredPage } from '../document-store.ts';
import { holdsOneOf } from '../indexed-fields.ts';
import { documentOfParts, isContested, othersOf } from './rows.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { ABOVE_ALL_TEXT, justAfter, PAGE_CHARACTERS, type SqliteReads } from './statements.ts';

/**
 * Reads a page of living documents from an id on; normally as one JSON text, which is fastest.
 * `last` is the id up to which was read, `null` at the end of the database.
 */
export function readPage(
  reads: SqliteReads,
  store: number,
  from: string,
): { last: string | null; page: StoredPage } {
  const { last = null, size = 0 } = reads.span.one(store, from, ABOVE_ALL_TEXT) ?? {};
  if (last !== null && size <= PAGE_CHARACTERS) {
    const found = reads.spanText.one(store, from, justAfter(last));
    const documents = JSON.parse(found?.documents ?? '[]') as StoredDocument[];
    const unsure = JSON.parse(found?.contested ?? '[]') as [string, Leaf[]][];
    const contested = unsure.flatMap(([id, others]) => (isContested(others) ? [id] : []));
    return { last, page: { documents, contested } };
  }
  // The text would be too long: read row by row, as many as fit a page.
  const rows = reads.up.page(store, from, ABOVE_ALL_TEXT);
  const living = rows.filter(({ deleted }) => deleted === 0);
  const contested = living.filter((row) => isContested(othersOf(row))).map(({ id }) => id);
  const documents = living.map((row) => documentOfParts(row.id, row));
  return { last: rows.at(-1)?.id ?? null, page: { documents, contested } };
}

/** The living documents that an index has at one of these values. */
export async function* foundBy(
  file: SqliteFile,
  store: number,
  { field, values }: { field: string; values: readonly string[] },
): AsyncGenerator<StoredDocument> {
  const asked = new Set(values);
  const found = file.read((reads) => reads.byField(store, field).all(JSON.stringify([...asked])));
  const yieldIfDue = timeSlices();
  for (const { document } of found) {
    const row = file.read((reads) => reads.byNumber.one(document));
    const read = row === null || row.deleted !== 0 ? null : documentOfParts(row.id, row);
    if (read !== null && holdsOneOf(read[field], asked)) yield read;
    await yieldIfDue();
  }
}
