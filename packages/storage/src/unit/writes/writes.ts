import { arrivalOf, screeningsHere } from '../known/arrival.ts';
import { rememberIds } from '../known/kept-ids.ts';
import type { ProjectionFeed } from '../projection/feed.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import {
  createChild,
  editChild,
  removeChild,
  removeScreening,
  saveReferral,
  saveScreening,
  type WriteContext,
} from './child-writes.ts';
import { motherOf, removeMother, saveMother } from './mother-writes.ts';
import { type OverRemovals, UnitWriter } from './unit-writer.ts';

/** What the writes of a unit are made with. */
export interface WriteParts {
  stakeDB: string;
  timeZone: string;
  database: UnitRecords;
  feed: ProjectionFeed;
  /** Resolves when this tab's list is true. */
  catchUp: () => Promise<void>;
  /** After `catchUp`: resolves when the children's files that are looked at are true as well. */
  filesShown: () => Promise<void>;
  /** Something was written: tells other tabs. */
  told: () => void;
  overRemovals: () => Promise<OverRemovals>;
  /** What the server refused and somebody has corrected since waits for nobody any more. */
  endRefusals: () => Promise<unknown>;
}

/** All that writes to a unit: made once, so that its acts come one after another. */
export function createWrites(parts: WriteParts) {
  const { stakeDB, timeZone, database, feed, catchUp, filesShown, told, overRemovals } = parts;

  /** Notes children that nobody else can have screenings of, as long as that matters. */
  async function noteMade(childIds: readonly string[]): Promise<void> {
    if (feed.known.ledger.isWhole || childIds.length === 0) return;
    const madeHere = await rememberIds(database, 'madeHere', childIds);
    feed.know({ ...feed.known, madeHere });
  }

  /** Lists know at once that a child is made here; nothing is written yet. */
  function knowMade(childId: string): void {
    const { ledger, madeHere } = feed.known;
    if (!ledger.isWhole) feed.know({ ...feed.known, madeHere: [...madeHere, childId] });
  }

  /** Whether screenings of a child, of which so many are here, may still be on their way. */
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
    written: told,
    async rewritten(ids) {
      const { waiting } = feed.known.ledger;
      if (ids.some((id) => waiting[id] !== undefined)) await parts.endRefusals();
    },
  });
  const context: WriteContext = {
    stakeDB,
    timeZone,
    writer,
    knowMade,
    noteMade: (childId) => noteMade([childId]),
    isArriving,
  };
  return {
    context,
    noteMade,
    createChild,
    editChild,
    motherOf,
    removeChild,
    removeMother,
    removeScreening,
    saveMother,
    saveReferral,
    saveScreening,
  };
}

export type Writes = ReturnType<typeof createWrites>;
