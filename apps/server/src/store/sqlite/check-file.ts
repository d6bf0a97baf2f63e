import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../document-store.ts';
import { storeFault } from './faults.ts';

/**
 * Reads a file of a database from end to end; says what is wrong with it, or null. It may be open in
 * a running server.
 */
export function checkFile(path: string): string | null {
  if (statSync(path).size === 0) return 'is empty';
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
    try {
      const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
      return found === 'ok' ? null : 'is damaged';
    } finally {
      database.close();
    }
  } catch (error) {
    const fault = storeFault(path, error);
    if (!(fault instanceof StoreUnavailable)) throw error;
    return fault.message.slice(fault.message.indexOf(path) + path.length + 1);
  }
}
