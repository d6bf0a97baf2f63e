import {
  type Child,
  groupsOf,
  joinSameAs,
  kindOfId,
  NO_VERSIONS,
  readDocument,
  type Screening,
  sameIds,
  todayIn,
  unitOfId,
} from '@crece/domain';
import { isKeptRemoval, isRemoval, type LeafDocument } from '@crece/replication';
import type { RemovedRecord } from '../../unit/open/removed-types.ts';
import { childRow, screeningsInRow } from '../../unit/projection/rows.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import { orderedLeaves } from '../../unit/tasks/examine.ts';
import { isSameRemoval } from '../conflicts/question.ts';
import { beforeRemoval, removalOf } from '../conflicts/revive.ts';
import type { EngineParts } from '../core/engine.ts';
import { ProtocolError, readCarried } from '../sync/wire.ts';

/** Documents read at once. */
const PAGE = 500;

/** A removal with the record as it was before. */
interface Removed {
  removal: LeafDocument;
  body: Document;
}

/** The removals of the last days that this device has. */
async function removedHere({ store, clock }: EngineParts): Promise<Removed[]> {
  const found: Removed[] = [];
  let from = 0;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    const candidates = changes.filter(
      ({ id, deleted, document: { _rev = '', ...document }, leaves }) =>
        deleted &&
        kindOfId(id) !== null &&
        (leaves.length > 1 || isKeptRemoval({ ...document, _rev, _deleted: true }, clock())),
    );
    for (const leaves of await store.leavesOfMany(candidates.map(({ id }) => id))) {
      const removal = removalOf(orderedLeaves(leaves).leaves);
      const body = beforeRemoval(leaves);
      if (removal !== null && body !== null && isKeptRemoval(removal, clock())) {
        found.push({ removal, body });
      }
    }
    if (changes.length === 0 || sequence <= from) return found;
    from = sequence;
  }
}

/** The records of one child that were removed in the same act; the one that leads comes first. */
function removedRecordsOf(id: string, { removal }: Removed, all: readonly Removed[]) {
  const said = all.flatMap((each): [string, readonly string[]][] => {
    const { _id, sameAs } = each.removal;
    if (kindOfId(_id) !== 'chld' || !isSameRemoval(each.removal, removal)) return [];
    return [[_id, sameIds({ sameAs: joinSameAs(sameAs, undefined) })]];
  });
  const here = new Set(said.map(([each]) => each));
  return (
    groupsOf(said)
      .get(id)
      ?.filter((each) => here.has(each)) ?? [id]
  );
}

/** The screenings that were removed in the same act as their child. */
function removedWith(
  child: Child,
  recordIds: readonly string[],
  { removal }: Removed,
  all: readonly Removed[],
  timeZone: string,
) {
  return all.flatMap((each): Screening[] => {
    const isOfChild = recordIds.includes(String(each.removal['owner']));
    if (!isOfChild || !isSameRemoval(each.removal, removal)) return [];
    const read = readDocument(each.body, { timeZone, sexOf: () => child.gender });
    return read.kind === 'screening' ? [read.screening] : [];
  });
}

function recordOf(
  engine: EngineParts,
  removed: Removed,
  all: readonly Removed[],
): RemovedRecord | null {
  const { timeZone, clock } = engine;
  const { removal, body } = removed;
  const { _id: id } = removal;
  const by = removal['removedBy'];
  const common = {
    id,
    removedAt: String(removal['removedAt']),
    ...(typeof by === 'string' ? { removedBy: by } : {}),
    pending: engine.isPending(id),
  };
  const owner = engine.rowOf(String(removal['owner']));
  const read = readDocument(body, { timeZone, sexOf: () => owner?.gender });
  if (read.kind === 'mother') return { ...common, kind: 'mother', mother: read.mother };
  if (read.kind === 'screening') {
    // Without its child it is put back with the child, or after it.
    const { screening } = read;
    return owner === undefined ? null : { ...common, kind: 'screening', screening, child: owner };
  }
  if (read.kind !== 'child') return null;
  const { child } = read;
  const recordIds = removedRecordsOf(id, removed, all);
  // It comes back with the record that leads.
  if (recordIds[0] !== id) return null;
  const today = todayIn(timeZone, clock());
  const screenings = removedWith(child, recordIds, removed, all, timeZone);
  const inRow = screeningsInRow(screenings, child, today, NO_VERSIONS);
  const row = childRow(child, inRow, common.pending, today);
  return { ...common, kind: 'child', row };
}

/**
 * Takes removed records that this device never had from the server's list, so that they can be put
 * back. What is known here is left to the synchronisation.
 */
async function take(engine: EngineParts, documents: readonly CarriedDocument[]): Promise<void> {
  const known = await engine.store.leavesOfMany(documents.map(({ _id }) => _id));
  const here = new Set(known.flatMap((leaves) => leaves.map(({ _id }) => _id)));
  const others = documents.filter(({ _id }) => !here.has(_id));
  if (others.length === 0) return;
  await engine.ledger.receive(others);
  await engine.announce();
}

/** Reads the server's list; an answer about another unit is not believed. */
function readList({ stakeDB }: EngineParts, documents: readonly unknown[]): CarriedDocument[] {
  const carried = documents.map(readCarried);
  for (const { _id } of carried) {
    if (unitOfId(_id) !== stakeDB) throw new ProtocolError('of another unit');
  }
  return carried;
}

/**
 * The records removed in the last days, the newest first: those of the server's list, with what is
 * not sent yet; without that list (null) those that were removed while this device had the unit.
 */
export async function removedRecords(
  engine: EngineParts,
  fromServer: readonly unknown[] | null,
): Promise<readonly RemovedRecord[]> {
  const carried = fromServer === null ? null : readList(engine, fromServer);
  if (carried !== null) await take(engine, carried.filter(isRemovedOf(carried)));
  const listed = carried === null ? null : new Set(carried.map(({ _id }) => _id));
  const removed = await removedHere(engine);
  return removed
    .flatMap((each) => recordOf(engine, each, removed) ?? [])
    .filter(({ id, pending }) => pending || listed === null || listed.has(id))
    .sort((a, b) => (a.removedAt > b.removedAt ? -1 : 1));
}

/** Whether every version of a record in the list is deleted and one of them is a removal. */
function isRemovedOf(carried: readonly CarriedDocument[]): (document: CarriedDocument) => boolean {
  const living = new Set<string>();
  const removed = new Set<string>();
  for (const document of carried) {
    if (document._deleted !== true) living.add(document._id);
    else if (isRemoval(document)) removed.add(document._id);
  }
  return ({ _id }) => removed.has(_id) && !living.has(_id);
}
