import { dateFromInstant, type IsoDate, kindOfId, timeZoneOfUnit } from '@crece/domain';
import type { MovedAwayChild } from '@crece/reports';
import type { Stores } from '../store/document-store.ts';
import { awayOf, unitStore, versionsById } from './versions.ts';

/** The day of a unit on which a record left, by the deletion that says so, as far as it can be read. */
function dayOf(removedAt: unknown, timeZone: string): IsoDate | undefined {
  return typeof removedAt === 'string'
    ? (dateFromInstant(removedAt, timeZone) ?? undefined)
    : undefined;
}

/** The children that moved from a unit to another one, by their ids. `nameOf`: the name of a unit. */
export async function movedAwayChildren(
  stores: Pick<Stores, 'has' | 'open'>,
  stakeDB: string,
  nameOf: (stakeDB: string) => string,
  signal?: AbortSignal,
): Promise<MovedAwayChild[]> {
  const store = await unitStore(stores, stakeDB);
  const timeZone = timeZoneOfUnit(stakeDB);
  const deleted: string[] = [];
  if (store === null) return [];
  for await (const { id, deleted: isDeleted } of store.changes({ since: '0' })) {
    if (isDeleted && kindOfId(id) === 'chld') deleted.push(id);
  }
  signal?.throwIfAborted();
  const moved = [...(await versionsById(store, deleted))].flatMap(
    ([id, versions]): MovedAwayChild[] => {
      const home = awayOf(versions)?.home;
      if (home === undefined) return [];
      const left = versions.map(({ document }) => dayOf(document['removedAt'], timeZone));
      const date = left.find((day) => day !== undefined);
      return [{ id, to: nameOf(home.stakeDB), ...(date === undefined ? {} : { date }) }];
    },
  );
  return moved.sort((a, b) => (a.id < b.id ? -1 : 1));
}
