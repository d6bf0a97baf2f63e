import { onTestFinished } from 'vitest';
import { freshName } from './open-test-unit.ts';

/** The part of the Storage Buckets API that gives a small disk of its own. */
interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** From now on everything is stored where there is room for so many bytes only. */
export async function useSmallDisk(bytes: number): Promise<void> {
  const buckets = Reflect.get(navigator, 'storageBuckets') as StorageBuckets;
  const name = freshName('bucket').replaceAll('_', '-');
  const bucket = await buckets.open(name, { quota: bytes });
  const ordinary = window.indexedDB;
  const use = (value: IDBFactory): void => {
    Object.defineProperty(window, 'indexedDB', { value, configurable: true });
  };
  use(bucket.indexedDB);
  onTestFinished(() => {
    use(ordinary);
    return buckets.delete(name);
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
/** How many bytes a browser gives out at once. */
const AT_ONCE = 65_536;

/**
 * So many letters by chance: on the disk they take three quarters of a byte each. Chromium from
 * version 150 on compresses what it stores, and a letter said a million times fills no disk.
 */
export function fillingText(length: number): string {
  let text = '';
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(Math.min(AT_ONCE, length - text.length)));
    text += Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
  }
  return text;
}
