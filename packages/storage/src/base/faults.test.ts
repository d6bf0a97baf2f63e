import { expect, it } from 'vitest';
import { storageError } from './faults.ts';

it.each([
  ['QuotaExceededError', 'no room', 'full-disk'],
  ['UnknownError', 'Internal error opening backing store for indexedDB.open.', 'full-disk'],
  ['UnknownError', 'Internal error committing transaction.', 'full-disk'],
  [
    'UnknownError',
    'Connection is closing because of: IO error: .../000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)',
    'full-disk',
  ],
  ['UnknownError', 'Connection is closing because of: IO error: FILE_ERROR_IO', 'failed'],
  ['UnknownError', 'Internal error.', 'failed'],
  ['AbortError', 'The transaction was aborted.', 'failed'],
  ['InvalidStateError', 'The database connection is closing.', 'closed'],
  ['VersionError', 'The requested version is less.', 'newer-version'],
])('%s: %s is %s', (name, message, code) => {
  expect(storageError(new DOMException(message, name)).code).toBe(code);
});
