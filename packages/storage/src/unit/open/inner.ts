import type { LocalUnit } from '../../types.ts';
import type { OpenDevice } from '../device/open-device.ts';
import type { Known } from '../known/known.ts';
import type { ProjectionFeed } from '../projection/feed.ts';
import type { Taken, UnitRecords } from '../records/unit-records.ts';
import type { OverRemovals } from '../writes/unit-writer.ts';

/** The parts of an open unit, for the code of this package that is loaded later. */
export interface Inner {
  stakeDB: string;
  timeZone: string;
  clock: () => Date;
  device: OpenDevice;
  database: UnitRecords;
  instance: string;
  feed: ProjectionFeed;
  /** Resolves when this tab's list is true. */
  catchUp: () => Promise<void>;
  /** After `catchUp`: resolves when the children's files that are looked at are true as well. */
  filesShown: () => Promise<void>;
  /** Something was written: tells other tabs. */
  told: () => void;
  /** The same during a bulk load: everyone follows at leisure. */
  announceBulk: (written: Taken | null) => void;
  /** Judges by what is known from now on, and tells other tabs. */
  show: (known: Known) => Promise<void>;
  overRemovals: () => Promise<OverRemovals>;
  /** What the server refused and somebody has corrected since waits for nobody any more. */
  endRefusals: () => Promise<unknown>;
  /** Ends timers, channel and lock, as the end of the tab does. */
  stop: () => void;
}

const inners = new WeakMap<LocalUnit, Inner>();

export function registerInner(unit: LocalUnit, inner: Inner): void {
  inners.set(unit, inner);
}

/** The parts of a unit that `openUnit` opened; undefined for any other object. */
export function innerOf(unit: LocalUnit): Inner | undefined {
  return inners.get(unit);
}
