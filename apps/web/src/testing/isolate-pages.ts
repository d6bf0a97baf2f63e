import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { installBrowserGaps } from './browser-gaps.ts';

/**
 * Around each test of a file: pages at noon of 10 June 2025 (Guatemala), when `aChild` is 15 months
 * old, in a browser without gaps; timers run normally.
 */
export function isolatePages(): void {
  beforeEach(() => {
    installBrowserGaps();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T18:00:00Z') });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
