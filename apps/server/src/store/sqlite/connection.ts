import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../document-store.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';

/** How long a call may block the process while another program has the lock. */
const READER_WAIT_MS = 2_000;
/** Short, because `SqliteFile` retries by itself with pauses in which other work runs. */
const WRITER_WAIT_MS = 20;
const MAX_LOG_BYTES = 16 * 1_024 * 1_024;

function answerOf(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(answerOf(database, pragma));
}

/** Throws, before anything is changed, for a file that another program or a newer version wrote. */
function checkOwner(database: DatabaseSync, path: string): void {
  const version = numberOf(database, 'user_version');
  if (version > MIGRATIONS.length) {
    throw new StoreUnavailable(`the database ${path} was written by a newer version of Crece`);
  }
  const isOurs = numberOf(database, 'application_id') === APPLICATION_ID;
  if (!isOurs && numberOf(database, 'schema_version') > 0) {
    throw new StoreUnavailable(`the database ${path} belongs to another program`);
  }
}

/**
 * Creates or updates the tables in one transaction; of two simultaneous processes the second finds
 * them done.
 */
function migrate(database: DatabaseSync): void {
  if (numberOf(database, 'user_version') === MIGRATIONS.length) return;
  database.exec('BEGIN IMMEDIATE');
  const version = numberOf(database, 'user_version');
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index >= version) database.exec(`${step}; PRAGMA user_version = ${index + 1};`);
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; COMMIT;`);
}

/** Opens the writing connection; creates folder, file and tables if needed. */
export function openWriter(path: string, maxPages: number | null): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Created here rather than by SQLite: the log beside it takes over its mode, and holds personal
  // data.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: READER_WAIT_MS });
  try {
    checkOwner(database, path);
    // Full: a commit waits until the data is on the disk, so acknowledged writes survive a power
    // cut.
    database.exec('PRAGMA synchronous = FULL');
    if (maxPages !== null) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    // Takes effect only in a file without tables: freed pages are returned in small steps after a
    // compaction.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    if (answerOf(database, 'journal_mode = WAL') !== 'wal') {
      throw new StoreUnavailable(`the folder of ${path} takes no log file`);
    }
    migrate(database);
    database.exec(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`);
    database.exec(`PRAGMA busy_timeout = ${WRITER_WAIT_MS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the connection that reads committed data while the other connection is in the middle of a
 * batch. It may not write; but it is not opened read-only, because the last connection to close
 * moves the log into the file. `null`: the tables of this version do not exist yet, and the writer
 * creates them.
 */
export function openReader(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { timeout: READER_WAIT_MS });
  try {
    checkOwner(database, path);
    if (numberOf(database, 'user_version') === MIGRATIONS.length) {
      database.exec('PRAGMA query_only = ON');
      return database;
    }
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return null;
}
