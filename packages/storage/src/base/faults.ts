import { StorageError } from './storage-error.ts';

/** Error names with which browsers and this package report a closed or closing connection. */
const CLOSED = [
  'InvalidStateError',
  'database is closed',
  'database is destroyed',
  'connection-lost',
];

/** Also the errors of an aborted transaction, whose connection may be closed. */
const LOST_CONNECTION = [...CLOSED, 'AbortError', 'TransactionInactiveError'];

/** Name and message of anything thrown. */
function wordsOf(error: unknown): string[] {
  if (typeof error === 'string') return [error];
  if (typeof error !== 'object' || error === null) return [];
  const words = [Reflect.get(error, 'name'), Reflect.get(error, 'message')];
  return words.filter((word) => typeof word === 'string');
}

/** Whether reopening the database and one retry may help. Nothing was written. */
export function isLostConnection(error: unknown): boolean {
  const words = wordsOf(error);
  return !isFullDisk(error) && LOST_CONNECTION.some((word) => words.includes(word));
}

/**
 * What browsers say when nothing can be written: by their own bound, and on a disk that is full to the
 * last byte, where Chromium closes its store and cannot open it again.
 */
const NO_ROOM = [
  /QuotaExceededError/,
  /^Internal error (?:opening backing store|committing transaction)/,
  // As newer ones put it: "Connection is closing because of: IO error: …".
  /FILE_ERROR_NO_SPACE/,
];

function isFullDisk(error: unknown): boolean {
  return wordsOf(error).some((word) => NO_ROOM.some((each) => each.test(word)));
}

/** Turns any error into the only error type that leaves this package. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (isFullDisk(error)) return new StorageError('full-disk', { cause: error });
  const words = wordsOf(error);
  const message = words.join(': ');
  // IndexedDB's error for a database with a higher version than the requested one.
  if (words.includes('VersionError')) {
    return new StorageError('newer-version', { cause: error, message });
  }
  const isClosed = CLOSED.some((word) => words.includes(word));
  return new StorageError(isClosed ? 'closed' : 'failed', { cause: error, message });
}
