import { onTestFinished } from 'vitest';
import { UNIT_DATABASE } from '../unit/device/open-device.ts';

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
  const { put } = IDBObjectStore.prototype;
  let puts = 0;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    const { transaction } = this;
    if (transaction.db.name === UNIT_DATABASE + stakeDB) puts += 1;
    if (puts >= nth) {
      const error = new DOMException('no room', 'QuotaExceededError');
      Object.defineProperty(transaction, 'error', { value: error });
      transaction.abort();
    }
    return request;
  };
  const makeRoom = (): void => {
    IDBObjectStore.prototype.put = put;
  };
  onTestFinished(makeRoom);
  return { isFull: () => puts >= nth, makeRoom };
}
