import type { OpenDevice } from '../../unit/device/open-device.ts';
import { mayBeOurs } from '../../unit/known/ledger-state.ts';
import type { LocalUnit } from '../../unit/open/types.ts';
import type { EngineCalls, UnitParts } from '../../unit/open/unit-parts.ts';
import type { ChildRow } from '../../unit/projection/types.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import type { UnitWriter } from '../../unit/writes/unit-writer.ts';
import type { UnitWrites } from '../../unit/writes/writes.ts';
import { Ledger } from '../ledger/ledger.ts';
import { otherUnits } from '../ledger/other-unit.ts';

/** The parts of a unit that synchronisation, merging and backup use. */
export interface EngineParts {
  stakeDB: string;
  timeZone: string;
  /** Name of the database, equal to `store.name`. */
  name: string;
  /** Random id that the database got when it was created. */
  instance: string;
  store: UnitRecords;
  ledger: Ledger;
  /** Answers whether an id names another unit of the device's catalogue. */
  isOfOtherUnit(): Promise<(id: string) => boolean>;
  device: OpenDevice;
  writer: UnitWriter;
  clock: () => Date;
  /** Ids with which this installation has ever signed a write in this unit. */
  deviceIds(): ReadonlySet<string>;
  /**
   * Notes children that were registered here or exist only here, so no more data of them can
   * arrive.
   */
  noteMade(childIds: readonly string[]): Promise<void>;
  /** Children noted by `noteMade`; empty once the unit is whole. */
  madeHere(): readonly string[];
  /** Whether more screenings of a child may still arrive, given how many are here. */
  isArriving(childId: string, screenings: number): boolean;
  /** Informs other tabs of a write through `store`; resolves when the list is up to date. */
  announce(): Promise<void>;
  /** Like `announce`, for bulk loads: the list is updated later. */
  announceBulk(): void;
  /** Whether lists mark the record as existing only on this device. */
  isPending(id: string): boolean;
  /** Ids of records that exist only on this device; exact after `announce`. */
  pendingIds(): readonly string[];
  /** A child's row; undefined when the child is not here. */
  rowOf(childId: string): ChildRow | undefined;
  /** Records that no push may take along yet, each with the time at which that ends. */
  held(): Promise<ReadonlyMap<string, number>>;
  /** Ends timers, channel and lock, as closing the tab does. */
  stop(): void;
  /** Ids of a child's screenings, even if the child itself is not here. */
  screeningIdsOf(childId: string): readonly string[];
}

/** The engine of one open unit. */
export interface Engine extends EngineParts {
  readonly calls: EngineCalls;
}

/** A unit opened by `openUnit`, with access to its engine. */
export interface UnitWithEngine extends LocalUnit {
  /** Returns the same engine to every caller; its code is loaded at the first call. */
  engine(): Promise<Engine>;
}

/** Creates the parts; call it once per open unit. */
export function createEngineParts(
  unit: UnitParts,
  { context, noteMade, holds }: UnitWrites,
): EngineParts {
  const { stakeDB, timeZone, clock, device, database, instance, feed } = unit;
  database.onTaken = unit.announceBulk;
  const isPending = (id: string): boolean => feed.projection?.pending.has(id) === true;
  const isOfOtherUnit = otherUnits(stakeDB, device.catalogue);
  const ledger = new Ledger({
    store: database,
    mayLookUnsent: (document) => mayBeOurs(document, feed.known.deviceIds),
    isShownPending: isPending,
    isOfOtherUnit,
    shown: () => feed.known.ledger,
    show: (state) => unit.show({ ...feed.known, ledger: state }),
  });
  return {
    stakeDB,
    timeZone,
    name: database.name,
    instance,
    store: database,
    ledger,
    isOfOtherUnit,
    device,
    writer: context.writer,
    clock,
    deviceIds: () => feed.known.deviceIds,
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
    rowOf(childId) {
      const { projection } = feed;
      return projection?.entries.get(projection.leadOf(childId))?.row;
    },
    held: () => holds.held(),
    stop: unit.stop,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
  };
}
