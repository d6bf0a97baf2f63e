import { type LedgerState, type Range, UNREADABLE_HERE } from '../../unit/known/ledger-state.ts';
import type { Change, RevisionOf, UnitRecords } from '../../unit/records/unit-records.ts';
import { rangeAt } from './ranges.ts';

/** A page of what this device offers the server. */
export interface ChangesToOffer {
  readonly changes: Change[];
  /** Local sequence up to which the page goes. */
  readonly sequence: number;
  /** Whether nothing is left to offer. */
  readonly done: boolean;
}

/** The next documents that changed here after a local sequence outside the received ranges. */
export async function notReceived(
  store: UnitRecords,
  received: readonly Range[],
  since: number,
  limit: number,
): Promise<ChangesToOffer> {
  const changes: Change[] = [];
  let sequence = since;
  while (changes.length < limit) {
    const range = rangeAt(received, sequence + 1);
    if (range !== undefined) {
      sequence = range[1];
      continue;
    }
    const wanted = limit - changes.length;
    const page = await store.changesSince(sequence, wanted);
    for (const change of page.changes) {
      if (rangeAt(received, change.sequence) === undefined) changes.push(change);
    }
    sequence = Math.max(sequence, page.sequence);
    if (page.changes.length < wanted) return { changes, sequence, done: true };
  }
  return { changes, sequence, done: false };
}

type Waiting = LedgerState['waiting'];

/** What waits of these documents. */
export function waitingOf({ waiting }: LedgerState, ids: readonly string[]): Waiting {
  const named = new Set(ids);
  return Object.fromEntries(Object.entries(waiting).filter(([id]) => named.has(id)));
}

/** Which refused revisions are still leaves of their documents, and which are not any more. */
export async function refusedLeaves(
  store: UnitRecords,
  waiting: Waiting,
): Promise<{ standing: RevisionOf[]; gone: RevisionOf[] }> {
  const standing: RevisionOf[] = [];
  const gone: RevisionOf[] = [];
  for (const [id, revisions] of Object.entries(waiting)) {
    const leaves = new Set((await store.leaves(id)).map(({ _rev }) => _rev));
    for (const [rev, { reason }] of Object.entries(revisions)) {
      if (reason !== UNREADABLE_HERE) (leaves.has(rev) ? standing : gone).push({ id, rev });
    }
  }
  return { standing, gone };
}
