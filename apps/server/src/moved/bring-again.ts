import {
  hasArrived,
  homesAfter,
  idInUnit,
  kindOfId,
  type MovedAway,
  readHome,
} from '@crece/domain';
import type { DocumentStore, Replicated, Stores } from '../store/document-store.ts';
import { isStakeDB } from '../store/store-names.ts';
import { sha256, type UnitSide, versionBefore, writeThere } from './carry-records.ts';
import { awayOf, versionsById } from './versions.ts';

type Databases = Pick<Stores, 'open' | 'names'>;

/** A record that left for another unit, with its versions where it was. */
interface Leaver {
  readonly id: string;
  readonly away: MovedAway;
  readonly versions: readonly Replicated[];
}

/** What was brought into units that had lost it. */
export interface BroughtAgain {
  /** Number of records by unit. */
  readonly records: ReadonlyMap<string, number>;
  /** Units that could not be read or written, with the reason: whoever left or lives there is not brought. */
  readonly unread: ReadonlyMap<string, unknown>;
}

const UNIT_PREFIX = 'unit_';

/** Records that are held at once. */
const AT_ONCE = 500;

/** The records that left a unit, some at a time, by the unit in which they should live now. */
async function* leaversOf(
  store: DocumentStore,
  signal?: AbortSignal,
): AsyncIterable<ReadonlyMap<string, Leaver[]>> {
  const gone: string[] = [];
  for await (const { id, deleted } of store.changes({ since: '0' })) {
    if (!deleted) continue;
    signal?.throwIfAborted();
    gone.push(id);
  }
  for (let from = 0; from < gone.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const leavers = new Map<string, Leaver[]>();
    for (const [id, versions] of await versionsById(store, gone.slice(from, from + AT_ONCE))) {
      const away = awayOf(versions);
      if (away === null || !isStakeDB(away.home.stakeDB)) continue;
      const { stakeDB } = away.home;
      const others = leavers.get(stakeDB);
      if (others === undefined) leavers.set(stakeDB, [{ id, away, versions }]);
      else others.push({ id, away, versions });
    }
    yield leavers;
  }
}

/** Those of which a unit knows nothing that was written since they came there. */
async function unknownIn(store: DocumentStore, leavers: readonly Leaver[]): Promise<Leaver[]> {
  const there = await versionsById(
    store,
    leavers.map(({ away }) => away.home.id),
  );
  const documentsOf = ({ away }: Leaver) =>
    (there.get(away.home.id) ?? []).map(({ document }) => document);
  return leavers.filter((leaver) => !hasArrived(documentsOf(leaver), leaver.away));
}

/** The id of a record in a further unit to which it may have moved on. */
function furtherId({ id, away, versions }: Leaver, from: string, to: string): string {
  const document = versions[0]?.document ?? {};
  const movedFrom = homesAfter(document, { stakeDB: from, id });
  return idInUnit({ ...document, _id: away.home.id, movedFrom }, to, sha256);
}

/** Those that moved on to this unit from where they went. */
async function movedOnTo(
  { stakeDB, store }: UnitSide,
  from: string,
  leavers: readonly Leaver[],
): Promise<ReadonlySet<Leaver>> {
  const idOf = (leaver: Leaver) => furtherId(leaver, from, stakeDB);
  const there = await versionsById(store, leavers.map(idOf));
  const hasCome = (leaver: Leaver) => {
    const documents = (there.get(idOf(leaver)) ?? []).map(({ document }) => document);
    return hasArrived(documents, { moves: leaver.away.moves + 1 });
  };
  return new Set(leavers.filter(hasCome));
}

/** The children of screenings that are brought, where they live already. */
async function ownersOf(
  { store }: UnitSide,
  to: string,
  here: ReadonlyMap<string, readonly Replicated[]>,
): Promise<ReadonlyMap<string, string>> {
  const owners = [...here.values()].flat().flatMap(({ document: { owner } }) => owner ?? []);
  const versions = await versionsById(store, [...new Set(owners.map(String))]);
  return new Map(
    [...versions].flatMap(([id, each]) => {
      const home = awayOf(each)?.home;
      return home?.stakeDB === to ? [[id, home.id] as const] : [];
    }),
  );
}

async function bring(from: UnitSide, to: UnitSide, leavers: readonly Leaver[]): Promise<void> {
  const isTo = ({ document: { movedTo } }: Replicated) => readHome(movedTo)?.stakeDB === to.stakeDB;
  const childrenFirst = leavers.toSorted(
    (a, b) => Number(kindOfId(a.id) === 'scr') - Number(kindOfId(b.id) === 'scr'),
  );
  const ids = new Map(childrenFirst.map(({ id, away }) => [id, away.home.id]));
  const here = new Map(
    childrenFirst.map(({ id, versions }) => [id, versions.filter(isTo).map(versionBefore)]),
  );
  const owners = await ownersOf(from, to.stakeDB, here);
  await writeThere({ from, to, ids, owners }, here);
}

async function namedUnits(stores: Databases): Promise<string[]> {
  const names = (await stores.names()).filter((name) => name.startsWith(UNIT_PREFIX));
  return names.map((name) => name.slice(UNIT_PREFIX.length));
}

export interface BringOptions {
  /** The units that there are; absent: every one that the store names. */
  readonly units?: readonly string[];
  /** The only unit into which records are brought. */
  readonly into?: string;
  /** Whether a record of a unit was erased: it is left where it is. */
  readonly isErased?: (stakeDB: string, id: string) => boolean;
  /** Whether the others are looked at although this unit cannot be read; without it the work ends. */
  readonly mayMiss?: (stakeDB: string) => boolean;
  /** Ends it early: what was brought by then stays. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings into units that were put back from an earlier time what had moved there since: only the
 * deletions in the units that it left keep it. Units that were copied one after the other are such
 * units too. A revision that is there already is not written again.
 */
export async function bringAgain(
  stores: Databases,
  { units: named, into, isErased = () => false, mayMiss = () => false, signal }: BringOptions = {},
): Promise<BroughtAgain> {
  const units = named ?? (await namedUnits(stores));
  const sideOf = async (stakeDB: string): Promise<UnitSide> => {
    return { stakeDB, store: await stores.open(UNIT_PREFIX + stakeDB) };
  };
  const unread = new Map<string, unknown>();
  let isOver = false;
  /** Works with a unit; what goes wrong is told of that unit, also inside of work with another. */
  const reading = async (stakeDB: string, work: () => Promise<void>) => {
    if (unread.has(stakeDB)) return;
    try {
      await work();
    } catch (error) {
      isOver ||= signal?.aborted === true || !mayMiss(stakeDB);
      if (isOver) throw error;
      unread.set(stakeDB, error);
    }
  };

  const records = new Map<string, number>();
  const bringFrom = async (from: UnitSide, to: UnitSide, leavers: readonly Leaver[]) => {
    const left = leavers.filter(({ away }) => !isErased(to.stakeDB, away.home.id));
    let lost = await unknownIn(to.store, left);
    // Where it cannot be told whether they moved on they come: twice is better than nowhere.
    for (const unit of lost.length === 0 ? [] : units) {
      if (unit === to.stakeDB) continue;
      await reading(unit, async () => {
        const movedOn = await movedOnTo(await sideOf(unit), from.stakeDB, lost);
        lost = lost.filter((leaver) => !movedOn.has(leaver));
      });
    }
    if (lost.length === 0) return;
    await bring(from, to, lost);
    records.set(to.stakeDB, (records.get(to.stakeDB) ?? 0) + lost.length);
  };

  for (const unit of units) {
    await reading(unit, async () => {
      const from = await sideOf(unit);
      for await (const some of leaversOf(from.store, signal)) {
        for (const [to, leavers] of some) {
          if (into !== undefined && to !== into) continue;
          await reading(to, async () => bringFrom(from, await sideOf(to), leavers));
        }
      }
    });
  }
  return { records, unread };
}
