import { canonical } from '@crece/domain';
import { isContent, type Signature, signedBy } from '@crece/replication';
import { SERVER_DEVICE } from '../gateway/child/child-routes.ts';
import type { PushLog } from '../gateway/push-log.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import { awayOf, versionsById } from '../moved/versions.ts';
import { settingsNumber } from '../settings/programme-store.ts';
import { draftParts, revisionOf } from '../store/document.ts';
import type {
  DocumentStore,
  DraftDocument,
  StoredDocument,
  Stores,
} from '../store/document-store.ts';
import { contentDigest, type ImportJournal, type JournalAct } from './journal.ts';

/** The import to undo and the person who does it. */
export interface UndoTask {
  readonly importId: string;
  readonly accountId: string;
  readonly username: string;
  readonly author: string;
  readonly now: Date;
}

export interface UndoTools {
  readonly stores: Pick<Stores, 'has' | 'open'>;
  readonly journal: ImportJournal;
  readonly pushLog: PushLog;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** The result of undoing an import. */
export interface Undone {
  /** Children that are again as they were before it. */
  readonly children: number;
  /** Children that somebody has changed since: they stay as they are. */
  readonly kept: readonly string[];
}

const SCREENINGS = { from: 'scr_', to: 'scr_\uffff' } as const;

/** At most this many unchanged children are named in the result. */
const MOST_NAMED = 1_000;

/** The deletion of a record that the import created; its body keeps the record. */
function removal(stored: StoredDocument, signature: Signature): DraftDocument {
  const body = {
    ...stored,
    why: 'removed',
    removedAt: signature.now.toISOString(),
    removedBy: signature.name,
  };
  return canonical({ ...signedBy(signature, body, stored), _deleted: true as const });
}

/** The record as it was before the import, as a new revision. */
function restored(
  before: StoredDocument,
  stored: StoredDocument,
  signature: Signature,
): DraftDocument {
  const content = Object.entries(before).filter(([name]) => isContent(name));
  return signedBy(signature, { ...Object.fromEntries(content), _id: before._id }, stored);
}

/** The owners of screenings that this import has not created. */
async function othersOf(
  store: DocumentStore,
  made: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const owners = new Set<string>();
  for await (const { _id, owner } of store.list(SCREENINGS)) {
    if (!made.has(_id)) owners.add(String(owner));
  }
  return owners;
}

/** The writes that undo one act; null: somebody has changed one of its records since. */
function draftsOf(
  { records }: JournalAct,
  documents: ReadonlyMap<string, StoredDocument>,
  signature: Signature,
): DraftDocument[] | null {
  const drafts: DraftDocument[] = [];
  for (const { id, before, after } of records) {
    const stored = documents.get(id);
    if (before === null) {
      // Never written, or removed since: already absent, as before the import.
      if (stored === undefined) continue;
      if (contentDigest(stored) !== after) return null;
      drafts.push(removal(stored, signature));
    } else {
      if (stored === undefined) return null;
      const digest = contentDigest(stored);
      if (digest === contentDigest(before)) continue;
      if (digest !== after) return null;
      drafts.push(restored(before, stored, signature));
    }
  }
  return drafts;
}

/** Whether one of an act's records lives in another unit: it moved there, alone or with its unit. */
async function livesElsewhere(
  store: DocumentStore,
  { records }: JournalAct,
  documents: ReadonlyMap<string, StoredDocument>,
): Promise<boolean> {
  const absent = records.map(({ id }) => id).filter((id) => !documents.has(id));
  return [...(await versionsById(store, absent)).values()].some(
    (versions) => awayOf(versions) !== null,
  );
}

/**
 * Undoes an import, child by child, each with its screenings as a whole: removes what it created
 * and restores what it changed. A child with later changes or screenings, or that moved to
 * another unit, stays as it is and is named. Idempotent, so it can be repeated after a kill.
 */
export async function undoImport(task: UndoTask, tools: UndoTools): Promise<Undone> {
  const { importId, accountId, username, author, now } = task;
  const { stores, journal, pushLog, signal, progress } = tools;
  const record = await journal.record(importId);
  if (record === null) throw new Error(`there is no import ${importId}`);
  const { stakeDB } = record;
  const store = await stores.open(unitStoreName(stakeDB));
  const made = new Set<string>();
  for await (const { records } of journal.acts(importId)) {
    for (const { id } of records) made.add(id);
  }
  const screenedSince = await othersOf(store, made);
  const signature = {
    name: author,
    now,
    device: SERVER_DEVICE,
    settings: await settingsNumber(stores),
  };
  const kept = new Set<string>();
  const done = new Set<string>();

  async function takeBack(act: JournalAct): Promise<boolean> {
    const isMade = act.records.some(({ id, before }) => id === act.childId && before === null);
    if (isMade && screenedSince.has(act.childId)) return false;
    const documents = await store.readMany(act.records.map(({ id }) => id));
    const drafts = draftsOf(act, documents, signature);
    if (drafts === null || (await livesElsewhere(store, act, documents))) return false;
    if (drafts.length === 0) return true;
    const revisions = drafts.map(
      (draft) => [draft._id, revisionOf(draftParts(draft), draft._rev ?? null)] as const,
    );
    const settle = await pushLog.offer({ stakeDB, accountId, username, revisions });
    const results = await store.write(drafts);
    settle(results.flatMap((result) => (result.ok ? [[result.id, result.rev] as const] : [])));
    return results.every(({ ok }) => ok);
  }

  for await (const act of journal.acts(importId)) {
    signal.throwIfAborted();
    if (kept.has(act.childId) || !(await takeBack(act))) kept.add(act.childId);
    else done.add(act.childId);
    progress(done.size + kept.size);
  }
  await journal.keepRecord(importId, { ...record, state: 'undone' });
  for (const childId of kept) done.delete(childId);
  return { children: done.size, kept: [...kept].slice(0, MOST_NAMED) };
}
