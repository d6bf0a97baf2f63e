import { sharedLocks } from '../../base/shared-locks.ts';
import { arrivalOf, screeningsHere } from '../known/arrival.ts';
import { Holds } from '../known/holds.ts';
import { rememberIds } from '../known/kept-ids.ts';
import type { ProjectionFeed } from '../projection/feed.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import {
  createChild,
  editChild,
  removeChild,
  removeScreening,
  saveDeparture,
  saveReferral,
  saveScreening,
  type WritingUnit,
} from './child-writes.ts';
import { slipWrites } from './clinic-writes.ts';
import { saveMessaged } from './message-writes.ts';
import { motherOf, removeMother, saveMother } from './mother-writes.ts';
import type { Act } from './provenance.ts';
import { type OverRemovals, UnitWriter } from './unit-writer.ts';

// Reading one child comes with writing, which is loaded early: a page need not wait for another file.
export { readChildFile } from './child-records.ts';

/** The parts that the writes of a unit use. */
export interface WriteParts {
  stakeDB: string;
  timeZone: string;
  clock: () => Date;
  database: UnitRecords;
  feed: ProjectionFeed;
  /** Resolves when this tab's list is up to date. */
  catchUp: () => Promise<void>;
  /** Call after `catchUp`: resolves when the open child files are up to date too. */
  filesShown: () => Promise<void>;
  /** Informs other tabs of a write. */
  told: () => void;
  overRemovals: () => Promise<OverRemovals>;
  /** Ends the waiting of refused revisions that a person has corrected. */
  endRefusals: () => Promise<unknown>;
}

/** Everything that writes to a unit; created once, so that its acts run one after another. */
export function createWrites(parts: WriteParts) {
  const { stakeDB, timeZone, database, feed, catchUp, filesShown, told, overRemovals } = parts;
  const { clock } = parts;
  const holds = new Holds({ database, clock, locks: sharedLocks() });

  /** Notes children that no other device can have screenings of, while the unit is not whole. */
  async function noteMade(childIds: readonly string[]): Promise<void> {
    if (feed.known.ledger.isWhole || childIds.length === 0) return;
    const madeHere = await rememberIds(database, 'madeHere', childIds);
    feed.know({ ...feed.known, madeHere });
  }

  /** Notes in memory that a child is being registered here; nothing is stored yet. */
  function knowMade(childId: string): void {
    const { ledger, madeHere } = feed.known;
    if (!ledger.isWhole) feed.know({ ...feed.known, madeHere: [...madeHere, childId] });
  }

  /** Whether more screenings of a child may still arrive, given how many are here. */
  function isArriving(childId: string, screenings: number): boolean {
    const { ledger, madeHere } = feed.known;
    return screeningsHere({ arrival: arrivalOf(ledger), madeHere }, childId, screenings) !== 'all';
  }

  const writer = new UnitWriter({
    database,
    timeZone,
    overRemovals,
    catchUp,
    filesShown,
    screeningIdsOf: (childId) => feed.projection?.screeningIdsOf(childId) ?? [],
    recordIdsOf: (childId) => feed.projection?.recordIdsOf(childId) ?? [childId],
    written: told,
    hold: (ids) => holds.hold(ids),
    async rewritten(ids) {
      const { waiting } = feed.known.ledger;
      if (ids.some((id) => waiting[id] !== undefined)) await parts.endRefusals();
    },
  });
  const context: WritingUnit = {
    stakeDB,
    timeZone,
    writer,
    knowMade,
    noteMade: (childId) => noteMade([childId]),
    isArriving,
  };
  return {
    context,
    holds,
    noteMade,
    createChild,
    editChild,
    motherOf,
    removeChild,
    removeMother,
    removeScreening,
    saveDeparture,
    saveMessaged,
    saveMother,
    saveReferral,
    saveScreening,
    slips: (act: Act) => slipWrites(context, act),
  };
}

export type UnitWrites = ReturnType<typeof createWrites>;
