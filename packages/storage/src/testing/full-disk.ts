import { onTestFinished } from 'vitest';
import { UNIT_DATABASE } from '../unit/device/open-device.ts';
import { isBrowser, memoryOf } from './test-place.ts';

export interface FullDisk {
  /** Whether the disk has become full. */
  isFull(): boolean;
  /** From now on everything can be written again. */
  makeRoom(): void;
}

/**
 * Makes the device full at the `nth` put into a unit's database, and keeps it full for every database
 * until `makeRoom`. As in Chromium, the transaction is aborted and its error is `QuotaExceededError`.
 */
export function fullFromPut(nth: number, stakeDB: string): FullDisk {
  let puts = 0;
  const isFull = (): boolean => puts >= nth;
  const countPut = (): void => {
    puts += 1;
  };
  const makeRoom = (isBrowser ? fillBrowser : fillMemory)(stakeDB, countPut, isFull);
  onTestFinished(makeRoom);
  return { isFull, makeRoom };
}

const noRoom = (): DOMException => new DOMException('no room', 'QuotaExceededError');

/** Every put fails while the disk is full; returns what makes room again. */
function fillBrowser(stakeDB: string, countPut: () => void, isFull: () => boolean): () => void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    const { transaction } = this;
    if (transaction.db.name === UNIT_DATABASE + stakeDB) countPut();
    if (isFull()) {
      Object.defineProperty(transaction, 'error', { value: noRoom() });
      transaction.abort();
    }
    return request;
  };
  return () => {
    IDBObjectStore.prototype.put = put;
  };
}

/** The same for a device whose disk is memory. */
function fillMemory(stakeDB: string, countPut: () => void, isFull: () => boolean): () => void {
  const { database, devices } = memoryOf(stakeDB);
  const before = database.onWrite;
  database.onWrite = (_store, _key, value) => {
    if (value === undefined) return;
    countPut();
    if (isFull()) throw noRoom();
  };
  const stores = devices.flatMap((each) => Object.values(each));
  for (const store of stores) {
    store.set = function (key, value) {
      if (isFull()) throw noRoom();
      return Map.prototype.set.call(this, key, value) as typeof this;
    };
  }
  return () => {
    database.onWrite = before;
    for (const store of stores) Reflect.deleteProperty(store, 'set');
  };
}
