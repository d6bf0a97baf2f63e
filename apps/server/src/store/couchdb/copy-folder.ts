import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, storeFault } from '../sqlite/faults.ts';

const LOCK_FILE = 'in-use.sqlite';

/** A folder that only this process uses. */
export interface OwnFolder {
  path: string;
  release(): void;
}

/**
 * Takes the first of the folders `1`, `2`, … that no other process holds, so that servers that
 * share a data folder keep separate copies. The lock ends with the process, however it ends.
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
