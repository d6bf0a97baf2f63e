import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { CATALOGUE_DATABASE, openCatalogue } from '../catalogue/catalogue-store.ts';
import { notedUnits } from '../gateway/epoch-notes.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { ACCOUNTS_DATABASE, SYSTEM_DATABASES, stakeDBOf } from '../store/store-names.ts';
import { isNameOfDataFolder } from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { Copier } from './copier.ts';
import type { CopiedDatabase } from './copy-database.ts';
import { copyStore } from './copy-store.ts';

const UNITS = 'databases/units';
/** The file of the server's own databases. */
export const SYSTEM = 'databases/system.sqlite';
const SUFFIX = '.sqlite';

/** The databases of a server, by the names of their files in a data folder. */
export interface BackupSource {
  /** Throws `BackupRefused` where there are none. */
  units(): Promise<readonly string[]>;
  /** Bytes of the two largest databases together; 0 where that is not known. */
  twoLargest(units: readonly string[]): Promise<number>;
  /** Makes a file of a database as it stands at one moment, and checks it. One at a time. */
  copy(name: string, to: string): Promise<CopiedDatabase>;
  close(): Promise<void>;
}

/** The files below a folder, by their names in the data folder. */
export async function below(dataDir: string, folder: string): Promise<string[]> {
  if (!existsSync(join(dataDir, folder))) return [];
  const found = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).split(sep).join('/'))
    .filter(isNameOfDataFolder)
    .sort();
}

/** Databases in files of the data folder. */
export function filesSource(dataDir: string): BackupSource {
  const copier = new Copier();
  return {
    async units() {
      if (!existsSync(join(dataDir, SYSTEM))) {
        throw new BackupRefused(
          `${dataDir} holds no databases of Crece: name it with CRECE_DATA_DIR.`,
        );
      }
      return (await below(dataDir, UNITS)).filter((name) => name.endsWith(SUFFIX));
    },
    async twoLargest(units) {
      const paths = [...units, SYSTEM].map((name) => join(dataDir, name));
      const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
      const [first = 0, second = 0] = sizes.toSorted((a, b) => b - a);
      return first + second;
    },
    copy: (name, to) => copier.copy({ path: join(dataDir, name), to, name }),
    close: () => copier.close(),
  };
}

/**
 * Units that there may be: of the catalogue, of the notes of the history (a unit that was taken from the
 * catalogue has its own), and all that CouchDB names, which it does for administrators only.
 */
async function unitsKnownTo(stores: Stores): Promise<ReadonlySet<string>> {
  const { catalogue } = await (await openCatalogue(stores, null)).current();
  const noted = await notedUnits(await stores.open(ACCOUNTS_DATABASE));
  const named = await stores.names().catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return [];
    throw error;
  });
  return new Set([
    ...catalogue.countries.flatMap(({ stakes }) => stakes.map(({ stakeDB }) => stakeDB)),
    ...noted,
    ...named.flatMap((name) => stakeDBOf(name) ?? []),
  ]);
}

/** Databases in CouchDB: each becomes a file as the embedded back end keeps it. */
export function couchSource(stores: Stores, scratch: string): BackupSource {
  const copier = new Copier();
  return {
    async units() {
      if (!(await stores.has(ACCOUNTS_DATABASE))) {
        throw new BackupRefused('CouchDB holds no databases of Crece.');
      }
      if (!(await stores.has(CATALOGUE_DATABASE))) {
        throw new BackupRefused('CouchDB holds no catalogue of Crece: start the server once.');
      }
      const found: string[] = [];
      for (const stakeDB of await unitsKnownTo(stores)) {
        if (await stores.has(`unit_${stakeDB}`)) found.push(`${UNITS}/${stakeDB}${SUFFIX}`);
      }
      return found.sort();
    },
    twoLargest: async () => 0,
    async copy(name, to) {
      const isUnit = name !== SYSTEM;
      const names = isUnit ? [`unit_${basename(name, SUFFIX)}`] : SYSTEM_DATABASES;
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { mode: 0o700 });
      try {
        await copyInto(scratch, stores, names);
        return await copier.copy({ path: join(scratch, name.replace('databases/', '')), to, name });
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
    close: () => copier.close(),
  };
}

async function copyInto(dir: string, from: Stores, names: readonly string[]): Promise<void> {
  const files = await openSqliteStores({ dir });
  try {
    for (const name of names) {
      if (await from.has(name)) await copyStore(await from.open(name), await files.open(name));
    }
  } finally {
    await files.close();
  }
}
