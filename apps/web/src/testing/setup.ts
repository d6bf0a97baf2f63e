import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { clearSession } from '../api/stored-session.ts';

// Files share a browser page (`isolate: false`): what runs around every test stands here and not in
// a module that the first file loads.

// A page of forms takes its time on a busy machine; what is waited for comes or the test fails.
configure({ asyncUtilTimeout: 10_000 });

// Copies, keys and hashes come from Node: jsdom's own byte arrays would not be theirs (`instanceof`).
globalThis.Uint8Array = structuredClone(new Uint8Array()).constructor as Uint8ArrayConstructor;

// Without it one test's page would stand beside the next one's, and its person would be signed in.
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  // The finger that a test left on the screen is lifted, and what it typed is over (`person-acts.ts`).
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
