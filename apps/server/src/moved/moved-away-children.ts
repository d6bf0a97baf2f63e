import { dateFromInstant, type Home, type IsoDate, kindOfId, timeZoneOfUnit } from '@crece/domain';
import type { MovedAwayChild } from '@crece/reports';
import type { Replicated, Stores } from '../store/document-store.ts';
import { awayOf, unitStore, versionsById } from './versions.ts';

/** A child that left a unit, with the versions that it has there. */
export interface LeftChild {
  readonly id: string;
  readonly home: Home;
  readonly versions: readonly Replicated[];
}

/** The day of a unit on which a record left, by the deletion that says so, as far as it can be read. */
function dayOf(removedAt: unknown, timeZone: string): IsoDate | undefined {
  return typeof removedAt === 'string'
    ? (dateFromInstant(removedAt, timeZone) ?? undefined)
    : undefined;
}

/** The children that moved from a unit to another one. */
export async function leftChildren(
  stores: Pick<Stores, 'has' | 'open'>,
  stakeDB: string,
  signal?: AbortSignal,
): Promise<LeftChild[]> {
  const store = await unitStore(stores, stakeDB);
  const deleted: string[] = [];
  if (store === null) return [];
  for await (const { id, deleted: isDeleted } of store.changes({ since: '0' })) {
    if (isDeleted && kindOfId(id) === 'chld') deleted.push(id);
  }
  signal?.throwIfAborted();
  return [...(await versionsById(store, deleted))].flatMap(([id, versions]): LeftChild[] => {
    const home = awayOf(versions)?.home;
    return home === undefined ? [] : [{ id, home, versions }];
  });
}

/** The same by their ids, with the day on which each left. `nameOf`: the name of a unit. */
export async function movedAwayChildren(
  stores: Pick<Stores, 'has' | 'open'>,
  stakeDB: string,
  nameOf: (stakeDB: string) => string,
  signal?: AbortSignal,
): Promise<MovedAwayChild[]> {
  const timeZone = timeZoneOfUnit(stakeDB);
  const moved = (await leftChildren(stores, stakeDB, signal)).map(({ id, home, versions }) => {
    const left = versions.map(({ document }) => dayOf(document['removedAt'], timeZone));
    const date = left.find((day) => day !== undefined);
    return { id, to: nameOf(home.stakeDB), ...(date === undefined ? {} : { date }) };
  });
  return moved.sort((a, b) => (a.id < b.id ? -1 : 1));
}
