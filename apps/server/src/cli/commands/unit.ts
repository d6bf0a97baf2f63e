import { existsSync } from 'node:fs';
import { BackupRefused } from '../../backup/backup-refused.ts';
import { checkUnits, rebuildUnit, setUnitAside } from '../../backup/damaged-unit.ts';
import type { BroughtAgain } from '../../moved/bring-again.ts';
import { finishUnitRestores } from '../../start/cut-unit-restores.ts';
import { databasesFolder } from '../../start/data-folder.ts';
import { lockDataFolder } from '../../start/data-folder-lock.ts';
import { readConfig } from '../../start/read-config.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { sayBrought } from '../say-brought.ts';
import { mistyped } from '../typed-options.ts';

const FORMS = 'It is "unit check [DB]", "unit quarantine DB" or "unit rebuild DB".';

const MENDS =
  'Stop the server, then put each back with "crece restore BACKUP --unit DB", or take what can be read of it with "crece unit rebuild DB".';

async function check(dataDir: string, asked: string | undefined, { say }: Console): Promise<0 | 1> {
  if (!existsSync(databasesFolder(dataDir))) {
    throw new CliError(`${dataDir} holds no databases of Crece: name it with CRECE_DATA_DIR.`, 1);
  }
  const found = [...(await checkUnits(dataDir))].filter(
    ([stakeDB]) => asked === undefined || asked === stakeDB,
  );
  if (asked !== undefined && found.length === 0) {
    throw new CliError(`There is no unit "${asked}" in ${dataDir}.`, 1);
  }
  const wrong = found.filter(([, words]) => words !== null);
  for (const [stakeDB, words] of wrong) say(`The unit ${stakeDB} ${words}.`);
  say(`${found.length - wrong.length} of ${found.length} units are whole.`);
  if (wrong.length > 0) say(MENDS);
  return wrong.length === 0 ? 0 : 1;
}

async function withLock<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  const unlock = lockDataFolder(dataDir);
  try {
    finishUnitRestores(databasesFolder(dataDir));
    return await act();
  } finally {
    unlock();
  }
}

/** `crece unit`: finds damaged units, puts one aside, and takes what can be read of it. */
export async function runUnit(args: readonly string[], io: Console): Promise<0 | 1> {
  const [what, stakeDB, ...more] = args;
  const isForm =
    what === 'check' || (['quarantine', 'rebuild'].includes(what ?? '') && stakeDB !== undefined);
  if (!isForm || more.length > 0) throw mistyped(FORMS);
  const { dataDir, couch } = readConfig();
  if (couch !== null) {
    throw new CliError('The units are in CouchDB, whose own means mend them (docs/couchdb.md).', 1);
  }
  if (what === 'check') return check(dataDir, stakeDB, io);
  const place = { dataDir, stakeDB: stakeDB ?? '', clock: () => new Date() };
  try {
    if (what === 'quarantine') {
      const aside = await withLock(dataDir, () => setUnitAside(place));
      io.say(
        `The damaged file lies in ${aside}. Phones bring back what they have; "crece unit rebuild ${stakeDB}" takes what can be read of it.`,
      );
    } else {
      const brought: BroughtAgain[] = [];
      const { from, records } = await withLock(dataDir, () =>
        rebuildUnit(place, (each) => brought.push(each)),
      );
      io.say(`${records} records could be read in ${from}. Phones bring back the others.`);
      for (const each of brought) sayBrought(io)(each);
    }
    return 0;
  } catch (error) {
    if (error instanceof BackupRefused) throw new CliError(error.message, 1);
    throw error;
  }
}
