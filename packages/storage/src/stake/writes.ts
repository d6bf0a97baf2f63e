import {
  createChild,
  editChild,
  removeChild,
  removeScreening,
  saveScreening,
  type WriteContext,
} from './child-writes.ts';
import type { Inner } from './inner.ts';
import { motherOf, removeMother, saveMother } from './mother-writes.ts';
import { StakeWriter } from './stake-writer.ts';

const contexts = new WeakMap<Inner, WriteContext>();

/** What the writes of a unit work with: one writer, so that its acts come one after another. */
export function writeContextOf(inner: Inner): WriteContext {
  const known = contexts.get(inner);
  if (known !== undefined) return known;
  const { stakeDb, timeZone, database, feed, catchUp, told } = inner;
  const writer = new StakeWriter({
    database,
    timeZone,
    overRemovals: inner.overRemovals,
    catchUp,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
    written: told,
    async rewritten(ids) {
      const { waiting } = feed.known.ledger;
      if (ids.some((id) => waiting[id] !== undefined)) await inner.endRefusals();
    },
  });
  const context = { stakeDb, timeZone, writer };
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
    saveScreening,
  };
}
