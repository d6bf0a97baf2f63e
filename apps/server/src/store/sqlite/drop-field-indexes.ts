import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, storeFault } from './faults.ts';

const FIND_THEM = `SELECT type, name FROM sqlite_schema
  WHERE type IN ('table', 'trigger') AND name GLOB 'found_[0-9]*' ORDER BY type DESC`;

/**
 * Each file in one transaction: a kill leaves its indexes whole or none. A damaged file stays as it is:
 * no build reads it.
 */
function dropInFile(path: string): void {
  try {
    const database = new DatabaseSync(path, { timeout: 5_000 });
    try {
      database.exec('BEGIN IMMEDIATE');
      const found = database.prepare(FIND_THEM).all() as { type: string; name: string }[];
      for (const { type, name } of found) database.exec(`DROP ${type} "${name}"`);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return;
    throw storeFault(path, error);
  }
}

/** Takes the indexes by field out of all databases of a folder; no server may have them open. */
export async function dropFieldIndexes(dir: string): Promise<void> {
  const units = join(dir, 'units');
  const names = existsSync(units) ? readdirSync(units) : [];
  for (const name of names.filter((each) => each.endsWith('.sqlite')))
    dropInFile(join(units, name));
  dropInFile(join(dir, 'system.sqlite'));
}
