import { timeSlices } from '../../concurrency/time-slices.ts';
import { isLocalId, localParts } from '../document.ts';
import type { DraftDocument, StoredDocument, WriteResult } from '../document-store.ts';
import { localDocument, localRevision } from './rows.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { ABOVE_ALL_TEXT, justAfter } from './statements.ts';

/** A local document of the database with this number in a file; null when there is none. */
export function readLocalDocument(
  file: SqliteFile,
  store: number,
  id: string,
): StoredDocument | null {
  if (!isLocalId(id)) return null;
  const row = file.read((reads) => reads.local.one(store, id));
  return row === null ? null : localDocument(row);
}

/** Writes a local document on its current revision, or removes it. */
export function writeLocalDocument(
  file: SqliteFile,
  store: number,
  draft: DraftDocument,
): Promise<WriteResult> {
  const { id, rev, deleted, body } = localParts(draft);
  return file.transaction(async (writes): Promise<WriteResult> => {
    const version = writes.local.one(store, id)?.version ?? null;
    const current = version === null ? null : localRevision(version);
    if (rev !== current || (deleted && current === null)) {
      return { ok: false, id, error: 'conflict' };
    }
    const next = deleted ? 0 : (version ?? 0) + 1;
    if (deleted) writes.dropLocal.run(store, id);
    else writes.writeLocal.run(store, id, next, body);
    return { ok: true, id, rev: localRevision(next) };
  });
}

/** Local documents whose ids begin with `prefix`, in the order of their ids. */
export async function* listLocal(
  file: SqliteFile,
  store: number,
  prefix: string,
): AsyncGenerator<StoredDocument> {
  let from = prefix;
  const yieldIfDue = timeSlices();
  for (;;) {
    const page = file.read(({ locals }) => locals.page(store, from, ABOVE_ALL_TEXT));
    for (const row of page) {
      if (!row.id.startsWith(prefix)) return;
      yield localDocument(row);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    from = justAfter(last.id);
    await yieldIfDue();
  }
}
