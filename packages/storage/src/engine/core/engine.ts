import type { OpenDevice } from '../../unit/device/open-device.ts';
import { rememberIds } from '../../unit/known/kept-ids.ts';
import { mayBeOurs } from '../../unit/known/ledger-state.ts';
import type { LocalUnit } from '../../unit/open/types.ts';
import type { EngineCalls, UnitParts } from '../../unit/open/unit-parts.ts';
import type { ChildRow } from '../../unit/projection/types.ts';
import type { UnitWriter } from '../../unit/writes/unit-writer.ts';
import type { Writes } from '../../unit/writes/writes.ts';
import { Ledger } from '../ledger/ledger.ts';
import { SyncStore } from '../store/sync-store.ts';

/** What synchronisation, merging and backup work with. */
export interface EngineParts {
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
  /** Ends timers, channel and lock, as the end of the tab does. */
  stop(): void;
  /** Ids of a child's screenings, whether the child is here or not. */
  screeningIdsOf(childId: string): readonly string[];
}

/** The floor above one open unit. */
export interface Engine extends EngineParts {
  readonly calls: EngineCalls;
}

/** A unit that `openUnit` opened, with what synchronisation and backup need of it. */
export interface UnitWithEngine extends LocalUnit {
  /** The same object for everyone; its code is loaded when it is first asked for. */
  engine(): Promise<Engine>;
}

/** Made once for an open unit. */
export function createEngineParts(unit: UnitParts, { context, noteMade }: Writes): EngineParts {
  const { stakeDB, timeZone, clock, device, database, instance, feed } = unit;
  const store = new SyncStore(database, { instance, onTaken: unit.announceBulk });
  const isPending = (id: string): boolean => feed.projection?.pending.has(id) === true;
  const ledger = new Ledger({
    store,
    mayLookUnsent: (document) => mayBeOurs(document, feed.known.deviceIds),
    isShownPending: isPending,
    shown: () => feed.known.ledger,
    show: (state) => unit.show({ ...feed.known, ledger: state }),
  });
  return {
    stakeDB,
    timeZone,
    name: database.name,
    store,
    ledger,
    device,
    writer: context.writer,
    clock,
    deviceIds: () => feed.known.deviceIds,
    async addDeviceIds(ids) {
      const deviceIds = new Set(await rememberIds(database, 'devices', ids));
      await unit.show({ ...feed.known, deviceIds });
    },
    noteMade,
    madeHere: () => feed.known.madeHere,
    isArriving: context.isArriving,
    announce() {
      unit.told();
      return unit.catchUp();
    },
    announceBulk: () => unit.announceBulk(null),
    isPending,
    pendingIds: () => [...(feed.projection?.pending.keys() ?? [])],
    rowOf: (childId) => feed.projection?.entries.get(childId)?.row,
    stop: unit.stop,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
  };
}
