import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, storeFault } from '../sqlite/faults.ts';

const LOCK_FILE = 'in-use.sqlite';

/** A folder that this process alone uses. */
export interface OwnFolder {
  path: string;
  release(): void;
}

/**
 * Takes the first folder `1`, `2`, … in a folder that no other process holds: servers that share a
 * data folder keep their copies apart. The hold ends with the process, however it ends.
 */
export function takeFolder(parent: string): OwnFolder {
  for (let number = 1; ; number += 1) {
    const path = join(parent, String(number));
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      const lock = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
      try {
        lock.exec('BEGIN EXCLUSIVE');
        return { path, release: () => lock.close() };
      } catch (error) {
        lock.close();
        if (!isBusy(error)) throw error;
      }
    } catch (error) {
      throw storeFault(path, error);
    }
  }
}
