import { expect, it } from 'vitest';
import { storageError } from './faults.ts';

it.each([
  ['QuotaExceededError', 'no room', 'full-disk'],
  ['UnknownError', 'Internal error opening backing store for indexedDB.open.', 'full-disk'],
  ['UnknownError', 'Internal error committing transaction.', 'full-disk'],
  ['UnknownError', 'Internal error.', 'failed'],
  ['AbortError', 'The transaction was aborted.', 'failed'],
  ['InvalidStateError', 'The database connection is closing.', 'closed'],
  ['VersionError', 'The requested version is less.', 'newer-version'],
])('%s: %s is %s', (name, message, code) => {
  expect(storageError(new DOMException(message, name)).code).toBe(code);
});
