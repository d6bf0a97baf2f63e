import type { RowReport } from '@crece/imports';
import type { ErasedRegister } from '../erased/register.ts';
import type { PushLog } from '../gateway/push-log.ts';
import { draftParts, revisionOf } from '../store/document.ts';
import type { DocumentStore, DraftDocument } from '../store/document-store.ts';
import { contentDigest, type ImportJournal, type JournalAct } from './journal.ts';
import type { StoredChildDocuments } from './stored-records.ts';

/** One child's records, ready to be written. */
export interface PreparedAct {
  readonly childId: string;
  readonly drafts: readonly DraftDocument[];
  readonly stored: StoredChildDocuments | null;
  readonly rows: readonly RowReport[];
}

export interface WriterOptions {
  readonly importId: string;
  readonly stakeDB: string;
  readonly accountId: string;
  readonly username: string;
  readonly store: DocumentStore;
  readonly journal: ImportJournal;
  readonly pushLog: PushLog;
  readonly erased: Pick<ErasedRegister, 'refresh' | 'refuses'>;
}

function journalAct({ childId, drafts, stored, rows }: PreparedAct): JournalAct {
  return {
    childId,
    rows,
    records: drafts.map((draft) => ({
      id: draft._id,
      before: stored?.documents.get(draft._id) ?? null,
      after: contentDigest(draft),
    })),
  };
}

/**
 * Writes acts, each a child with its screenings: first into the journal and the push log, then in
 * one transaction where the back end has transactions. Returns the children of which somebody else
 * wrote a record meanwhile, or which were erased; these must be planned again.
 */
export async function writeActs(
  planned: readonly PreparedAct[],
  batch: number,
  options: WriterOptions,
): Promise<ReadonlySet<string>> {
  const { importId, stakeDB, accountId, username, store, journal, pushLog, erased } = options;
  await erased.refresh();
  const isErased = ({ drafts }: PreparedAct) =>
    drafts.some((draft) => erased.refuses(stakeDB, draft));
  const acts = planned.filter((act) => !isErased(act));
  const again = planned.filter(isErased).map(({ childId }) => childId);
  const drafts = acts.flatMap((act) => act.drafts);
  if (drafts.length === 0) return new Set(again);
  await journal.keep(importId, batch, acts.map(journalAct));
  const revisions = drafts.map(
    (draft) => [draft._id, revisionOf(draftParts(draft), draft._rev ?? null)] as const,
  );
  const settle = await pushLog.offer({
    stakeDB,
    accountId,
    username,
    revisions,
  });
  const results = await store.write(drafts);
  settle(results.flatMap((result) => (result.ok ? [[result.id, result.rev] as const] : [])));
  const lost = new Set(results.flatMap((result) => (result.ok ? [] : [result.id])));
  if (lost.size > 0) await journal.forgetLost(importId, batch, lost);
  const beaten = acts.filter((act) => act.drafts.some(({ _id }) => lost.has(_id)));
  return new Set([...again, ...beaten.map(({ childId }) => childId)]);
}
