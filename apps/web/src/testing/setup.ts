import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { clearSession } from '../api/stored-session.ts';

// Files share a browser page (`isolate: false`): hooks around every test must be here, not in a
// module that only the first file loads.

// A page of forms renders slowly on a busy machine. The long timeout does not hide an error: what
// never appears still fails the test.
configure({ asyncUtilTimeout: 10_000 });

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
