import { describe, expect, it } from 'vitest';
import type { Transaction } from './key-value.ts';
import { StoredRecords } from './stored-records.ts';
import { manyChildren } from './testing/contract.ts';
import { MemoryDisk, MemoryStore } from './testing/memory-store.ts';
import { SMALL_BLOCKS } from './testing/open-stored.ts';
import { expectSound } from './testing/sound.ts';

const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;

/** Counts how often the keys of all blocks are read. */
class Counting extends MemoryStore {
  directoriesRead = 0;

  override read<T>(...[operation]: Parameters<typeof MemoryStore.prototype.read<T>>) {
    return super.read((transaction, attempt) => operation(this.#counted(transaction), attempt));
  }

  override write<T>(...[durability, operation]: Parameters<typeof MemoryStore.prototype.write<T>>) {
    return super.write(durability, (transaction, attempt) =>
      operation(this.#counted(transaction), attempt),
    );
  }

  #counted(transaction: Transaction): Transaction {
    return {
      ...transaction,
      keys: (store, range, limit) => {
        // To look whether there is any is not to read them.
        if (store === 'blocks' && limit === undefined) this.directoriesRead += 1;
        return transaction.keys(store, range, limit);
      },
    };
  }
}

describe('the directory of the blocks', () => {
  it('the directory is read once, however many batches a download and a tidying write', async () => {
    const store = new Counting('one', new MemoryDisk());
    const records = new StoredRecords(store, { blockSize: SMALL_BLOCKS });
    const all = manyChildren(60);
    for (let start = 0; start < all.length; start += 10) {
      await records.take(all.slice(start, start + 10), FROM_SERVER);
    }
    // Two covered rows of four are reason enough to replace the block.
    const edited = [...(await records.readMany(['chld_many_00004', 'chld_many_00005'])).values()];
    await records.write(edited, 'strict');
    expect((await records.tidy(() => true, '')).changes).not.toEqual([]);
    expect((await records.take(all, FROM_SERVER)).written).toBe(0);
    expect(store.directoriesRead).toBe(1);
    await expectSound(store);
  });

  it('the directory is read again after another tab has added blocks', async () => {
    const disk = new MemoryDisk();
    const stores = [new Counting('one', disk), new Counting('two', disk)];
    const [one, other] = stores.map((store) => new StoredRecords(store)) as [
      StoredRecords,
      StoredRecords,
    ];
    const all = manyChildren(96);
    await one.take(all.slice(0, 32), FROM_SERVER);
    await other.take(all.slice(64), FROM_SERVER);
    await one.take(all.slice(32, 64), FROM_SERVER);
    expect((await one.take(all, FROM_SERVER)).written).toBe(0);
    expect(stores.map(({ directoriesRead }) => directoriesRead)).toEqual([2, 1]);
  });

  it('the directory is what it was after a batch that could not be stored', async () => {
    const disk = new MemoryDisk();
    const records = new StoredRecords(new MemoryStore('full', disk));
    const all = manyChildren(64);
    await records.take(all.slice(0, 32), FROM_SERVER);
    disk.onCommit = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    await expect(records.take(all.slice(32), FROM_SERVER)).rejects.toMatchObject({
      code: 'full-disk',
    });
    disk.onCommit = () => undefined;
    expect((await records.readMany(all.map(({ _id }) => _id))).size).toBe(32);
    expect((await records.take(all, FROM_SERVER)).written).toBe(32);
  });
});
