import type { WriteContext } from './context.ts';
import { setAside } from './damage.ts';
import { type Entry, knows, leafRevisions, type NewRevision } from './entry.ts';
import { withRevision } from './growing.ts';
import { writeHead } from './head.ts';
import { writtenRevision } from './incoming.ts';
import { lookUp } from './lookup.ts';
import { putEntry } from './taking.ts';
import type { Document, Written } from './unit-records.ts';

/** A document to be written, with the revision that the write creates. */
export interface Draft {
  readonly id: string;
  /** The revision it is based on; null for a new document. */
  readonly parent: string | null;
  readonly revision: NewRevision;
}

/** The draft of a document; throws when the document cannot be stored. */
export function draftOf(document: Document): Draft {
  const revision = writtenRevision(document);
  return { id: document._id, parent: document._rev ?? null, revision };
}

/**
 * The revision to store, based on the current entry; null when its parent is not a leaf. As in
 * PouchDB, a new document under the id of a deleted one is written on top of the deletion.
 */
function fitting({ id, parent, revision }: Draft, entry: Entry | null): NewRevision | null {
  if (entry === null) return parent === null ? revision : null;
  if (parent !== null) return leafRevisions(entry).includes(parent) ? revision : null;
  if (!entry.deleted || revision.deleted) return null;
  return writtenRevision({ ...revision.fields, _rev: entry.rev, _id: id });
}

/**
 * Writes drafts. `isRepeat`: the connection was lost during the first attempt, whose result is
 * unknown; a revision that already exists then counts as written by it.
 */
export async function writeDrafts(
  before: WriteContext,
  drafts: readonly Draft[],
  isRepeat: boolean,
): Promise<Written[]> {
  const { transaction, limit } = before;
  const ids = [...new Set(drafts.map(({ id }) => id))].sort();
  const { entries, damages } = await lookUp(transaction, before.directory, ids);
  const { head } = setAside(before, damages);
  const current = new Map(entries);
  const changed = new Map<string, Entry>();
  let { sequence } = head;
  const written = drafts.map((draft): Written => {
    const { id } = draft;
    const entry = current.get(id) ?? null;
    const named = draft.revision.ancestry[0] ?? '';
    if (isRepeat && entry !== null && knows(entry, named)) return { id, rev: named };
    const revision = fitting(draft, entry);
    const next = revision && withRevision(entry, revision, sequence + 1, limit);
    if (revision === null || next === null) return { id, rev: null };
    sequence += 1;
    current.set(id, next);
    changed.set(id, next);
    return { id, rev: revision.ancestry[0] ?? null };
  });
  for (const entry of changed.values()) putEntry(transaction, entry);
  if (changed.size > 0) writeHead(transaction, { ...head, sequence });
  return written;
}
