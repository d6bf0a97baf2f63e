import { vi } from 'vitest';

/** Waits until something holds: longer than any busy machine takes, shorter than a test may. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 20_000 });
}
