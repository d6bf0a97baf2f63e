import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ERASED_FILE } from '../erased/erased-file.ts';
import { asideFolder, putUnitAside } from '../start/cut-unit-restores.ts';
import { databasesFolder, openDataStores } from '../start/data-folder.ts';
import type { Replicated } from '../store/document-store.ts';
import { checkFile } from '../store/sqlite/check-file.ts';
import { salvage } from '../store/sqlite/salvage.ts';
import { isStakeDB } from '../store/store-names.ts';
import { BackupRefused } from './backup-refused.ts';
import { eraseAfterRestore } from './erase-after-restore.ts';
import { bringMovedSince, type OnBrought } from './moved-since.ts';
import { newHistoryOf, type UnitInFolder } from './new-history.ts';

const UNITS = 'units';
const SUFFIX = '.sqlite';
const BATCH = 500;

/** What is wrong with the files of units, by name; a whole one is `null`. */
export async function checkUnits(dataDir: string): Promise<ReadonlyMap<string, string | null>> {
  const folder = join(databasesFolder(dataDir), UNITS);
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names.filter((name) => name.endsWith(SUFFIX)).sort();
  return new Map(files.map((name) => [basename(name, SUFFIX), checkFile(join(folder, name))]));
}

function pathOf({ dataDir, stakeDB }: UnitInFolder): string {
  const path = join(databasesFolder(dataDir), UNITS, `${stakeDB}${SUFFIX}`);
  if (!isStakeDB(stakeDB)) throw new BackupRefused(`"${stakeDB}" is no name of a unit.`);
  return path;
}

/** The newest file of a unit that was put aside. */
async function newestAside({ dataDir, stakeDB }: UnitInFolder): Promise<string | null> {
  const folder = asideFolder(databasesFolder(dataDir));
  const names = existsSync(folder) ? await readdir(folder) : [];
  const own = new RegExp(`^${stakeDB}-\\d{8}T\\d{6}${SUFFIX}$`);
  const newest = names
    .filter((name) => own.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? null : join(folder, newest);
}

/**
 * Puts the damaged file of a unit aside, while no server runs. The unit is empty then, and a new history
 * lets every phone offer what it has. Returns where the file lies. It may be repeated after a kill.
 */
export async function setUnitAside(place: UnitInFolder): Promise<string> {
  const { dataDir, stakeDB } = place;
  const path = pathOf(place);
  const isThere = existsSync(path);
  if (isThere && checkFile(path) === null) {
    throw new BackupRefused(`The unit ${stakeDB} is whole: it is not put aside.`);
  }
  const to = isThere ? putUnitAside(path, place.clock()) : await newestAside(place);
  if (to === null) throw new BackupRefused(`There is no unit "${stakeDB}" in ${dataDir}.`);
  await newHistoryOf(place, `the damaged unit ${stakeDB} was set aside`);
  return to;
}

/**
 * Takes what can be read of a damaged unit into the unit, beside what phones may have brought back since;
 * puts the damaged file aside first if it is still in place. Returns how many records it took.
 */
export async function rebuildUnit(
  place: UnitInFolder,
  onBrought?: OnBrought,
): Promise<{ from: string; records: number }> {
  const { dataDir, stakeDB, clock } = place;
  const path = pathOf(place);
  const isDamaged = existsSync(path) && checkFile(path) !== null;
  const from = isDamaged ? await setUnitAside(place) : await newestAside(place);
  if (from === null) {
    if (!existsSync(path)) throw new BackupRefused(`There is no unit "${stakeDB}" in ${dataDir}.`);
    throw new BackupRefused(
      `The unit ${stakeDB} is whole, and no damaged file of it was set aside.`,
    );
  }
  const stores = await openDataStores(dataDir);
  let records = 0;
  try {
    const store = await stores.open(`unit_${stakeDB}`);
    let batch: Replicated[] = [];
    for (const { revisions } of salvage(from)) {
      records += 1;
      batch.push(...revisions);
      if (batch.length < BATCH) continue;
      await store.writeRevisions(batch);
      batch = [];
    }
    await store.writeRevisions(batch);
  } finally {
    await stores.close();
  }
  await bringMovedSince(dataDir, { into: stakeDB, onBrought });
  const list = { file: join(dataDir, ERASED_FILE), others: [] };
  await eraseAfterRestore(dataDir, { ...list, clock, stakeDB });
  await newHistoryOf(place, `the damaged unit ${stakeDB} was rebuilt`);
  return { from, records };
}
