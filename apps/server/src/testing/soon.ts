import { vi } from 'vitest';

/** Longer than a busy machine needs; waiting ends as soon as the check holds. */
const PATIENCE_MS = 20_000;

/** Waits until a check holds. */
export function soon<T>(check: () => T | Promise<T>, everyMs = 10): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: everyMs });
}

/** Waits until a server answers as wanted: each question takes time that its work needs too. */
export function soonAnswered<T>(ask: () => Promise<T>): Promise<T> {
  return soon(ask, 100);
}
