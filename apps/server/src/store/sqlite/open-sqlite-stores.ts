import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_GENERATION } from '@crece/replication';
import type { Stores, StoresAddress } from '../document-store.ts';
import { indexedFields } from '../indexed-fields.ts';
import { openOnce } from '../open-once.ts';
import { isStakeDB, isStoreName, stakeDBOf } from '../store-names.ts';
import type { History } from './batch.ts';
import { storeFault } from './faults.ts';
import { fieldTable } from './field-index.ts';
import { markOf } from './file-mark.ts';
import { OpenFiles, SqliteFile } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { SqliteReads, StoreRow } from './statements.ts';

const SYSTEM_FILE = 'system.sqlite';
const UNITS_FOLDER = 'units';
const SUFFIX = '.sqlite';
/** Each open file takes up to 4 MB of memory and six file handles of the process. */
const MAX_OPEN_FILES = 48;

/** A unit's trees are as deep as CouchDB's, because phones compare theirs with them after years. */
const OF_UNITS: History = {
  revsLimit: 1_000,
  maxGeneration: MAX_GENERATION,
  keepsReplaced: true,
};
/**
 * The server's own documents never replicate, change often, and may have held passwords and
 * secrets.
 */
const OF_THE_SERVER: History = {
  revsLimit: 20,
  maxGeneration: Number.MAX_SAFE_INTEGER,
  keepsReplaced: false,
};

interface Options {
  /** Folder of the databases; created if needed. */
  dir: string;
  /** Files open at once; the others are opened again when needed. */
  maxOpenFiles?: number;
  /** Limit of the pages (4 KB each) of one file; without it the disk is the limit. */
  maxPages?: number;
}

/** Opens a database in a file; creates it, and its indexes by field, if needed. */
export async function openInFile(
  file: SqliteFile,
  name: string,
  history: History,
  fields: readonly string[] = [],
): Promise<SqliteStore> {
  const missing = ({ table }: Pick<SqliteReads, 'table'>, { store }: StoreRow) =>
    fields.filter((field) => table.one(fieldTable(store, field)) === null);
  const made = file.read((reads) => {
    const row = reads.store.one(name);
    return row === null || missing(reads, row).length > 0 ? null : row;
  });
  const row =
    made ??
    (await file.transaction(async (writes) => {
      writes.makeStore.run(name);
      const fresh = writes.store.one(name);
      if (fresh === null) throw new Error(`a database that was made is not there: ${name}`);
      for (const field of missing(writes, fresh)) writes.makeFieldIndex(fresh.store, field);
      return fresh;
    }));
  return new SqliteStore(file, row, history);
}

class SqliteStores implements Stores {
  readonly address: StoresAddress;
  readonly #dir: string;
  readonly #files: OpenFiles;
  readonly #system: SqliteFile;
  readonly #stores = new Map<string, Promise<SqliteStore>>();
  readonly #sequences = new Map<string, { mark: string; sequence: string }>();

  constructor({ dir, maxOpenFiles = MAX_OPEN_FILES, maxPages }: Options) {
    this.#dir = dir;
    this.address = { kind: 'files', dir };
    this.#files = new OpenFiles({ maxOpen: maxOpenFiles, maxPages: maxPages ?? null });
    this.#system = new SqliteFile(join(dir, SYSTEM_FILE), this.#files);
  }

  async open(name: string): Promise<SqliteStore> {
    return openOnce(this.#stores, name, (fresh) => this.#open(fresh));
  }

  async #open(name: string): Promise<SqliteStore> {
    const stakeDB = stakeDBOf(name);
    const file =
      stakeDB === null ? this.#system : new SqliteFile(this.#unitPath(stakeDB), this.#files);
    const history = stakeDB === null ? OF_THE_SERVER : OF_UNITS;
    return openInFile(file, name, history, indexedFields(name));
  }

  async has(name: string): Promise<boolean> {
    if (!isStoreName(name)) return false;
    const stakeDB = stakeDBOf(name);
    if (stakeDB !== null) return existsSync(this.#unitPath(stakeDB));
    return this.#system.read(({ store }) => store.one(name)) !== null;
  }

  async sequence(name: string): Promise<string> {
    const stakeDB = stakeDBOf(name);
    // Read before the sequence: a write in between then leaves a different mark.
    const mark = stakeDB === null ? null : markOf(this.#unitPath(stakeDB));
    const known = this.#sequences.get(name);
    if (mark !== null && known?.mark === mark.text) return known.sequence;
    this.#sequences.delete(name);
    if (!(await this.has(name))) return '0';
    const { updateSeq: sequence } = await (await this.open(name)).info();
    if (mark?.isSettled === true) this.#sequences.set(name, { mark: mark.text, sequence });
    return sequence;
  }

  async names(): Promise<string[]> {
    const own = this.#system.read(({ stores }) => stores.all()).map(({ name }) => name);
    return [...own, ...this.#units()].sort();
  }

  #unitPath(stakeDB: string): string {
    return join(this.#dir, UNITS_FOLDER, `${stakeDB}${SUFFIX}`);
  }

  #units(): string[] {
    const folder = join(this.#dir, UNITS_FOLDER);
    if (!existsSync(folder)) return [];
    try {
      return readdirSync(folder)
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => file.slice(0, -SUFFIX.length))
        .filter(isStakeDB)
        .map((stakeDB) => `unit_${stakeDB}`);
    } catch (error) {
      throw storeFault(folder, error);
    }
  }

  noticeChange(name: string): void {
    this.#stores.get(name)?.then(
      (store) => store.noticeChange(),
      // It could not be opened, so it has no listeners.
      () => undefined,
    );
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  /** Opens the server's own file, so that a start on an unusable folder fails at once. */
  async check(): Promise<void> {
    this.#system.prepare();
  }
}

/**
 * The databases of this server in SQLite files: `system.sqlite` with the server's own, and
 * `units/<stakeDB>.sqlite` for each unit. Rejects with `StoreUnavailable` when the folder cannot be
 * used.
 */
export async function openSqliteStores(options: Options): Promise<Stores> {
  const stores = new SqliteStores(options);
  await stores.check();
  return stores;
}
