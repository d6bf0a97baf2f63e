import { existsSync } from 'node:fs';
import { StartError } from '../base/start-error.ts';
import { refuseNewerData } from '../settings/data-version.ts';
import type { Config } from '../start/config.ts';
import { refuseCutCouch } from '../start/cut-restore.ts';
import { databasesFolder, prepareDataFolder } from '../start/data-folder.ts';
import { openStores } from '../start/open-stores.ts';
import { readConfig } from '../start/read-config.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { OPEN_FILES_UNIT_BY_UNIT } from '../store/open-stores-at.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { CliError } from './cli-error.ts';

async function openExisting(config: Config, mayBeNew: boolean): Promise<Stores> {
  const { dataDir, couch } = config;
  if (!mayBeNew && couch === null && !existsSync(databasesFolder(dataDir))) {
    throw new CliError(
      `There are no accounts in ${dataDir}: start the server once, make one with "user add", or name another folder with CRECE_DATA_DIR.`,
      1,
    );
  }
  await prepareDataFolder(dataDir);
  return openStores(config, { maxOpenFiles: OPEN_FILES_UNIT_BY_UNIT });
}

/**
 * Runs a command on the configured databases, which a running server may have open too. Errors of
 * the configuration or the databases become sentences.
 */
export async function withStores<T>(
  { mayBeNew }: { mayBeNew: boolean },
  run: (stores: Stores, config: Config) => Promise<T>,
): Promise<T> {
  try {
    const config = readConfig();
    const stores = await openExisting(config, mayBeNew);
    try {
      const accounts = await stores.open(ACCOUNTS_DATABASE);
      await refuseCutCouch(accounts);
      await refuseNewerData(accounts);
      return await run(stores, config);
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (error instanceof StartError || error instanceof StoreUnavailable) {
      throw new CliError(error.message, 1);
    }
    throw error;
  }
}
