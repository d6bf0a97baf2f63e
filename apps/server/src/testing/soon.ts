import { vi } from 'vitest';

/** Longer than a loaded machine needs; a check that holds ends the waiting at once. */
const PATIENCE_MS = 20_000;

/** Waits until a check holds that becomes true by itself. */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
}
