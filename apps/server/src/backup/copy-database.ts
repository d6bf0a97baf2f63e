import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isFull } from '../store/sqlite/faults.ts';
import { APPLICATION_ID, MIGRATIONS } from '../store/sqlite/schema.ts';
import { BackupRefused } from './backup-refused.ts';

/** How long a copy waits for the lock of another program. */
const WAIT_MS = 10_000;
/** What the copy of a database holds, as it stands in the manifest. */
export interface CopiedDatabase {
  readonly tables: number;
  /** The highest sequence of its change feeds. */
  readonly sequence: number;
  readonly children: number;
  readonly accounts: number;
  readonly epoch: string | null;
  /** The data version; 0 where none is noted. */
  readonly data: number;
}

function only(database: DatabaseSync, question: string): unknown {
  return Object.values(database.prepare(question).get() ?? {})[0];
}

const countOf = (database: DatabaseSync, prefix: string): number =>
  Number(
    only(
      database,
      `SELECT count(*) FROM documents WHERE deleted = 0 AND id >= '${prefix}' AND id < '${prefix}~'`,
    ),
  );

function fieldOf(database: DatabaseSync, id: string, field: string): unknown {
  const body = only(database, `SELECT body FROM documents WHERE id = '${id}' AND deleted = 0`);
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>)[field] : null;
}

function epochOf(database: DatabaseSync): string | null {
  const epoch = fieldOf(database, 'sync_epoch', 'epoch');
  return typeof epoch === 'string' ? epoch : null;
}

/** Checks a copied file page by page; throws `BackupRefused` for one that is damaged. */
function checked(path: string, name: string): CopiedDatabase {
  const database = new DatabaseSync(path, { readOnly: true, timeout: WAIT_MS });
  try {
    const verdict = only(database, 'PRAGMA integrity_check');
    if (verdict !== 'ok') throw new BackupRefused(`${name} is damaged: ${String(verdict)}`);
    return {
      tables: Number(only(database, 'PRAGMA user_version')),
      sequence: Number(only(database, 'SELECT coalesce(max(seq), 0) FROM stores')),
      children: countOf(database, 'chld_'),
      accounts: countOf(database, 'user_'),
      epoch: epochOf(database),
      data: Number(fieldOf(database, 'data_version', 'version') ?? 0),
    };
  } finally {
    database.close();
  }
}

function refuseForeign(database: DatabaseSync, name: string): void {
  if (Number(only(database, 'PRAGMA application_id')) !== APPLICATION_ID) {
    throw new BackupRefused(`${name} is no database of Crece.`);
  }
  if (Number(only(database, 'PRAGMA user_version')) > MIGRATIONS.length) {
    throw new BackupRefused(`${name} was written by a newer version of Crece.`);
  }
}

/**
 * Copies a database as it stands at one moment, while others read and write it, and checks the copy. It is
 * one statement, and with it one reading transaction; what it writes is one file without a log beside it,
 * and needs no `fsync`, which cost more than the copying itself.
 *
 * @param name what the sentence of a refusal calls it
 */
export function copyDatabase(path: string, to: string, name: string): CopiedDatabase {
  try {
    const source = new DatabaseSync(path, { timeout: WAIT_MS });
    try {
      refuseForeign(source, name);
      // The copy is read again at once and then deleted: nobody waits until it is on the disk.
      source.exec('PRAGMA synchronous = OFF');
      closeSync(openSync(to, 'w', 0o600));
      source.prepare('VACUUM INTO ?').run(to);
    } finally {
      source.close();
    }
    return checked(to, name);
  } catch (error) {
    if (isFull(error)) {
      const sentence = `The copy of ${name} has no room left on its disk: make room, or name another disk.`;
      throw new BackupRefused(sentence, { cause: error });
    }
    if (error instanceof Error && 'errcode' in error) {
      throw new BackupRefused(`${name} cannot be read: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
