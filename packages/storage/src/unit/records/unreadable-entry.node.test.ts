import { describe, expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import type { StoredEntry } from './entry.ts';
import { StoredRecords } from './stored-records.ts';
import { manyChildren } from './testing/contract.ts';
import { MemoryDisk, MemoryStore } from './testing/memory-store.ts';
import { SMALL_BLOCKS } from './testing/open-stored.ts';
import { expectSound } from './testing/sound.ts';

const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;

/** Every way in which one entry may be wrong. */
const DAMAGES: readonly (readonly [string, (entry: StoredEntry) => unknown])[] = [
  ['a cut body', (entry) => ({ ...entry, body: entry.body.slice(0, 9) })],
  ['a body that is no object', (entry) => ({ ...entry, body: '7' })],
  ['no body', ({ body: _, ...entry }) => entry],
  ['no tree', ({ tree: _, ...entry }) => entry],
  ['a tree of another revision', (entry) => ({ ...entry, tree: { start: 9, ids: ['a'] } })],
  ['a tree of a wrong type', (entry) => ({ ...entry, tree: { start: 1, ids: 'abc' } })],
  ['a branched tree without its parts', (entry) => ({ ...entry, tree: { revs: ['1-a'] } })],
  ['a revision of a wrong type', (entry) => ({ ...entry, rev: 7 })],
  ['a removal of a wrong type', (entry) => ({ ...entry, deleted: 'no' })],
  ['a sequence of a wrong type', (entry) => ({ ...entry, seq: 'two' })],
  ['other versions of a wrong type', (entry) => ({ ...entry, others: { '1-b': '{' } })],
  ['no sense at all', () => 'text'],
];

async function open() {
  const disk = new MemoryDisk();
  const records = new StoredRecords(new MemoryStore('one', disk), { blockSize: SMALL_BLOCKS });
  let losses = 0;
  records.onLost = () => {
    losses += 1;
  };
  await records.write(
    ['a', 'b', 'c', 'd', 'e'].map((letter) => ({ _id: `chld_${letter}`, firstName: letter })),
    'strict',
  );
  return { disk, records, losses: () => losses };
}

function damage(disk: MemoryDisk, id: string, how: (entry: StoredEntry) => unknown): unknown {
  const wrong = how(disk.stores.docs.values.get(id) as StoredEntry);
  disk.stores.docs.set(id, wrong as object);
  return wrong;
}

describe.each(DAMAGES)('an entry with %s', (_what, how) => {
  it('an entry that cannot be read is kept as it was found, and costs nothing else', async () => {
    const { disk, records, losses } = await open();
    const wrong = damage(disk, 'chld_b', how);
    const pages: string[] = [];
    for (let since = 0; ; ) {
      const { changes, sequence } = await records.changesSince(since, 2);
      pages.push(...changes.map(({ id }) => id));
      if (changes.length < 2) break;
      since = sequence;
    }
    // A sequence that is none is in no order of changes: such an entry is met by its id.
    expect(await records.read('chld_b')).toBeNull();
    expect(pages).toEqual(['chld_a', 'chld_c', 'chld_d', 'chld_e']);
    expect(losses()).toBe(1);
    expect(await records.unread()).toEqual([{ id: 'chld_b', raw: wrong }]);
    expect(await records.lost()).toEqual([{ first: 'chld_b', last: 'chld_b' }]);
    await expectSound(new MemoryStore('one', disk));
  });

  it('an unreadable entry is not overwritten by a save or by what arrives, and comes again from the server', async () => {
    const { disk, records } = await open();
    const wrong = damage(disk, 'chld_b', how);
    const arriving = carriedDocument('chld_b', ['b', 'a'], { firstName: 'Berta' });
    await records.write([{ _id: 'chld_b', firstName: 'new' }], 'strict');
    await records.take([arriving], FROM_SERVER);
    expect(await records.unread()).toEqual([{ id: 'chld_b', raw: wrong }]);
    expect((await records.read('chld_b'))?.['firstName']).toBe('Berta');
    expect(await records.leaves('chld_b')).toHaveLength(2);
  });

  it('an unreadable entry is not tidied away, and hides no row of a block', async () => {
    const { disk, records } = await open();
    await records.take(manyChildren(12), FROM_SERVER);
    const [child] = (await records.readMany(['chld_many_00003'])).values();
    await records.write([{ ...child, _id: 'chld_many_00003', firstName: 'Rosa' }], 'strict');
    const wrong = damage(disk, 'chld_many_00003', how);
    await records.write([{ _id: 'chld_many_00003a' }, { _id: 'chld_many_00003b' }], 'strict');
    for (let next: string | null = ''; next !== null; )
      ({ next } = await records.tidy(() => true, next));
    expect(await records.read('chld_many_00003')).toEqual(child);
    expect(await records.unread()).toEqual([{ id: 'chld_many_00003', raw: wrong }]);
    await expectSound(new MemoryStore('one', disk));
  });
});

describe('a document of the device itself that cannot be read', () => {
  it('an unreadable local document is taken for one that is not there, and can be written again', async () => {
    const { disk, records } = await open();
    await records.writeLocal('note', { text: 'one' });
    disk.stores.meta.set('local:note', { count: 1, body: '{"te' });
    expect(await records.readLocal('note')).toBeNull();
    await records.writeLocal('note', { text: 'two' });
    expect(await records.readLocal('note')).toMatchObject({ text: 'two' });
  });
});

describe('a head that is lost', () => {
  const REBUILT = /^rebuilt-/;

  it('a lost head is made again from the records, and no later write has a sequence that was given', async () => {
    const { disk, records } = await open();
    await records.take(manyChildren(30), FROM_SERVER);
    const before = await records.lastSequence();
    disk.stores.meta.set('head', undefined);
    const again = new StoredRecords(new MemoryStore('one', disk), { blockSize: SMALL_BLOCKS });
    expect(await again.open()).toMatch(REBUILT);
    expect(await again.lastSequence()).toBe(before);
    expect((await again.changesSince(0, 1_000)).changes).toHaveLength(35);
    await again.write([{ _id: 'chld_z' }], 'strict');
    expect((await again.changesSince(before, 9)).changes.map(({ id }) => id)).toEqual(['chld_z']);
    expect(await again.lost()).toHaveLength(1);
    await expectSound(new MemoryStore('one', disk));
  });

  it.each([{}, { format: 1 }, 'text', { format: 1, instance: 7, sequence: 'x', blocks: null }])(
    'so is one that makes no sense: %j',
    async (head) => {
      const { disk } = await open();
      disk.stores.meta.set('head', head as object);
      const again = new StoredRecords(new MemoryStore('one', disk));
      expect(await again.open()).toMatch(REBUILT);
      expect(await again.lastSequence()).toBe(5);
    },
  );

  it('goes on above what the ledger calls sent, though those records are gone too', async () => {
    const { disk, records } = await open();
    const ledger = { scanned: 40, offered: 30, mergedTo: 7, received: [[50, 60]] };
    await records.writeLocal('crece-sync', { version: 1, ledger });
    disk.stores.meta.set('head', undefined);
    const again = new StoredRecords(new MemoryStore('one', disk));
    expect(await again.lastSequence()).toBe(60);
  });

  it('finds the last sequence whatever lies before it, also behind an entry that is damaged', async () => {
    const { disk, records } = await open();
    for (let round = 0; round < 20; round += 1) {
      await records.take([carriedDocument('chld_a', [`r${round}`], {})], FROM_SERVER);
    }
    damage(disk, 'chld_e', (entry) => ({ ...entry, body: '' }));
    damage(disk, 'chld_d', (entry) => ({ ...entry, seq: 'z' }));
    disk.stores.meta.set('head', undefined);
    const again = new StoredRecords(new MemoryStore('one', disk));
    expect(await again.lastSequence()).toBe(25);
  });

  it('takes the ledger along where no record is left: nothing may look synchronised', async () => {
    const { disk, records } = await open();
    await records.writeLocal('crece-sync', { version: 1, ledger: { scanned: 5, isWhole: true } });
    await records.writeLocal('crece-file-removals', { removals: [1] });
    disk.stores.meta.set('head', undefined);
    for (const id of [...disk.stores.docs.values.keys()]) disk.stores.docs.set(id, undefined);
    const again = new StoredRecords(new MemoryStore('one', disk));
    expect(await again.open()).not.toMatch(REBUILT);
    expect(await again.readLocal('crece-sync')).toBeNull();
    expect(await again.readLocal('crece-file-removals')).not.toBeNull();
  });
});

describe('inspecting an opened database', () => {
  it('says nothing of a whole one, and notices a block that is not there', async () => {
    const { disk, records, losses } = await open();
    await records.take(manyChildren(30), FROM_SERVER);
    await records.inspect();
    expect(losses()).toBe(0);
    const [key = ''] = disk.stores.blocks.values.keys();
    disk.stores.blocks.set(key, undefined);
    await records.inspect();
    expect(losses()).toBe(1);
    expect(await records.lost()).toHaveLength(1);
    await records.inspect();
    // Until the run has brought it: the note of a tab that was killed may be missing.
    expect(losses()).toBe(2);
    const [range] = await records.lost();
    if (range !== undefined) await records.forgetLost(range);
    await records.inspect();
    expect(losses()).toBe(2);
    expect((await records.take(manyChildren(30), FROM_SERVER)).written).toBeGreaterThan(0);
    await expectSound(new MemoryStore('one', disk));
  });

  it('begins to count where an earlier build has written, and after one has written again', async () => {
    const { disk, records, losses } = await open();
    await records.take(manyChildren(30), FROM_SERVER);
    const { count: _, ...former } = disk.stores.meta.values.get('head') as { count: object };
    disk.stores.meta.set('head', former);
    await records.inspect();
    const counted = disk.stores.meta.values.get('head') as { blocks: number };
    expect(counted).toHaveProperty('count.blocks', disk.stores.blocks.values.size);
    disk.stores.meta.set('head', { ...counted, blocks: counted.blocks + 4 });
    const [key = ''] = disk.stores.blocks.values.keys();
    disk.stores.blocks.set(key, undefined);
    await records.inspect();
    expect(losses()).toBe(0);
    await expectSound(new MemoryStore('one', disk));
  });

  it('lifts a head that is behind its records: saving goes on', async () => {
    const { disk, records } = await open();
    const head = disk.stores.meta.values.get('head') as { sequence: number };
    disk.stores.meta.set('head', { ...head, sequence: 2 });
    await records.inspect();
    expect(await records.lastSequence()).toBe(5);
    await records.write([{ _id: 'chld_z' }], 'strict');
    await expectSound(new MemoryStore('one', disk));
  });
});
