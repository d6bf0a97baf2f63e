import { changeLocal } from '../records/change-local.ts';
import type { UnitRecords } from '../records/unit-records.ts';

/** Lists of ids kept in a unit's database, each in a local document. */
const LISTS = {
  /** Ids with which this installation has ever signed writes in this unit. */
  devices: 'crece-devices',
  /** Children registered here before the unit was whole. */
  madeHere: 'crece-made-here',
} as const;

type List = keyof typeof LISTS;

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
  let all: readonly string[] = [];
  await changeLocal(database, LISTS[list], (stored) => {
    const ids = idsIn(stored);
    all = [...new Set([...ids, ...added])];
    return all.length === ids.length ? null : { ids: all };
  });
  return all;
}

function idsIn(stored: Readonly<Record<string, unknown>> | null): readonly string[] {
  const ids: unknown = stored?.['ids'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
