import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../document-store.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';

/** How long one call may hold up the process while another program has the lock. */
const READER_WAIT_MS = 2_000;
/** The writer asks again by itself between short waits (see `SqliteFile`), so that others are served. */
const WRITER_WAIT_MS = 20;
const MAX_LOG_BYTES = 16 * 1_024 * 1_024;

function answerOf(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(answerOf(database, pragma));
}

/** Refuses, before anything is changed, a file that another program or a newer version wrote. */
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

/** Makes or updates the tables in one transaction; of two processes at once, the second finds them. */
function migrate(database: DatabaseSync): void {
  if (numberOf(database, 'user_version') === MIGRATIONS.length) return;
  database.exec('BEGIN IMMEDIATE');
  const version = numberOf(database, 'user_version');
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index >= version) database.exec(`${step}; PRAGMA user_version = ${index + 1};`);
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; COMMIT;`);
}

/** Opens the connection that writes; makes folder, file and tables when they are not there. */
export function openWriter(path: string, maxPages: number | null): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Made by us and not by SQLite: the log beside it takes over its mode, and it holds personal data.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: READER_WAIT_MS });
  try {
    checkOwner(database, path);
    // Full: a commit waits until the disk has it. What was acknowledged survives a power cut.
    database.exec('PRAGMA synchronous = FULL');
    if (maxPages !== null) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    // Only a file without tables takes it: freed pages go back in small portions after a compaction.
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
 * Opens the connection that reads what is committed, while the other is in the middle of a batch. It
 * may write nothing, but as the last one to leave it puts the log into the file, which a connection
 * opened for reading alone may not. `null`: the tables of this version are not there, the writer makes
 * them.
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
