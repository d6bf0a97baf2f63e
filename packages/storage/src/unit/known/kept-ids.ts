import type { UnitRecords } from '../records/unit-records.ts';

/** Lists of ids kept in a unit's database, each in a local document. */
const LISTS = {
  /** Ids with which this installation has ever signed writes in this unit. */
  devices: 'crece-devices',
  /** Children registered here before the unit was whole. */
  madeHere: 'crece-made-here',
} as const;

type List = keyof typeof LISTS;

/** Another tab may add to the same list at the same moment. */
const MAX_ATTEMPTS = 4;

/** The ids of a list. */
export async function readIds(database: UnitRecords, list: List): Promise<readonly string[]> {
  return idsIn(await database.readLocal(LISTS[list]));
}

/** Adds ids to a list; returns the whole list. */
export async function rememberIds(
  database: UnitRecords,
  list: List,
  added: readonly string[],
): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await database.readLocal(LISTS[list]);
    const ids = idsIn(stored);
    const all = [...new Set([...ids, ...added])];
    if (all.length === ids.length) return ids;
    try {
      await database.writeLocal(LISTS[list], {
        ...(stored?._rev === undefined ? {} : { _rev: stored._rev }),
        ids: all,
      });
      return all;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function idsIn(stored: Readonly<Record<string, unknown>> | null): readonly string[] {
  const ids: unknown = stored?.['ids'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
