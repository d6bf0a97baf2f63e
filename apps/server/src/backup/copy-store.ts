import type { DocumentStore, RevisionsAsked } from '../store/document-store.ts';
import { BackupRefused } from './backup-refused.ts';

const BATCH = 500;
/** What a database notes of its own sequences, see `gateway/epoch-notes.ts`: untrue in another one. */
const OF_THIS_DATABASE = 'sync_';

async function copyDocuments(
  from: DocumentStore,
  into: DocumentStore,
  ids: readonly string[],
): Promise<void> {
  let left: readonly RevisionsAsked[] = ids.map((id) => ({ id, revs: 'leaves' }));
  while (left.length > 0) {
    const answers = await from.readManyRevisions(left);
    const results = await into.writeRevisions(answers.flat());
    const refused = results.find(({ ok }) => !ok);
    if (refused !== undefined) {
      throw new BackupRefused(
        `${from.name} holds ${refused.id}, which ${into.name} does not take.`,
      );
    }
    left = left.slice(answers.length);
  }
}

async function copyLocals(from: DocumentStore, into: DocumentStore): Promise<void> {
  for await (const { _rev, ...local } of from.listLocal('')) {
    if (local._id.startsWith(OF_THIS_DATABASE)) continue;
    const there = await into.readLocal(local._id);
    await into.writeLocal({ ...local, ...(there === null ? {} : { _rev: there._rev }) });
  }
}

/**
 * Copies a database into another one of any back end, through its change feed: every leaf with its
 * ancestry, deleted ones with their bodies, and local documents. May be repeated.
 */
export async function copyStore(from: DocumentStore, into: DocumentStore): Promise<void> {
  let ids: string[] = [];
  for await (const { id } of from.changes({ since: '0' })) {
    ids.push(id);
    if (ids.length < BATCH) continue;
    await copyDocuments(from, into, ids);
    ids = [];
  }
  await copyDocuments(from, into, ids);
  await copyLocals(from, into);
}
