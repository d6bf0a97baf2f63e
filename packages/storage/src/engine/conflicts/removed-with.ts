import { type Child, groupsOf, joinSameAs, kindOfId, sameIds } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { fieldOf } from '../../unit/tasks/fields.ts';
import type { Act } from '../../unit/writes/provenance.ts';
import type { EngineParts } from '../core/engine.ts';
import type { WrittenByAct } from './carry-out.ts';
import { type Companion, companionOf } from './follow.ts';
import { isSameRemoval } from './question.ts';
import { deletionOf, revive } from './revive.ts';
import { type Settlement, signed } from './settlement.ts';

/** Maximum number of documents per read. */
const PAGE = 500;

/** The leaves of the records that one removal took. */
export interface RemovedTogether {
  /** All records of the child, its own among them, the smallest id first. */
  readonly recordIds: readonly string[];
  /** The other records of the same child. */
  readonly records: readonly CarriedDocument[][];
  readonly screenings: readonly CarriedDocument[][];
}

/** The leaves of each record that was removed in the same act as a child. */
async function allRemovedWith(
  store: Pick<UnitRecords, 'changesSince' | 'leavesOfMany'>,
  childId: string,
  removal: LeafDocument,
): Promise<{ own: LeafDocument; leaves: CarriedDocument[] }[]> {
  const found: { own: LeafDocument; leaves: CarriedDocument[] }[] = [];
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    // The stub that a merge leaves does not say with whom it was removed, so it may be one of them.
    const candidates = changes.filter(
      ({ id, deleted, document }) =>
        deleted &&
        ['chld', 'scr'].includes(kindOfId(id) ?? '') &&
        (fieldOf(document, 'why') === 'merged' ||
          fieldOf(document, 'owner') === childId ||
          isSameRemoval(document, removal)),
    );
    for (const leaves of await store.leavesOfMany(candidates.map(({ id }) => id))) {
      const own = deletionOf(orderedLeaves(leaves).leaves);
      if (own !== null && isSameRemoval(own, removal)) found.push({ own, leaves });
    }
    if (changes.length === 0 || sequence <= from) return found;
    from = sequence;
  }
}

/**
 * The leaves of what was removed in the same act as a child: its screenings, and the other records
 * of it with theirs. No index lists removed records, so it reads the whole unit; restoring a removed
 * child is rare.
 */
export async function removedWith(
  store: Pick<UnitRecords, 'changesSince' | 'leavesOfMany'>,
  childId: string,
  removal: LeafDocument,
): Promise<RemovedTogether> {
  const all = await allRemovedWith(store, childId, removal);
  const children = all.filter(({ own }) => kindOfId(own._id) === 'chld');
  const groups = groupsOf(
    children.map(({ own }) => [own._id, sameIds({ sameAs: joinSameAs(own['sameAs'], undefined) })]),
  );
  const removedIds = new Set([childId, ...children.map(({ own }) => own._id)]);
  const recordIds = (groups.get(childId) ?? [childId]).filter((id) => removedIds.has(id));
  const isOfChild = (own: LeafDocument): boolean =>
    recordIds.includes(String(fieldOf(own, 'owner')));
  return {
    recordIds,
    records: children
      .filter(({ own }) => own._id !== childId && recordIds.includes(own._id))
      .map(({ leaves }) => leaves),
    screenings: all
      .filter(({ own }) => kindOfId(own._id) === 'scr' && isOfChild(own))
      .map(({ leaves }) => leaves),
  };
}

/** What comes back with a child that was removed: ready to be restored. */
export interface RevivedTogether {
  readonly companions: readonly Companion[];
  /** Other records of the same child. */
  readonly records: readonly Settlement[];
}

/** The records removed in the same act as their child, ready to be restored. */
export async function revivedWith(
  engine: EngineParts,
  child: Child,
  removal: LeafDocument,
): Promise<RevivedTogether> {
  const { screenings, records } = await removedWith(engine.store, child._id, removal);
  return {
    companions: screenings.flatMap((leaves) => {
      const revived = revive(leaves);
      return revived === null ? [] : (companionOf(engine, revived, child) ?? []);
    }),
    records: records.flatMap((leaves) => revive(leaves) ?? []),
  };
}

/** An outcome with other records of the same child that come back with it. */
export function withRecords(
  outcome: WrittenByAct,
  records: readonly Settlement[],
  act: Act,
): WrittenByAct {
  return {
    ...outcome,
    followers: [
      ...outcome.followers,
      ...records.map((settlement) => signed(act, settlement.body, settlement)),
    ],
    ends: [...outcome.ends, ...records.flatMap(({ ends }) => ends)],
  };
}
