import { isInvented } from '../../base/demonstration.ts';
import { isCovered, isFact, type LedgerState } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document, RevisionOf, UnitRecords } from '../../unit/records/unit-records.ts';
import { rangeAt } from '../ledger/ranges.ts';

/** Documents read at once. */
const PAGE = 200;

/** A unit's records and ledger. */
interface Unit {
  ledger: LedgerState;
  store: UnitRecords;
}

interface Leaf extends RevisionOf {
  /** The content, when it was already read. */
  document?: Document;
}

const isSomebodys = (document: Document | CarriedDocument): boolean => !isInvented(document);

/**
 * Every leaf that the server is not known to have and that a synchronisation would offer, in pages.
 */
async function* unsentLeaves({ ledger, store }: Unit): AsyncGenerator<readonly Leaf[]> {
  const { waiting, received } = ledger;
  const refused: Leaf[] = [];
  for (const [id, revisions] of Object.entries(waiting)) {
    for (const { _rev: rev } of await store.leaves(id)) {
      if (revisions[rev] !== undefined) refused.push({ id, rev });
    }
  }
  yield refused;
  for (let since = ledger.scanned; ; ) {
    const range = rangeAt(received, since + 1);
    if (range !== undefined) {
      since = range[1];
      continue;
    }
    const { changes, sequence } = await store.changesSince(since, PAGE);
    yield changes.flatMap(({ id, sequence: at, document, leaves }) =>
      isCovered(ledger, at)
        ? []
        : leaves
            .filter((rev) => waiting[id]?.[rev] === undefined && !isFact(ledger, id, rev))
            .map((rev) => (rev === document._rev ? { id, rev, document } : { id, rev })),
    );
    if (changes.length < PAGE) return;
    since = sequence;
  }
}

/** Everything that a synchronisation would offer, with its ancestry, in pages. */
export async function* unsentDocuments(unit: Unit): AsyncGenerator<readonly CarriedDocument[]> {
  for await (const leaves of unsentLeaves(unit)) {
    yield (await unit.store.revisions(leaves)).filter(isSomebodys);
  }
}

/** Every record of a unit, also what the server has, with its ancestry, in pages. */
export async function* allDocuments({ store }: Unit): AsyncGenerator<readonly CarriedDocument[]> {
  for (let since = 0; ; ) {
    const { changes, sequence } = await store.changesSince(since, PAGE);
    const leaves = changes.flatMap(({ id, leaves: all }) => all.map((rev) => ({ id, rev })));
    yield (await store.revisions(leaves)).filter(isSomebodys);
    if (changes.length < PAGE) return;
    since = sequence;
  }
}

/** The number of unsent records. Only a few must be read again for it. */
async function countUnsent(unit: Unit): Promise<number> {
  const ids = new Set<string>();
  for await (const leaves of unsentLeaves(unit)) {
    const read = leaves.flatMap(({ document }) => document ?? []);
    const others = await unit.store.revisions(leaves.filter(({ document }) => !document));
    for (const document of [...read, ...others]) if (isSomebodys(document)) ids.add(document._id);
  }
  return ids.size;
}

/**
 * The number of records that would be lost with this device's copy of a unit: those written here
 * that the server has not acknowledged. Before a run has ended, or when the server has another
 * history, no acknowledgement is certain: then everything that would be offered to the server
 * counts.
 */
export function countLoss({ pending, ...unit }: Unit & { pending: number }): Promise<number> {
  return unit.ledger.stamp === null ? countUnsent(unit) : Promise.resolve(pending);
}
