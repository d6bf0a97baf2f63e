import { describe, expect, it } from 'vitest';
import { carriedDocument, revisionOf } from '../../testing/carried.ts';
import type { StoredBlock } from './block.ts';
import { StoredRecords } from './stored-records.ts';
import { manyChildren } from './testing/contract.ts';
import { MemoryDisk, MemoryStore } from './testing/memory-store.ts';
import { openInMemory } from './testing/open-stored.ts';
import { expectSound } from './testing/sound.ts';
import type { IsSettled, UnitRecords } from './unit-records.ts';

const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;
const FROM_FILE = { isOnServer: false, durability: 'relaxed' } as const;

function blocksOn({ stores }: MemoryDisk): { last: string; rows: number }[] {
  return [...stores.blocks.values].map(([last, value]) => {
    const { from, to } = value as StoredBlock;
    return { last, rows: to - from + 1 };
  });
}

const idsOf = (count: number): string[] => manyChildren(count).map(({ _id }) => _id);

async function tidyAll(records: UnitRecords, isSettled: IsSettled) {
  const ranges = [];
  for (let next: string | null = ''; next !== null; ) {
    const tidied = await records.tidy(isSettled, next);
    if (tidied.range !== null) ranges.push(tidied.range);
    next = tidied.next;
  }
  return ranges;
}

async function edit(records: UnitRecords, ids: readonly string[]): Promise<void> {
  const read = await records.readMany(ids);
  const documents = [...read.values()].map((document) => ({ ...document, firstName: 'Nueva' }));
  await records.write(documents, 'strict');
}

describe('packing documents from the server', () => {
  it.each([
    [15, 0],
    [16, 1],
    [32, 1],
    [33, 2],
    [1000, 32],
  ])('packs %i consecutive documents into %i even blocks', async (count, expected) => {
    const disk = new MemoryDisk();
    await openInMemory({}, disk).take(manyChildren(count), FROM_SERVER);
    const rows = blocksOn(disk).map((block) => block.rows);
    expect(rows).toHaveLength(expected);
    for (const each of rows) expect(each >= 16 && each <= 32).toBe(true);
    const packed = rows.reduce((sum, each) => sum + each, 0);
    expect(disk.stores.docs.values.size).toBe(count - packed);
  });

  it('makes smaller blocks when the records are large', async () => {
    const disk = new MemoryDisk();
    const large = manyChildren(32).map((each) => ({ ...each, comments: 'x'.repeat(2_000) }));
    await openInMemory({}, disk).take(large, FROM_SERVER);
    expect(blocksOn(disk).map(({ rows }) => rows)).toEqual([16, 16]);
  });

  it("mixes no two kinds in a block, and no block's range contains another kind", async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    const odd = manyChildren(80).filter((_, place) => place % 2 === 1);
    const screenings = manyChildren(20).map((each) => ({ ...each, _id: `scr_${each['index']}` }));
    await records.take([...odd, ...screenings], FROM_SERVER);
    await records.take(manyChildren(100), FROM_SERVER);
    expect(
      blocksOn(disk)
        .map(({ last }) => last.slice(0, 4))
        .sort(),
    ).toEqual(['chld', 'chld', 'chld', 'scr_']);
    expect((await records.readMany(idsOf(100))).size).toBe(100);
    expect((await records.changesSince(0, 1_000)).changes).toHaveLength(120);
  });

  it('leaves documents of a file, with several leaves or repeated in the call unpacked', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(manyChildren(40), FROM_FILE);
    expect(blocksOn(disk)).toEqual([]);
    const others = manyChildren(40).map((each) => ({ ...each, _id: `scr_${each['index']}` }));
    const branches = others.slice(0, 30).map((each) => carriedDocument(each._id, ['other']));
    await records.take([...others, ...branches], FROM_SERVER);
    expect(blocksOn(disk)).toEqual([]);
    expect((await records.leavesOfMany(['scr_0', 'scr_35'])).map((list) => list.length)).toEqual([
      2, 1,
    ]);
  });
});

describe('tidying', () => {
  it('packs single documents once the server has them, and reports the new sequences', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(manyChildren(40), FROM_FILE);
    expect(await tidyAll(records, (_, sequence) => sequence > 25)).toEqual([]);
    expect(await tidyAll(records, (_, sequence) => sequence > 24)).toEqual([[41, 56]]);
    expect(blocksOn(disk)).toEqual([{ last: 'chld_many_00039', rows: 16 }]);
    expect(disk.stores.docs.values.size).toBe(24);
    expect(await tidyAll(records, () => true)).toEqual([[57, 96]]);
    expect(disk.stores.docs.values.size).toBe(0);
    expect(await tidyAll(records, () => true)).toEqual([]);
  });

  it('leaves single documents alone when there are too few of their kind for a block', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    const mothers = manyChildren(15).map((each) => ({ ...each, _id: `mthr_${each['index']}` }));
    await records.take([...manyChildren(16), ...mothers], FROM_FILE);
    expect(await tidyAll(records, () => true)).toEqual([[32, 47]]);
    expect(await tidyAll(records, () => true)).toEqual([]);
    expect(disk.stores.docs.values.size).toBe(15);
  });

  it('rewrites only a block of which more than a fifth is covered', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(manyChildren(20), FROM_SERVER);
    await edit(records, idsOf(4));
    expect(await tidyAll(records, () => true)).toEqual([]);
    await edit(records, idsOf(5));
    const [block] = [...disk.stores.blocks.values.values()] as StoredBlock[];
    expect(await tidyAll(records, () => true)).toHaveLength(1);
    const [after] = [...disk.stores.blocks.values.values()] as StoredBlock[];
    expect(after?.text).not.toBe(block?.text);
    expect(disk.stores.docs.values.size).toBe(0);
    expect((await records.readMany(idsOf(20))).size).toBe(20);
  });

  it('keeps every row when the server lacks one of them', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(manyChildren(20), FROM_SERVER);
    await edit(records, idsOf(18));
    expect(await tidyAll(records, (_, sequence) => sequence !== 20)).toEqual([]);
    expect(await tidyAll(records, (_, sequence) => sequence <= 20)).toEqual([[39, 40]]);
    expect(blocksOn(disk)).toEqual([]);
    expect((await records.readMany(idsOf(20))).size).toBe(20);
  });

  it('handles at most 512 documents per step', async () => {
    const records = openInMemory();
    await records.take(manyChildren(1_100), FROM_FILE);
    const ranges = await tidyAll(records, () => true);
    expect(ranges).toEqual([
      [1_101, 1_612],
      [1_613, 2_124],
      [2_125, 2_200],
    ]);
  });
});

describe('a damaged block', () => {
  const damage = (disk: MemoryDisk, last: string, change: (block: StoredBlock) => object): void => {
    disk.stores.blocks.set(last, change(disk.stores.blocks.values.get(last) as StoredBlock));
  };

  it.each<[string, (block: StoredBlock) => object]>([
    ['cut short', (block) => ({ ...block, text: block.text.slice(0, 100) })],
    ['of a row less', (block) => ({ ...block, to: block.to + 1 })],
    ['without its text', ({ first, from, to }) => ({ first, from, to })],
    ['with other rows', (block) => ({ ...block, text: block.text.replace('00016', '00018') })],
    ['that begins elsewhere', (block) => ({ ...block, first: 'chld_many_00099' })],
  ])('%s loses only its own rows, which can be fetched and stored again', async (_, change) => {
    const disk = new MemoryDisk();
    let told = 0;
    const records = openInMemory({}, disk);
    records.onLost = () => {
      told += 1;
    };
    await records.take(manyChildren(64), FROM_SERVER);
    await edit(records, ['chld_many_00040']);
    const [[last = ''] = []] = [...disk.stores.blocks.values].slice(0, 1);
    expect(last).toBe('chld_many_00031');
    damage(disk, last, change);
    expect((await records.changesSince(0, 1_000)).changes).toHaveLength(32);
    expect(told).toBe(1);
    const [lost] = await records.lost();
    expect(lost?.last).toBe(last);
    expect((lost?.first ?? 'x') <= 'chld_many_00000').toBe(true);
    expect(await records.read('chld_many_00040')).toMatchObject({ firstName: 'Nueva' });
    expect(await records.missing(new Map([['chld_many_00007', [revisionOf(1, 'h7')]]]))).toEqual(
      new Map([['chld_many_00007', [revisionOf(1, 'h7')]]]),
    );
    expect(await records.take(manyChildren(64), FROM_SERVER)).toMatchObject({ written: 32 });
    if (lost !== undefined) await records.forgetLost(lost);
    expect(await records.lost()).toEqual([]);
    expect((await records.readMany(idsOf(64))).size).toBe(64);
  });

  it('a download that contains the documents of a damaged block replaces it at once', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(manyChildren(64), FROM_SERVER);
    damage(disk, 'chld_many_00063', (block) => ({ ...block, text: '[]' }));
    expect(await records.take(manyChildren(64), FROM_SERVER)).toMatchObject({ written: 32 });
    expect(await records.lost()).toEqual([{ first: 'chld_many_00032', last: 'chld_many_00063' }]);
    expect(blocksOn(disk).map(({ rows }) => rows)).toEqual([32, 32]);
  });
});

describe('a storage fault', () => {
  const DISK_FULL = new DOMException('no room', 'QuotaExceededError');

  it('at any put or at the commit of any write leaves the store as it was before', async () => {
    const acts: ((records: UnitRecords) => Promise<unknown>)[] = [
      (records) => records.take(manyChildren(50), FROM_SERVER),
      (records) => edit(records, idsOf(8)),
      (records) => records.writeLocal('note', { value: 1 }),
      (records) => records.take([carriedDocument('chld_many_00003', ['x'])], FROM_SERVER),
      (records) => tidyAll(records, () => true),
      (records) => records.write([{ _id: 'chld_new' }], 'strict'),
    ];
    for (const [place, act] of acts.entries()) {
      for (let at = 1; ; at += 1) {
        const disk = new MemoryDisk();
        const store = new MemoryStore('faulty', disk);
        const records = new StoredRecords(store);
        await records.open();
        for (const before of acts.slice(0, place)) await before(records);
        const snapshot = structuredClone(contentsOf(disk));
        let left = at;
        const fail = (): void => {
          left -= 1;
          if (left === 0) throw DISK_FULL;
        };
        disk.onWrite = fail;
        disk.onCommit = fail;
        const failed = await act(records).then(
          () => null,
          (error: unknown) => error,
        );
        disk.onWrite = () => undefined;
        disk.onCommit = () => undefined;
        if (left > 0) break;
        expect(failed).toMatchObject({ code: 'full-disk' });
        // Tidying takes several transactions: those before the fault remain stored.
        if (place !== 4) expect(contentsOf(disk)).toEqual(snapshot);
        await expectSound(store);
        await act(records);
        await expectSound(store);
        expect((await records.readMany(idsOf(50))).size).toBe(50);
      }
    }
  });

  it('at the first opening is reported, and opening again succeeds', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    disk.onCommit = () => {
      throw DISK_FULL;
    };
    await expect(records.open()).rejects.toMatchObject({ code: 'full-disk' });
    disk.onCommit = () => undefined;
    expect(await records.open()).toMatch(/^[0-9a-f]{32}$/);
  });

  function contentsOf({ stores }: MemoryDisk): unknown {
    return [stores.blocks.values, stores.docs.values, stores.meta.values];
  }
});

describe('opening a database', () => {
  it('returns the same instance id in every tab, and a different one for every database', async () => {
    const disk = new MemoryDisk();
    const ids = await Promise.all([1, 2].map(() => openInMemory({}, disk).open()));
    expect(new Set(ids).size).toBe(1);
    expect(await openInMemory().open()).not.toBe(ids[0]);
  });

  it('fails for a later format with a message that names both formats', async () => {
    const disk = new MemoryDisk();
    disk.stores.meta.set('head', { format: 2, instance: 'x', sequence: 0, blocks: 0 });
    const records = new StoredRecords(new MemoryStore('later', disk));
    await expect(records.open()).rejects.toMatchObject({
      code: 'newer-version',
      message: 'the records have format 2; this version reads up to 1',
    });
  });
});

describe('pausing a store', () => {
  it('lets running calls end, holds back new ones, and then continues', async () => {
    const records = openInMemory();
    await records.open();
    const order: string[] = [];
    const before = records.write([{ _id: 'chld_1' }], 'strict').then(() => order.push('before'));
    const pausing = records.pause(async () => {
      order.push('paused');
      return true;
    });
    const during = records.read('chld_1').then((found) => {
      order.push('during');
      return found;
    });
    expect(await pausing).toBe(true);
    await before;
    expect(await during).toMatchObject({ _id: 'chld_1' });
    expect(order).toEqual(['before', 'paused', 'during']);
  });

  it('ends in closed when the database was removed and created again meanwhile', async () => {
    const disk = new MemoryDisk();
    const records = new StoredRecords(new MemoryStore('one', disk));
    await records.open();
    const isThere = await records.pause(async () => {
      await new StoredRecords(new MemoryStore('two', disk)).destroy();
      return true;
    });
    expect(isThere).toBe(false);
    await expect(records.open()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('a write that is retried because its result was lost', () => {
  it('recognizes its own revision instead of reporting a lost race', async () => {
    const disk = new MemoryDisk();
    class CutOnce extends MemoryStore {
      override async write<T>(...[durability, operation]: Parameters<MemoryStore['write']>) {
        await super.write(durability, operation);
        return super.write(durability, (transaction) => operation(transaction, 2)) as Promise<T>;
      }
    }
    const records = new StoredRecords(new CutOnce('cut', disk));
    const [made] = await records.write([{ _id: 'chld_1', firstName: 'Ana' }], 'strict');
    const edited = { _id: 'chld_1', _rev: made?.rev ?? '', firstName: 'Eva' };
    expect(await records.write([edited], 'strict')).toMatchObject([{ rev: /^2-/ }]);
    expect(await records.leaves('chld_1')).toHaveLength(1);
    expect(await records.lastSequence()).toBe(2);
  });
});
