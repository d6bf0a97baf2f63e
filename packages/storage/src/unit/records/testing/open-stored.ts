import { onTestFinished } from 'vitest';
import type { KeyValueStore } from '../key-value.ts';
import { StoredRecords, type StoredRecordsOptions } from '../stored-records.ts';
import { MemoryDisk, MemoryStore } from './memory-store.ts';
import { expectSound } from './sound.ts';

/** Blocks of few rows, so that a few documents fill several blocks. */
export const SMALL_BLOCKS = { least: 2, most: 4 };

/** Opens records on a store; after the test it checks that the stored content is consistent. */
export function openStored(store: KeyValueStore, options: StoredRecordsOptions): StoredRecords {
  const records = new StoredRecords(store, options);
  onTestFinished(async () => {
    await expectSound(store);
    await records.close();
  });
  return records;
}

let made = 0;

/** Opens records in memory; several on one disk act as several tabs. */
export function openInMemory(
  options: StoredRecordsOptions = {},
  disk = new MemoryDisk(),
): StoredRecords {
  made += 1;
  return openStored(new MemoryStore(`memory_${made}`, disk), options);
}
