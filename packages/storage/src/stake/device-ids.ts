import type { UnitDatabase } from '../unit/unit-database.ts';

const LOCAL_ID = 'crece-devices';

/** Another tab may add the same id at the same moment. */
const MAX_ATTEMPTS = 3;

/**
 * The ids by which this installation ever signed writes in this unit, these added. They say which
 * records were written here; kept with the records, so that a device id lost by itself never makes
 * unsent records look sent.
 */
export async function rememberDevices(
  database: UnitDatabase,
  added: readonly string[],
): Promise<ReadonlySet<string>> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await database.readLocal(LOCAL_ID);
    const known: unknown = stored?.['ids'];
    const ids = Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
    const all = new Set([...ids, ...added]);
    if (all.size === ids.length) return all;
    try {
      await database.writeLocal(LOCAL_ID, {
        ...(stored?._rev === undefined ? {} : { _rev: stored._rev }),
        ids: [...all],
      });
      return all;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
