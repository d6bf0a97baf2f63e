import { vi } from 'vitest';

/** How much faster a key is made than on a phone, where it has 600,000 rounds. */
const FASTER = 600;

/**
 * Makes keys of passphrases in few rounds until `vi.restoreAllMocks`: for tests that open only files
 * that they made. Another number of rounds still gives another key.
 */
export function quickKeys(): void {
  const { subtle } = crypto;
  const derive = subtle.deriveKey.bind(subtle);
  vi.spyOn(subtle, 'deriveKey').mockImplementation((algorithm, ...others) => {
    const { iterations, ...same } = algorithm as Pbkdf2Params;
    return derive({ ...same, iterations: Math.ceil(iterations / FASTER) }, ...others);
  });
}
