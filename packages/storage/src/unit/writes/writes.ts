import { arrivalOf, screeningsHere } from '../known/arrival.ts';
import { rememberIds } from '../known/kept-ids.ts';
import type { Inner } from '../open/inner.ts';
import {
  createChild,
  editChild,
  removeChild,
  removeScreening,
  saveReferral,
  saveScreening,
  type WriteContext,
} from './child-writes.ts';
import { motherOf, removeMother, saveMother } from './mother-writes.ts';
import { UnitWriter } from './unit-writer.ts';

/** Notes children that nobody else can have screenings of, as long as that matters. */
export async function noteMade(
  { database, feed }: Inner,
  childIds: readonly string[],
): Promise<void> {
  if (feed.known.ledger.isWhole || childIds.length === 0) return;
  const madeHere = await rememberIds(database, 'madeHere', childIds);
  feed.know({ ...feed.known, madeHere });
}

/** Lists know at once that a child is made here; nothing is written yet. */
function knowMade({ feed }: Inner, childId: string): void {
  const { ledger, madeHere } = feed.known;
  if (!ledger.isWhole) feed.know({ ...feed.known, madeHere: [...madeHere, childId] });
}

/** Whether screenings of a child, of which so many are here, may still be on their way. */
export function isArriving({ feed }: Inner, childId: string, screenings: number): boolean {
  const { ledger, madeHere } = feed.known;
  return screeningsHere({ arrival: arrivalOf(ledger), madeHere }, childId, screenings) !== 'all';
}

const contexts = new WeakMap<Inner, WriteContext>();

/** What the writes of a unit work with: one writer, so that its acts come one after another. */
export function writeContextOf(inner: Inner): WriteContext {
  const known = contexts.get(inner);
  if (known !== undefined) return known;
  const { stakeDB, timeZone, database, feed, catchUp, told } = inner;
  const writer = new UnitWriter({
    database,
    timeZone,
    overRemovals: inner.overRemovals,
    catchUp,
    filesShown: inner.filesShown,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
    written: told,
    async rewritten(ids) {
      const { waiting } = feed.known.ledger;
      if (ids.some((id) => waiting[id] !== undefined)) await inner.endRefusals();
    },
  });
  const context: WriteContext = {
    stakeDB,
    timeZone,
    writer,
    knowMade: (childId) => knowMade(inner, childId),
    noteMade: (childId) => noteMade(inner, [childId]),
    isArriving: (childId, screenings) => isArriving(inner, childId, screenings),
  };
  contexts.set(inner, context);
  return context;
}

/** All that writes to a unit. */
export function writesOf(inner: Inner) {
  return {
    context: writeContextOf(inner),
    createChild,
    editChild,
    motherOf,
    removeChild,
    removeMother,
    removeScreening,
    saveMother,
    saveReferral,
    saveScreening,
  };
}
