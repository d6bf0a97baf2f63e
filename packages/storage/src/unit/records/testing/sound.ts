import { expect } from 'vitest';
import type { KeyValueStore } from '../key-value.ts';
import { findUnsound } from './find-unsound.ts';

/** Fails unless the stored content is consistent; see `findUnsound`. */
export async function expectSound(store: KeyValueStore): Promise<void> {
  expect(await findUnsound(store)).toEqual([]);
}
