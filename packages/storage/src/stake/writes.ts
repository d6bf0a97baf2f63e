import type { WriteContext } from './child-writes.ts';
import type { Inner } from './inner.ts';
import { StakeWriter } from './stake-writer.ts';

export * from './child-writes.ts';
export * from './mother-writes.ts';

const contexts = new WeakMap<Inner, WriteContext>();

/** What the writes of a unit work with: one writer, so that its acts come one after another. */
export function writingTo(inner: Inner): WriteContext {
  const known = contexts.get(inner);
  if (known !== undefined) return known;
  const { stakeDb, timeZone, database, feed, catchUp, told } = inner;
  const writer = new StakeWriter({
    database,
    timeZone,
    catchUp,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
    written: told,
  });
  const context = { stakeDb, timeZone, writer };
  contexts.set(inner, context);
  return context;
}
