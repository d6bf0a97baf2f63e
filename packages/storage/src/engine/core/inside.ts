import { StorageError } from '../../base/storage-error.ts';
import type { ChildRow, LocalUnit } from '../../types.ts';
import type { OpenDevice } from '../../unit/device/open-device.ts';
import { rememberIds } from '../../unit/known/kept-ids.ts';
import { mayBeOurs } from '../../unit/known/ledger-state.ts';
import { type Inner, innerOf } from '../../unit/open/inner.ts';
import type { UnitWriter } from '../../unit/writes/unit-writer.ts';
import { isArriving, noteMade, writeContextOf } from '../../unit/writes/writes.ts';
import { Ledger } from '../ledger/ledger.ts';
import { SyncStore } from '../store/sync-store.ts';

/** What synchronisation, merging and backup work with. */
export interface Inside {
  stakeDB: string;
  timeZone: string;
  /** Name of the database, as `store.name`. */
  name: string;
  store: SyncStore;
  ledger: Ledger;
  device: OpenDevice;
  writer: UnitWriter;
  clock: () => Date;
  /** Ids by which this installation ever signed a write in this unit. */
  deviceIds(): ReadonlySet<string>;
  /** Writes signed by these ids count as written here from now on. */
  addDeviceIds(ids: readonly string[]): Promise<void>;
  /** These children were registered here, or nowhere else: nothing of them is still to come. */
  noteMade(childIds: readonly string[]): Promise<void>;
  /** Children noted so; none once the unit is whole. */
  madeHere(): readonly string[];
  /** Whether screenings of a child, of which so many are here, may still be on their way. */
  isArriving(childId: string, screenings: number): boolean;
  /** Something was written through `store`: tells other tabs; resolves when the list is true. */
  announce(): Promise<void>;
  /** The same during a bulk load: the list follows at leisure. */
  announceBulk(): void;
  /** Whether lists say that the record exists only on this device. */
  isPending(id: string): boolean;
  /** How many records exist only on this device; after `announce` it is true. */
  pendingIds(): readonly string[];
  /** A child's row; undefined when the child is not here. */
  rowOf(childId: string): ChildRow | undefined;
  /** Ids of a child's screenings, whether the child is here or not. */
  screeningIdsOf(childId: string): readonly string[];
}

const insides = new WeakMap<LocalUnit, Inside>();

/** The inside of a unit that `openUnit` opened; the same object for the same unit. */
export function insideOf(unit: LocalUnit): Inside {
  const known = insides.get(unit);
  if (known !== undefined) return known;
  const inner = innerOf(unit);
  if (inner === undefined) throw new StorageError('failed', { message: 'not an opened unit' });
  const inside = createInside(inner);
  insides.set(unit, inside);
  return inside;
}

function createInside(inner: Inner): Inside {
  const { stakeDB, timeZone, clock, device, database, instance, feed } = inner;
  const store = new SyncStore(database, { instance, onTaken: inner.announceBulk });
  const isPending = (id: string): boolean => feed.projection?.pending.has(id) === true;
  const ledger = new Ledger({
    store,
    mayLookUnsent: (document) => mayBeOurs(document, feed.known.deviceIds),
    isShownPending: isPending,
    shown: () => feed.known.ledger,
    show: (state) => inner.show({ ...feed.known, ledger: state }),
  });
  return {
    stakeDB,
    timeZone,
    name: database.name,
    store,
    ledger,
    device,
    writer: writeContextOf(inner).writer,
    clock,
    deviceIds: () => feed.known.deviceIds,
    async addDeviceIds(ids) {
      const deviceIds = new Set(await rememberIds(database, 'devices', ids));
      await inner.show({ ...feed.known, deviceIds });
    },
    noteMade: (childIds) => noteMade(inner, childIds),
    madeHere: () => feed.known.madeHere,
    isArriving: (childId, screenings) => isArriving(inner, childId, screenings),
    announce() {
      inner.told();
      return inner.catchUp();
    },
    announceBulk: () => inner.announceBulk(null),
    isPending,
    pendingIds: () => [...(feed.projection?.pending.keys() ?? [])],
    rowOf: (childId) => feed.projection?.entries.get(childId)?.row,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
  };
}
