import { isDeepStrictEqual } from 'node:util';
import { MAX_GENERATION } from '@crece/replication';
import {
  type DocumentStore,
  type Stores,
  type StoresAddress,
  StoreUnavailable,
} from '../document-store.ts';
import { indexedFields } from '../indexed-fields.ts';
import { openOnce } from '../open-once.ts';
import { OpenFiles } from '../sqlite/sqlite-file.ts';
import { isStoreName, stakeDBOf } from '../store-names.ts';
import { removeLeftovers } from './copy-file.ts';
import { type OwnFolder, takeFolder } from './copy-folder.ts';
import { COUCH_TIMEOUTS, CouchClient, CouchRefusal, type CouchTimeouts } from './couch-client.ts';
import { CouchDatabase } from './couch-database.ts';
import { CouchStore } from './couch-store.ts';
import type { CouchHistory } from './couch-writer.ts';
import { DESIGN_NAME, designFields, FIELDS_DESIGN, fieldsDesign } from './design-document.ts';
import { SnapshotCopy } from './snapshot-copy.ts';

const PREFIX = 'crece_';
const MAX_OPEN_COPIES = 48;
/** CouchDB lists its servers to administrators only; compatible servers do not know the request. */
const NOT_TOLD: readonly number[] = [401, 403, 404];

interface RawMembership {
  /** Servers that the asked one is connected to, including itself. */
  all_nodes: string[];
  /** Servers that form the cluster. */
  cluster_nodes: string[];
}

/** Revisions are made by us, because phones compare them with their own. */
const OF_UNITS: Omit<CouchHistory, 'copies'> = {
  revsLimit: 1_000,
  maxGeneration: MAX_GENERATION,
  namedBy: 'ours',
};
/**
 * These databases do not replicate, and of two accounts that take the same user name one must lose.
 */
const OF_THE_SERVER: Omit<CouchHistory, 'copies'> = {
  revsLimit: 20,
  maxGeneration: Number.MAX_SAFE_INTEGER,
  namedBy: 'couchdb',
};

export interface CouchOptions {
  /** Address with the account of the service: `http://crece:password@couchdb:5984`. */
  url: string;
  /** The same with an account that may create databases; `null`: the service's account is used. */
  adminUrl: string | null;
  /** Folder for copies of units in the order of a first download; it may be deleted at any time. */
  copiesDir: string;
  /** Prefix of the names of databases. */
  prefix?: string;
  /** Whether CouchDB itself refuses invalid records in a unit's database. */
  isFenced?: boolean;
  timeouts?: CouchTimeouts;
}

class CouchStores implements Stores {
  readonly #options: CouchOptions;
  readonly #prefix: string;
  readonly #service: CouchClient;
  readonly #admin: CouchClient;
  readonly #files = new OpenFiles({ maxOpen: MAX_OPEN_COPIES, maxPages: null });
  readonly #stores = new Map<string, Promise<CouchStore>>();
  #folder: OwnFolder | null = null;

  constructor(options: CouchOptions) {
    const { url, adminUrl, timeouts, prefix = PREFIX } = options;
    this.#options = options;
    this.#prefix = prefix;
    this.#service = new CouchClient(new URL(url), timeouts);
    this.#admin = adminUrl === null ? this.#service : new CouchClient(new URL(adminUrl), timeouts);
  }

  get address(): StoresAddress {
    const { url, adminUrl, copiesDir, isFenced } = this.#options;
    const fence = isFenced === undefined ? {} : { isFenced };
    return { kind: 'couchdb', url, adminUrl, copiesDir, prefix: this.#prefix, ...fence };
  }

  async open(name: string): Promise<DocumentStore> {
    return openOnce(this.#stores, name, (fresh) => this.#open(fresh));
  }

  async has(name: string): Promise<boolean> {
    if (!isStoreName(name)) return false;
    return new CouchDatabase(this.#service, `${this.#prefix}${name}`).exists();
  }

  async sequence(name: string): Promise<string> {
    if (!(await this.has(name))) return '0';
    return (await new CouchDatabase(this.#service, `${this.#prefix}${name}`).info()).updateSeq;
  }

  async names(): Promise<string[]> {
    const { body } = await this.#admin.ask({
      method: 'GET',
      path: '_all_dbs',
      query: { start_key: JSON.stringify(this.#prefix) },
      isQuestion: true,
    });
    return (body as string[])
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => name.slice(this.#prefix.length))
      .filter(isStoreName)
      .sort();
  }

  async check(): Promise<void> {
    await this.#service.ask({ method: 'GET', path: '', isQuestion: true });
    const { status, body } = await this.#admin.ask({
      method: 'GET',
      path: '_membership',
      isQuestion: true,
      expected: NOT_TOLD,
    });
    if (NOT_TOLD.includes(status)) return;
    const { all_nodes: reached, cluster_nodes: all } = body as RawMembership;
    const present = all.filter((node) => reached.includes(node));
    // Without a majority nothing can be written safely, although much can still be read.
    if (present.length * 2 <= all.length) {
      throw new StoreUnavailable(
        `only ${present.length} of ${all.length} CouchDB servers are there`,
      );
    }
  }

  noticeChange(): void {
    // Nothing to do: listeners follow CouchDB's own feed, which shows the writes of every process.
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#stores.values());
    for (const opening of opened) {
      if (opening.status === 'fulfilled') await opening.value.close();
    }
    this.#service.close();
    this.#admin.close();
    await this.#files.close();
    this.#folder?.release();
    this.#folder = null;
  }

  async #open(name: string): Promise<CouchStore> {
    const isUnit = stakeDBOf(name) !== null;
    const inCouch = `${this.#prefix}${name}`;
    const database = new CouchDatabase(this.#service, inCouch);
    const admin = new CouchDatabase(this.#admin, inCouch);
    const history = isUnit ? OF_UNITS : OF_THE_SERVER;
    const wanted: Wanted = {
      security: this.#security(),
      design: isUnit ? designFields({ isFenced: this.#options.isFenced ?? true }) : null,
    };
    // The administrator's account is not needed for a database that is already set up.
    if (!(await isAsWanted(database, wanted))) {
      if (await admin.make()) for (const each of [admin, database]) each.markNew();
      await prepare(admin, wanted);
    }
    await wishForIndexes(database, admin, indexedFields(name));
    const { updateSeq, copies } = await database.info();
    void wishForLimit(database, admin, history.revsLimit);
    const copy = new SnapshotCopy(database, {
      name,
      folderOf: () => this.#copiesFolder(),
      files: this.#files,
    });
    return new CouchStore({
      name,
      database,
      admin,
      history: { ...history, copies },
      hasLongSequences: updateSeq.includes('-'),
      hasViews: isUnit,
      copy,
      rivalMs: this.#options.timeouts?.rivalMs ?? COUCH_TIMEOUTS.rivalMs,
    });
  }

  /** Only the account of the service and the administrators of the server may use the database. */
  #security(): object | null {
    const { user } = this.#service;
    if (user === null) return null;
    return { admins: { names: [], roles: [] }, members: { names: [user], roles: [] } };
  }

  #copiesFolder(): string {
    if (this.#folder === null) {
      this.#folder = takeFolder(this.#options.copiesDir);
      removeLeftovers(this.#folder.path);
    }
    return this.#folder.path;
  }
}

/** The wanted settings of a database; `null`: a setting is left as it is. */
interface Wanted {
  security: object | null;
  design: object | null;
}

async function readDesign(
  database: CouchDatabase,
  name: string,
): Promise<{ rev: unknown; fields: object }> {
  const { _id, _rev, ...fields } = (await database.special('_design', name)) ?? {};
  return { rev: _rev, fields };
}

/** Writes a design document unless it is as wanted. */
async function putDesign(admin: CouchDatabase, name: string, design: object): Promise<void> {
  const { rev, fields } = await readDesign(admin, name);
  if (isDeepStrictEqual(fields, design)) return;
  const body = JSON.stringify({ ...design, ...(rev === undefined ? {} : { _rev: rev }) });
  // `null`: another process has just written it.
  await admin.putSpecial('_design', name, body);
}

/** Whether the database exists with the wanted settings, as far as this account may know. */
async function isAsWanted(database: CouchDatabase, wanted: Wanted): Promise<boolean> {
  const { security, design } = wanted;
  try {
    if (!(await database.exists())) return false;
    const present = [
      security === null ? null : await database.setting('_security'),
      design === null ? null : (await readDesign(database, DESIGN_NAME)).fields,
    ];
    return isDeepStrictEqual(present, [security, design]);
  } catch (error) {
    // This account may not read it: an administrator has to open it.
    if (error instanceof StoreUnavailable && error.cause instanceof CouchRefusal) return false;
    throw error;
  }
}

/** Writes the settings that differ from the wanted ones. */
async function prepare(admin: CouchDatabase, { security, design }: Wanted): Promise<void> {
  if (security !== null && !isDeepStrictEqual(await admin.setting('_security'), security)) {
    await admin.putSetting('_security', security);
  }
  if (design !== null) await putDesign(admin, DESIGN_NAME, design);
}

/**
 * How many revisions CouchDB keeps of a branch; it only saves room. Nobody waits for it, because
 * CouchDB does not change it while one server of a cluster is away. It is tried again when the
 * database is next opened.
 */
async function wishForLimit(
  database: CouchDatabase,
  admin: CouchDatabase,
  limit: number,
): Promise<void> {
  try {
    if ((await database.setting('_revs_limit')) !== limit) {
      await admin.putSetting('_revs_limit', limit);
    }
  } catch {
    // The present limit stays.
  }
}

/**
 * The indexes by field. A database opens without them, because only an administrator can make them:
 * `listBy` reads the whole database then. They are tried again when it is next opened.
 */
async function wishForIndexes(
  database: CouchDatabase,
  admin: CouchDatabase,
  fields: readonly string[],
): Promise<void> {
  const [first] = fields;
  if (first === undefined) return;
  const design = fieldsDesign(fields);
  try {
    if (isDeepStrictEqual((await readDesign(database, FIELDS_DESIGN)).fields, design)) return;
    await putDesign(admin, FIELDS_DESIGN, design);
  } catch {
    return;
  }
  // Builds all views of the design document; nobody waits for it.
  void database.idsAt(FIELDS_DESIGN, first, []).catch(() => null);
}

/** The databases of this server in CouchDB; no request is sent before one is opened. */
export function openCouchStores(options: CouchOptions): Stores {
  return new CouchStores(options);
}
