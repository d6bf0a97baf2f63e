import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFault } from '../start/data-folder.ts';
import { storeFault } from '../store/sqlite/faults.ts';
import { aFolder } from '../testing/test-app.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { aDataFolder } from './testing/a-data-folder.ts';

const clock = () => new Date('2026-06-10T12:00:00.000Z');

/** What SQLite says when its file may not grow. */
function fullDisk(path: string): unknown {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (a)');
  try {
    database.prepare('INSERT INTO t VALUES (zeroblob(100000))').run();
  } catch (error) {
    return storeFault(path, error);
  }
  throw new Error('it took more than it may hold');
}

describe('a disk that becomes full while databases are open', () => {
  it('ends a restore with a sentence, and nothing is left', async () => {
    const file = join(aFolder(), 'crece.backup');
    const dataDir = await aDataFolder();
    await makeBackup({ dataDir, file, encryption: null, withSecret: true, clock });
    const dir = join(aFolder(), 'data');
    const onErased = () => {
      throw fullDisk(join(dir, 'databases/system.sqlite'));
    };
    const restored = restoreBackup({ file, key: null, dir, keepSessions: false, clock, onErased });
    await expect(restored).rejects.toThrow(`The disk of ${dir} is full; nothing was left there.`);
    expect(existsSync(dir)).toBe(false);
  });

  it('ends a start with the advice to make room', () => {
    const dataDir = aFolder();
    const fault = fullDisk(join(dataDir, 'databases/in-use.sqlite'));
    expect(startFault({ dataDir, couch: null }, fault)).toMatchObject({
      code: 'disk-full',
      message: `The data folder ${dataDir} cannot be used: the database ${dataDir}/databases/in-use.sqlite has no room left on its disk. Its disk is full: make room.`,
    });
    const other = new Error('a fault of the program');
    expect(startFault({ dataDir, couch: null }, other)).toBe(other);
  });
});
