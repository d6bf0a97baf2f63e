import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accountsSince } from '../../backup/accounts-since.ts';
import { countsOf, type Manifest } from '../../backup/backup-format.ts';
import { BackupRefused } from '../../backup/backup-refused.ts';
import type { Key } from '../../backup/encryption.ts';
import type { ErasedAfterRestore } from '../../backup/erase-after-restore.ts';
import {
  type RestoreAsked,
  restoreBackup,
  restoreIntoCouch,
  restoreUnit,
} from '../../backup/restore-backup.ts';
import { StartError } from '../../base/start-error.ts';
import { ERASED_FILE } from '../../erased/erased-file.ts';
import { refuseCutRestore } from '../../start/cut-restore.ts';
import { databasesFolder, openDataStores } from '../../start/data-folder.ts';
import { lockDataFolder } from '../../start/data-folder-lock.ts';
import { openStores } from '../../start/open-stores.ts';
import { readConfig } from '../../start/read-config.ts';
import { publicUrlOfRunning } from '../../start/running-note.ts';
import { StoreUnavailable } from '../../store/document-store.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { interruptible } from '../interruptible.ts';
import { backupKeyOf, KEY_OPTIONS } from '../key-options.ts';
import { sayBrought } from '../say-brought.ts';
import { mistyped, readWords } from '../typed-options.ts';

const OPTIONS = {
  ...KEY_OPTIONS,
  'keep-sessions': { type: 'boolean', default: false },
  unit: { type: 'string' },
  couchdb: { type: 'boolean', default: false },
  erasures: { type: 'string' },
} as const;

function readOptions(args: readonly string[]) {
  const { values, positionals } = readWords(args, OPTIONS);
  const [file, dir, ...more] = positionals;
  const isForm =
    values.unit === undefined ? dir !== undefined : dir === undefined && !values.couchdb;
  if (file === undefined || !isForm || more.length > 0) {
    throw mistyped('restore needs the file and an empty folder, or the file and --unit.');
  }
  return { ...values, file, dir: dir ?? '' };
}

type Options = ReturnType<typeof readOptions>;

function sayFound(manifest: Manifest, { say }: Console): void {
  const { units, children, accounts } = countsOf(manifest);
  say(
    `Backup of ${manifest.madeAt} by Crece ${manifest.product}: ${units} units, ${children} children, ${accounts} accounts.`,
  );
}

/** The list of the folder that the server had until now counts, and one that is named. */
function listsOf({ erasures }: Options): string[] {
  return [join(readConfig().dataDir, ERASED_FILE), ...(erasures === undefined ? [] : [erasures])];
}

const sayErased =
  ({ say }: Console) =>
  ({ isListFound, units }: ErasedAfterRestore): void => {
    if (units.length > 0) {
      say(`What was erased for good since the backup was erased again, in ${units.join(', ')}.`);
    }
    if (!isListFound) {
      say(
        'No list of erasures (erasures.json) was found beside the backup or in CRECE_DATA_DIR: whoever was erased since the backup was made is in this data again. Erase them again, or restore with --erasures FILE.',
      );
    }
  };

async function oneUnit(options: Options, key: Key | null, stakeDB: string, io: Console) {
  const { dataDir, couch } = readConfig();
  if (couch !== null) {
    throw new CliError(
      'With CouchDB a backup is put back as a whole: restore FILE FOLDER --couchdb.',
      1,
    );
  }
  if ((await publicUrlOfRunning(dataDir)) !== null) {
    throw new CliError(`Stop the server of ${dataDir} first: it has the unit open.`, 1);
  }
  const { file } = options;
  refuseCutRestore(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    const { manifest, aside } = await restoreUnit({
      ...{ file, key, stakeDB, dataDir, clock: () => new Date() },
      lists: listsOf(options),
      onErased: sayErased(io),
      onBrought: sayBrought(io),
    });
    sayFound(manifest, io);
    io.say(`The unit ${stakeDB} is as it was then. Phones bring back what came after it.`);
    if (aside === null) return;
    io.say(
      `What was there lies in ${aside}: "crece unit rebuild ${stakeDB}" adds what can be read of it. Delete it when it is not needed any more.`,
    );
  } finally {
    unlock();
  }
}

/**
 * Rights that were taken from somebody since then come back: whoever restores must know whose, as far as
 * the folder that the server had until now can be read.
 */
async function sayAccountsSince(dir: string, { say }: Console): Promise<void> {
  const { dataDir, couch } = readConfig();
  const isNone = couch !== null || !existsSync(join(databasesFolder(dataDir), 'system.sqlite'));
  if (isNone || resolve(dir) === dataDir) return;
  const restored = await openDataStores(dir);
  try {
    const newer = await openDataStores(dataDir);
    try {
      const lines = await accountsSince(restored, newer);
      if (lines.length > 0) say(`Accounts that were changed in ${dataDir} since then:`);
      for (const line of lines) say(`  ${line}`);
    } finally {
      await newer.close();
    }
  } catch (error) {
    if (!(error instanceof StartError || error instanceof StoreUnavailable)) throw error;
    say(`Which accounts were changed since then cannot be told: ${error.message}`);
  } finally {
    await restored.close();
  }
}

/** The databases into CouchDB, the rest into the folder. */
async function intoCouch(asked: RestoreAsked, io: Console): Promise<void> {
  const config = readConfig();
  if (config.couch === null) throw new CliError('COUCHDB_URL is not set.', 1);
  const stores = await openStores(config);
  try {
    sayFound(await restoreIntoCouch(asked, stores), io);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const again = 'Units may lie there in part; the same command completes them.';
    throw new CliError(`CouchDB did not take the backup: ${error.message}. ${again}`, 1);
  } finally {
    await stores.close();
  }
}

/** `crece restore`: a new data folder from a backup, or one unit of it put back. */
export async function runRestore(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  const key = await backupKeyOf(options);
  try {
    if (options.unit !== undefined) {
      await oneUnit(options, key, options.unit, io);
      return;
    }
    const { file, dir, 'keep-sessions': keepSessions } = options;
    const asked = {
      ...{ file, key, dir, keepSessions, clock: () => new Date() },
      lists: listsOf(options),
      onErased: sayErased(io),
      onBrought: sayBrought(io),
    };
    if (options.couchdb) await intoCouch(asked, io);
    else {
      const found = await interruptible(io, (signal) => restoreBackup({ ...asked, signal }));
      sayFound(found, io);
      await sayAccountsSince(dir, io);
    }
    io.say(
      `${dir} is ready: start the server with CRECE_DATA_DIR=${dir}. Phones bring back what came after the backup, under the address that they know${
        keepSessions ? '' : '; everybody signs in again'
      }.`,
    );
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StoreUnavailable) {
      throw new CliError(error.message, 1);
    }
    throw error;
  }
}
