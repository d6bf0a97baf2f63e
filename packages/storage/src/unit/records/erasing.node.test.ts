import { isErasure } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { manyChildren } from './testing/contract.ts';
import { MemoryDisk } from './testing/memory-store.ts';
import { openInMemory } from './testing/open-stored.ts';

const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;
const NAME = 'Xochiquetzalina';

const textOf = ({ stores }: MemoryDisk) =>
  JSON.stringify(Object.values(stores).map(({ values }) => [...values]));

const named = (place: number) =>
  manyChildren(40).map((each, at) => (at === place ? { ...each, firstName: NAME } : each));

describe('erasing', () => {
  it.each([
    ['in the middle of a block', 20],
    ['first of a block', 0],
    ['last of a block', 39],
  ])(
    'a record that lies in a block leaves an empty deletion, and the others: %s',
    async (_n, place) => {
      const disk = new MemoryDisk();
      const records = openInMemory({}, disk);
      await records.take(named(place), FROM_SERVER);
      const id = manyChildren(40)[place]?._id ?? '';
      const { written, range, changes } = await records.erase([id]);
      expect([written, range]).toEqual([1, [41, 41]]);
      expect(changes.map(({ deleted }) => deleted)).toEqual([true]);
      expect(textOf(disk)).not.toContain(NAME);
      expect((await records.leaves(id)).every(isErasure)).toBe(true);
      expect((await records.readMany(manyChildren(40).map(({ _id }) => _id))).size).toBe(39);
      expect(await records.erase([id])).toMatchObject({ written: 0, range: null, changes: [] });
    },
  );

  it('a covered row, every version and what could not be read go too', async () => {
    const disk = new MemoryDisk();
    const records = openInMemory({}, disk);
    await records.take(named(20), FROM_SERVER);
    const id = manyChildren(40)[20]?._id ?? '';
    const [child] = (await records.readMany([id])).values();
    await records.write([{ ...child, _id: id, ward: NAME }], 'strict');
    await records.take([carriedDocument(id, ['other'], { firstName: NAME })], FROM_SERVER);
    expect(await records.leaves(id)).toHaveLength(2);
    await records.erase([id, 'chld_unknown']);
    expect(textOf(disk)).not.toContain(NAME);
    expect(await records.leaves(id)).toHaveLength(1);

    const kept = disk.stores.docs.values.get(id);
    disk.stores.docs.set(id, { ...kept, body: `{"firstName":"${NAME}` });
    expect(await records.read(id)).toBeNull();
    expect(await records.unread()).toHaveLength(1);
    await records.erase([id]);
    expect(await records.unread()).toEqual([]);
    expect(textOf(disk)).not.toContain(NAME);
  });

  it('the deletion of the server stays the one that is here', async () => {
    const records = openInMemory();
    await records.take([carriedDocument('chld_1', ['a'], { firstName: NAME })], FROM_SERVER);
    const erased = { _deleted: true, why: 'erased' };
    await records.take([carriedDocument('chld_1', ['a', 'x'], erased)], FROM_SERVER);
    await records.take([carriedDocument('chld_1', ['a', 'b'], { firstName: NAME })], FROM_SERVER);
    const [, server] = await records.leaves('chld_1');
    await records.erase(['chld_1']);
    expect(await records.leaves('chld_1')).toEqual([server]);
  });
});
