import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { clearSession } from '../api/stored-session.ts';

// Files share a browser page (`isolate: false`): hooks around every test must be here, not in a
// module that only the first file loads.

// A page of forms renders slowly on a busy machine. The long timeout does not hide an error: what
// never appears still fails the test.
configure({ asyncUtilTimeout: 10_000 });

const { getElementError: errorWithPage } = getConfig();

/** True while `waitFor` and `findBy…` look again and again. */
function isLookingAgain(): boolean {
  const known = getConfig() as { _disableExpensiveErrorDiagnostics?: boolean };
  return known._disableExpensiveErrorDiagnostics === true;
}

// The whole page as text, for a look that is repeated a moment later, cost more than the look. What
// is not found in time still shows the page: the library asks once more then.
configure({
  getElementError: (message, container) => {
    if (!isLookingAgain()) return errorWithPage(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

// React's development build notes for each element on which line it was made, for the words of its
// warnings alone: an eighth of the time of a page. It stops by itself after ten thousand a second.
const ofReact = React as unknown as Record<string, object | undefined>;
const internals = ofReact['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'];
if (internals === undefined) throw new Error('another version of React: look where it keeps this');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

// Copies, keys and hashes come from Node: `instanceof` would fail for jsdom's own byte arrays.
globalThis.Uint8Array = structuredClone(new Uint8Array()).constructor as Uint8ArrayConstructor;

// Without the cleanup, the page of one test would still be there in the next test, and its person
// would still be signed in.
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  // Lifts a finger that a test left on the screen, and ends its typing (`person-acts.ts`).
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('pointerup'));
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.title = '';
  document.documentElement.lang = '';
});
