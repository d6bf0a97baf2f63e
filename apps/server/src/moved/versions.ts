import { type Home, homesIn, type MovedAway, movedAway } from '@crece/domain';
import type { DocumentStore, Replicated, Stores } from '../store/document-store.ts';
import { isStakeDB } from '../store/store-names.ts';

/** The name of a unit's database in the store. */
const storeName = (stakeDB: string): string => `unit_${stakeDB}`;

const AT_ONCE = 200;
/** More moves than any child makes: a circle that only a hostile writer could have made. */
const MOST_MOVES = 100;

/** Every version of these records, deleted ones too; unknown records are left out. */
export async function versionsById(
  store: Pick<DocumentStore, 'readManyRevisions'>,
  ids: readonly string[],
): Promise<Map<string, Replicated[]>> {
  const found = new Map<string, Replicated[]>();
  for (let done = 0; done < ids.length; ) {
    const asked = ids.slice(done, done + AT_ONCE);
    const answers = await store.readManyRevisions(
      asked.map((id) => ({ id, revs: 'leaves' as const })),
    );
    if (answers.length === 0) throw new Error('a store answered no question');
    for (const [i, versions] of answers.entries()) {
      const id = asked[i];
      if (id !== undefined && versions.length > 0) found.set(id, versions);
    }
    done += answers.length;
  }
  return found;
}

/** Whether a record moved away, from its versions. */
export function awayOf(versions: readonly Replicated[] = []): MovedAway | null {
  return movedAway(versions.map(({ document }) => document));
}

/** The database of a unit; null: it has none. */
export async function unitStore(
  stores: Pick<Stores, 'open' | 'has'>,
  stakeDB: string,
): Promise<DocumentStore | null> {
  if (!isStakeDB(stakeDB) || !(await stores.has(storeName(stakeDB)))) return null;
  return stores.open(storeName(stakeDB));
}

/** Where a record that moved away lives today, after all its moves; null: it did not move. */
export async function homeOf(
  stores: Pick<Stores, 'open' | 'has'>,
  { stakeDB, id }: Home,
): Promise<Home | null> {
  let home: Home | null = null;
  let next: Home | null = { stakeDB, id };
  for (let moves = 0; next !== null && moves < MOST_MOVES; moves += 1) {
    const { id: there } = next;
    const store: DocumentStore | null = await unitStore(stores, next.stakeDB);
    const versions = store === null ? undefined : await versionsById(store, [there]);
    const away = awayOf(versions?.get(there));
    if (away === null) break;
    home = away.home;
    next = away.home;
  }
  return home;
}

/** The other units in which records live or lived, with the ids that they have there. */
export async function homesOfAll(
  store: Pick<DocumentStore, 'readManyRevisions'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const homes = new Map<string, Set<string>>();
  for (const versions of (await versionsById(store, ids)).values()) {
    for (const { stakeDB, id } of versions.flatMap(({ document }) => homesIn(document))) {
      homes.set(stakeDB, (homes.get(stakeDB) ?? new Set()).add(id));
    }
  }
  return new Map([...homes].map(([stakeDB, each]) => [stakeDB, [...each]]));
}
