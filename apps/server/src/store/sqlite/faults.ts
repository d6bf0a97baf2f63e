import { sayDamaged } from '../../base/damaged-files.ts';
import { StoreUnavailable } from '../document-store.ts';

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html */
const BUSY = 5;
const FULL = 13;
const IN_WORDS: ReadonlyMap<number, string> = new Map([
  [3, 'may not be opened'],
  [BUSY, 'is locked by another program'],
  [6, 'is locked'],
  [7, 'found no memory'],
  [8, 'may not be written'],
  [10, 'cannot be read or written'],
  [11, 'is damaged'],
  [FULL, 'has no room left on its disk'],
  [14, 'cannot be opened'],
  [15, 'was written by another program meanwhile'],
  [22, 'is too large for this disk'],
  [23, 'may not be opened'],
  [26, 'is not a database'],
]);

/** Codes of a file whose content is not what it must be. */
const DAMAGED: readonly number[] = [11, 26];

function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  // The low byte is the primary code; the other bits only specify it.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

/** Whether another connection holds the lock, so that a retry makes sense. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

/** Whether an error says that the disk is full. */
export function isFull(error: unknown): boolean {
  return resultCodeOf(error) === FULL;
}

/**
 * Translates an error of SQLite or the file system. Causes outside the program (disk, lock, rights,
 * damage) become `StoreUnavailable` with the file and the reason in words; any other error is a
 * fault of the program and is returned unchanged.
 */
export function storeFault(path: string, error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const code = resultCodeOf(error);
  const words = code === null ? fileSystemWords(error) : IN_WORDS.get(code);
  if (words === undefined) return error;
  if (isDamage(error)) sayDamaged(path);
  return new StoreUnavailable(`the database ${path} ${words}`, { cause: error });
}

/** Whether an error says that a file's content is not what it must be. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.includes(resultCodeOf(error) ?? 0);
}

function fileSystemWords(error: unknown): string | undefined {
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystem ? `cannot be opened (${String(error.code)})` : undefined;
}
