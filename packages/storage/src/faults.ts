import { StorageError } from './storage-error.ts';

/** Names by which browsers, PouchDB and this package say that a connection is closed or closing. */
const CLOSED = [
  'InvalidStateError',
  'database is closed',
  'database is destroyed',
  'connection-lost',
];

/**
 * And that a transaction was cut, which closes PouchDB's connection; `unknown_error` is PouchDB's word
 * for one that was aborted without saying why.
 */
const LOST_CONNECTION = [...CLOSED, 'AbortError', 'TransactionInactiveError', 'unknown_error'];

/** Name, reason and message of whatever was thrown: PouchDB puts IndexedDB's name into `reason`. */
function wordsOf(error: unknown): string[] {
  if (typeof error === 'string') return [error];
  if (typeof error !== 'object' || error === null) return [];
  const words: string[] = [];
  for (const key of ['name', 'reason', 'message'] as const) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === 'string') words.push(value);
    else if (typeof value === 'object') words.push(...wordsOf(value));
  }
  return words;
}

/** Whether opening the database anew and trying once more may help. Nothing was written. */
export function isLostConnection(error: unknown): boolean {
  const words = wordsOf(error);
  return !isFullDisk(error) && LOST_CONNECTION.some((word) => words.includes(word));
}

function isFullDisk(error: unknown): boolean {
  return wordsOf(error).some((word) => word.includes('QuotaExceededError'));
}

/** The fault as the one error that leaves this package. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (isFullDisk(error)) return new StorageError('full-disk', { cause: error });
  const words = wordsOf(error);
  const isClosed = CLOSED.some((word) => words.includes(word));
  return new StorageError(isClosed ? 'closed' : 'failed', {
    cause: error,
    message: words.join(': '),
  });
}
