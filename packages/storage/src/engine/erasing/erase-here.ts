import { kindOfId } from '@crece/domain';
import { isEmptyVersion } from '@crece/replication';
import { firstKey } from '../../unit/projection/first-part.ts';
import { forgetFileRemovals } from '../backup/file-removals.ts';
import type { EngineParts } from '../core/engine.ts';
import { withoutErased } from '../ledger/forgotten.ts';

/**
 * The records with the screenings that this device has of the children among them. Of another child
 * that only this device has merged with one of them nothing is taken: the server erases what it knows to be one,
 * and names each record of it.
 */
async function withScreenings(
  { store, screeningIdsOf }: EngineParts,
  ids: readonly string[],
): Promise<Set<string>> {
  const asked = new Set(ids);
  const children = ids.filter((id) => kindOfId(id) === 'chld');
  const found = new Set(children.flatMap((id) => screeningIdsOf(id)));
  const leaves = (await store.leavesOfMany([...found])).flat();
  const own = leaves.filter(({ owner }) => typeof owner === 'string' && asked.has(owner));
  return new Set([...ids, ...own.map(({ _id }) => _id)]);
}

/** Whether versions with content of the records are here. */
async function areHere({ store }: EngineParts, ids: ReadonlySet<string>): Promise<boolean> {
  const leaves = await store.leavesOfMany([...ids]);
  return leaves.some((versions) => versions.some((leaf) => !isEmptyVersion(leaf)));
}

/** Half-typed forms about one of the records; a form's key names it. */
async function discardDrafts({ device }: EngineParts, ids: ReadonlySet<string>): Promise<void> {
  const { drafts } = device;
  for (const key of await drafts.list()) {
    if ([...ids].some((id) => key.includes(id))) await drafts.discard(key);
  }
}

/**
 * Drops records that the server has erased for good, with all that this device has about them, even
 * what was never sent. This is the one exception from "nothing acknowledged is lost", see
 * docs/decisions/0154. To be called before the server's own deletions are stored. A second call finds
 * nothing to do. Returns how many records were dropped.
 */
export async function eraseHere(
  engine: EngineParts,
  asked: readonly string[],
  now: Date,
): Promise<number> {
  // The list knows the screenings of a child once it has read everything.
  await engine.announce();
  const { store, ledger, device, name } = engine;
  const ids = await withScreenings(engine, asked);
  const isHere = await areHere(engine, ids);
  // The records last: as long as they are here a run that was cut begins again with all of it.
  await discardDrafts(engine, ids);
  await forgetFileRemovals(engine, ids);
  await ledger.apply((state) => withoutErased(state, ids, isHere ? now : null));
  const state = await ledger.load();
  const { written, range } = await store.erase([...ids]);
  if (range !== null) await ledger.moved(range, state);
  if (!isHere) return 0;
  await engine.announce();
  // The kept list quotes names; it is made again from the records.
  await device.store.change(
    'projections',
    new Map([
      [name, undefined],
      [firstKey(name), undefined],
    ]),
  );
  return written;
}
