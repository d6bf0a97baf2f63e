import { createHash } from 'node:crypto';
import {
  type Home,
  homesAfter,
  idInUnit,
  joinSameAs,
  kindOfId,
  MOVED,
  type MovedAway,
  mustFollow,
} from '@crece/domain';
import { carryEnd, carryVersion } from '@crece/replication';
import type {
  DocumentStore,
  DraftDocument,
  Replicated,
  StoredDocument,
} from '../store/document-store.ts';
import { awayOf, versionsById } from './versions.ts';

/** One side of a move. */
export interface UnitSide {
  readonly stakeDB: string;
  readonly store: DocumentStore;
}

/** Records on their way from one unit to another. */
export interface Carried {
  readonly from: UnitSide;
  readonly to: UnitSide;
  /** Their ids in the new home, by those in the old one; children first. */
  readonly ids: ReadonlyMap<string, string>;
  /** The child that a screening names in the new home, for children that are not carried now. */
  readonly owners?: ReadonlyMap<string, string>;
  /** Where each record went before, for those that follow; absent: everything that lives goes. */
  readonly away?: ReadonlyMap<string, MovedAway>;
  /** Whether a removal of a child goes along: false, when whoever wrote it may not remove children. */
  readonly mayRemove?: boolean;
}

/** Who moves, and when: for the deletions that are left. */
export interface Leaving {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly by: string;
}

/** How often versions are looked for that somebody writes meanwhile. */
const ROUNDS = 20;
/** Revisions in one transaction. */
const AT_ONCE = 300;

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** Ids in the new home, of records that are named by those that go. */
type Named = ReadonlyMap<string, string>;

/** The content of a version in its new home. */
function fieldsThere(document: StoredDocument, { from, ids, owners }: Carried, named: Named) {
  const { owner, sameAs } = document;
  const content = Object.entries(document).filter(([name]) => !name.startsWith('_'));
  const fields: Record<string, unknown> = Object.fromEntries(content);
  fields['movedFrom'] = homesAfter(document, { stakeDB: from.stakeDB, id: document._id });
  const there = (id: string): string => ids.get(id) ?? owners?.get(id) ?? named.get(id) ?? id;
  if (typeof owner === 'string') fields['owner'] = there(owner);
  const decisions = joinSameAs(sameAs, undefined)?.map((each) => ({ ...each, id: there(each.id) }));
  if (decisions !== undefined) fields['sameAs'] = joinSameAs(decisions, undefined);
  return fields;
}

/** The versions of a record that are not in the new home yet, those that others build on first. */
function goingOf(versions: readonly Replicated[], id: string, { away }: Carried): Replicated[] {
  const moved = away?.get(id) ?? { moves: Number.POSITIVE_INFINITY };
  return versions
    .filter(({ document }) => mustFollow(document, moved))
    .sort((a, b) => a.ancestry.length - b.ancestry.length);
}

/** The id of a record in the new home that does not go now, because it went before or has yet to come. */
function idThere(id: string, versions: readonly Replicated[] | undefined, { from, to }: Carried) {
  const home = awayOf(versions)?.home;
  if (home?.stakeDB === to.stakeDB) return home.id;
  const [known] = versions ?? [];
  if (known !== undefined) return idInUnit(known.document, to.stakeDB, sha256);
  const made = idInUnit({ _id: id }, to.stakeDB, sha256);
  // Without the record only an id that leads back can be told.
  return idInUnit({ _id: made }, from.stakeDB, sha256) === id ? made : id;
}

/** The records that are decided to be one child with those that go, and do not go with them. */
async function namedBy(carried: Carried, here: ReadonlyMap<string, Replicated[]>): Promise<Named> {
  const ids = new Set(
    [...here.values()].flat().flatMap(({ document: { sameAs } }) => {
      const decisions = joinSameAs(sameAs, undefined) ?? [];
      return decisions.map(({ id }) => id).filter((id) => !carried.ids.has(id));
    }),
  );
  const versions = await versionsById(carried.from.store, [...ids]);
  return new Map([...ids].map((id) => [id, idThere(id, versions.get(id), carried)]));
}

/** Whether a version removes a child, or a screening with its child, without the right to do so. */
function isWithoutRight(
  { _id, _deleted, owner }: StoredDocument,
  { mayRemove = true }: Carried,
  here: ReadonlyMap<string, Replicated[]>,
): boolean {
  if (mayRemove || _deleted !== true) return false;
  const childId = kindOfId(_id) === 'chld' ? _id : String(owner);
  return (here.get(childId) ?? []).some(({ document: { why } }) => why === 'removed');
}

function revisionsOf(
  carried: Carried,
  here: ReadonlyMap<string, Replicated[]>,
  there: ReadonlyMap<string, Replicated[]>,
  named: Named,
): Replicated[] {
  return [...carried.ids].flatMap(([id, newId]) => {
    const versions = here.get(id) ?? [];
    const known = [...(there.get(newId) ?? [])];
    const target = { id: newId, there: known };
    const going = goingOf(versions, id, carried);
    const arriving = going.flatMap((version) => {
      if (isWithoutRight(version.document, carried, here)) return [];
      const fields = fieldsThere(version.document, carried, named);
      const next = carryVersion(version, fields, target, md5) as Replicated | null;
      if (next === null) return [];
      known.push(next);
      return [next];
    });
    if (going.length === 0) return [];
    const ends = versions.filter(
      ({ document: { _deleted, why } }) => _deleted === true && why === 'merged',
    );
    return [
      ...arriving,
      ...ends.flatMap((end) => (carryEnd(end, target, md5) as Replicated | null) ?? []),
    ];
  });
}

/** Writes into their new home what it lacks of these versions, by their ids in the old one. */
export async function writeThere(
  carried: Carried,
  here: ReadonlyMap<string, Replicated[]>,
): Promise<void> {
  const { to, ids } = carried;
  const there = await versionsById(to.store, [...ids.values()]);
  const revisions = revisionsOf(carried, here, there, await namedBy(carried, here));
  for (let i = 0; i < revisions.length; i += AT_ONCE) {
    const results = await to.store.writeRevisions(revisions.slice(i, i + AT_ONCE));
    if (results.some(({ ok }) => !ok)) throw new Error('a moved record was not taken');
  }
}

/** A device of no phone, so that the deletions of one move are seen to be of one act. */
const DEVICE = 'server';

/** The deletion that says where a version's record lives now; it keeps the record, as removals do. */
function deletionOf(document: StoredDocument, home: Home, { at, by }: Leaving): DraftDocument {
  const removal = { why: MOVED, movedTo: home, removedAt: at, removedBy: by, device: DEVICE };
  return { ...document, ...removal, _deleted: true };
}

/** The version that such a deletion ended, which it keeps; the device that wrote it is not told any more. */
export function versionBefore({ document, ancestry }: Replicated): Replicated {
  const { _deleted, why, movedTo, removedAt, removedBy, device, ...record } = document;
  const [, _rev = ''] = ancestry;
  return { document: { ...record, _rev }, ancestry: ancestry.slice(1) };
}

/**
 * Writes records into their new home, and only when that has them, the deletions in the old one. Each
 * step may be done again: what is there is left alone. Whatever somebody writes meanwhile goes along.
 */
export async function carryRecords(carried: Carried, leaving: Leaving): Promise<void> {
  const { from, to, ids } = carried;
  for (let round = 0; ; round += 1) {
    const here = await versionsById(from.store, [...ids.keys()]);
    await writeThere(carried, here);
    const deletions = [...ids].flatMap(([id, newId]) =>
      goingOf(here.get(id) ?? [], id, carried).map(({ document }) =>
        deletionOf(document, { stakeDB: to.stakeDB, id: newId }, leaving),
      ),
    );
    if (deletions.length === 0) return;
    if (round === ROUNDS) throw new Error('a record is written again and again while it moves');
    // A version that somebody has changed meanwhile stays, and the next round takes it along.
    await from.store.write(oneOfEach(deletions));
  }
}

/** One deletion of each record: a second one of the same record would wait for the next round. */
function oneOfEach(deletions: readonly DraftDocument[]): DraftDocument[] {
  return [...new Map(deletions.map((deletion) => [deletion._id, deletion])).values()];
}
