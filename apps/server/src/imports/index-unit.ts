import { type Child, leadsOf, readDocument, timeZoneOfUnit } from '@crece/domain';
import type { DocumentStore } from '../store/document-store.ts';
import { kinOf } from './moved-children.ts';
import type { WorkFile } from './work-file.ts';

const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;
const SCREENINGS = { from: 'scr_', to: 'scr_\uffff' } as const;
const AT_ONCE = 1_000;

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The child that a screening belongs to: the record that leads the one it names. */
function ownerAmong(leads: ReadonlyMap<string, string>, owner: unknown): string {
  return leads.get(String(owner)) ?? String(owner);
}

/**
 * Indexes a unit in the work file: its children by id and by names, its screenings by child. An
 * unreadable child is indexed by its id only.
 */
export async function indexUnit(
  work: WorkFile,
  store: Pick<DocumentStore, 'list'>,
  stakeDB: string,
  signal: AbortSignal,
): Promise<void> {
  const context = { timeZone: timeZoneOfUnit(stakeDB) };
  work.dropUnit();
  const merged: Child[] = [];
  let added = 0;
  // Waiting for the store inside a transaction is harmless, because nobody else writes this file.
  work.begin();
  const next = () => {
    added += 1;
    if (added % AT_ONCE === 0) signal.throwIfAborted();
  };
  try {
    for await (const document of store.list(CHILDREN)) {
      const read = readDocument(document, context);
      work.addChild(document._id, read.kind === 'child' ? kinOf(read.child) : null);
      if (read.kind === 'child' && read.child.sameAs !== undefined) merged.push(read.child);
      next();
    }
    const leads = leadsOf(merged, (id) => work.hasChild(id));
    for (const [id, lead] of leads) work.setLead(id, lead);
    for await (const document of store.list(SCREENINGS)) {
      const day = document['surveyDate'];
      work.addScreening(
        document._id,
        ownerAmong(leads, document['owner']),
        typeof day === 'string' ? day.slice(0, DATE_LENGTH) : null,
      );
      next();
    }
  } finally {
    work.commit();
  }
  work.indexUnit();
}
