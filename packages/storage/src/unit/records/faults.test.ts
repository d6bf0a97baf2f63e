import { afterEach, describe, expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { rawDocument } from '../../testing/raw-database.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { fillingText, useSmallDisk } from '../../testing/small-disk.ts';
import { UNIT_DATABASE } from '../device/open-device.ts';

const put = IDBObjectStore.prototype.put;

afterEach(() => {
  IDBObjectStore.prototype.put = put;
});

/**
 * Aborts the transaction of a write in its last step, after its bodies are put and before the
 * commit; the next `times` writes fail in this way.
 */
function cutWrites(stakeDB: string, times: number): void {
  let left = times;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    const { transaction } = this;
    const isWrite = transaction.db.name.endsWith(stakeDB) && transaction.durability === 'strict';
    if (isWrite && this.name === 'meta' && key === 'head' && left > 0) {
      left -= 1;
      transaction.abort();
    }
    return request;
  };
}

describe('a full disk', () => {
  it('makes a save fail with full-disk and write nothing; a smaller save still works', async () => {
    await useSmallDisk(1_000_000);
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const tooLong = childFields({ firstName: 'Lucía', comments: fillingText(2_000_000) });
    const refused = await unit.createChild(tooLong, AUTHOR, NOW).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'StorageError', code: 'full-disk' });
    expect(unit.snapshot()).toMatchObject({ state: 'ready', children: [{ id: child._id }] });
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect((await unit.readChildFile(child._id))?.screenings).toEqual([saved]);
  });
});

describe('a write whose transaction is aborted', () => {
  it('a write whose transaction is aborted is retried once: the save succeeds and is written once', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    cutWrites(stakeDB, 1);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect((await unit.readChildFile(child._id))?.screenings).toEqual([saved]);
    expect(saved._rev).toMatch(/^1-/);
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({ lastScreening: saved._id });
  });

  it('fails when the retry is aborted too; nothing is written and the next save works', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    cutWrites(stakeDB, 2);
    const save = unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await expect(save).rejects.toMatchObject({ name: 'StorageError', code: 'failed' });
    expect((await unit.readChildFile(child._id))?.screenings).toEqual([]);
    expect(await rawDocument(stakeDB, child._id)).not.toHaveProperty('lastScreening');
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect((await unit.readChildFile(child._id))?.screenings).toEqual([saved]);
  });
});

describe('a database that the browser removes while it is open', () => {
  it('makes every write and the snapshot report closed; opened again, it starts empty', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(UNIT_DATABASE + stakeDB);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    const write = unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    await expect(write).rejects.toMatchObject({ name: 'StorageError', code: 'closed' });
    await expect(unit.readChildFile('chld_none')).rejects.toMatchObject({ code: 'closed' });
    expect(unit.snapshot()).toMatchObject({ state: 'failed', fault: { code: 'closed' } });
    await unit.close();
    const again = await openTestUnit({ stakeDB, device });
    expect(again.unit.snapshot()).toMatchObject({ state: 'ready', children: [], pending: 0 });
    await again.unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    expect(again.unit.snapshot().children).toHaveLength(1);
  });
});

describe('a closed unit', () => {
  it('refuses a write with the code closed', async () => {
    const { unit } = await openTestUnit();
    await unit.close();
    await expect(unit.createChild(childFields(), AUTHOR, NOW)).rejects.toMatchObject({
      code: 'closed',
    });
  });
});
