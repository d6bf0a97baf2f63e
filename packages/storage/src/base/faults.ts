import { StorageError } from './storage-error.ts';

/** Names by which browsers and this package say that a connection is closed or closing. */
const CLOSED = [
  'InvalidStateError',
  'database is closed',
  'database is destroyed',
  'connection-lost',
];

/** And that a transaction was cut, on a connection that may be closed. */
const LOST_CONNECTION = [...CLOSED, 'AbortError', 'TransactionInactiveError'];

/** Name and message of whatever was thrown. */
function wordsOf(error: unknown): string[] {
  if (typeof error === 'string') return [error];
  if (typeof error !== 'object' || error === null) return [];
  const words = [Reflect.get(error, 'name'), Reflect.get(error, 'message')];
  return words.filter((word) => typeof word === 'string');
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
  const message = words.join(': ');
  // IndexedDB's name for a database whose number is higher than the one asked for.
  if (words.includes('VersionError')) {
    return new StorageError('newer-version', { cause: error, message });
  }
  const isClosed = CLOSED.some((word) => words.includes(word));
  return new StorageError(isClosed ? 'closed' : 'failed', { cause: error, message });
}
