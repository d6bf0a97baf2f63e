import { describe, expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverDocuments,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import type { StoredEntry } from '../../unit/records/entry.ts';
import type { MemoryDisk } from '../../unit/records/testing/memory-store.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { openBackup } from '../backup/open-backup.ts';

const server = useSharedServer();
const PASSPHRASE = 'a passphrase of the clinic';

function diskOf({ phone }: SyncPhone): MemoryDisk {
  const disk = phone.disk.databases.get(phone.engine.name);
  if (disk === undefined) throw new Error('no database');
  return disk;
}

/** Cuts the content of an entry on the phone's disk. */
function damage(phone: SyncPhone, id: string): void {
  const { docs } = diskOf(phone).stores;
  const entry = docs.values.get(id) as StoredEntry;
  docs.set(id, { ...entry, body: entry.body.slice(0, 20) });
}

/** The same phone after it was switched off; without kept rows, so that the list is read anew. */
async function reopened(phone: SyncPhone): Promise<SyncPhone> {
  await phone.close();
  phone.phone.disk.stores.projections.clear();
  const again = await aPhone(server.current, { ...phone.options, disk: phone.phone.disk });
  await again.unit.ready();
  return again;
}

describe('an entry of the phone that cannot be read', () => {
  it('an unreadable entry is listed and unsent; the others are shown, saved, backed up and sent', async () => {
    const unit = freshUnit();
    const first = await aPhone(server.current, { stakeDB: unit });
    const [rosa, ...others] = await first.addChildren(12);
    const id = rosa?._id ?? '';
    damage(first, id);
    const ana = await reopened(first);
    await expect.poll(() => ana.unit.snapshot().unreadable).toHaveLength(1);
    const shown = ana.unit.snapshot();
    expect(shown).toMatchObject({ state: 'ready', pending: 12, unreadable: [{ id }] });
    expect(shown.unreadable[0]?.codes).toEqual(['unreadable-here']);
    const ids = shown.children.map((child) => child.id);
    expect(ids.sort()).toEqual(others.map(({ _id }) => _id).sort());
    await ana.addChild({ firstName: 'Zoe' });

    const made = await makeBackup([ana.unit], PASSPHRASE, { now: new Date() });
    expect(made.ok && made.units).toMatchObject([{ stakeDB: unit, records: 12 }]);
    const all = await makeBackup([ana.unit], PASSPHRASE, { now: new Date(), isAll: true });
    expect(all.ok && all.units).toMatchObject([{ stakeDB: unit, records: 12 }]);
    if (!made.ok) return;
    expect(ana.unit.heldBy(made.units[0]?.mark ?? { instance: '', sequence: 0 })).toBe(12);
    const opened = await openBackup(made.file, PASSPHRASE);
    expect(opened.ok && opened.backup.units).toEqual([{ stakeDB: unit, records: 12 }]);

    expect(await ana.complete()).toMatchObject({ sent: 12, refused: 0, pending: 1 });
    await ana.complete();
    // Nobody else has it: nothing may say that all is sent.
    expect(ana.unit.snapshot()).toMatchObject({ pending: 1, unreadable: [{ id }] });
    expect(ana.unit.snapshot().sync.refused).toEqual([]);
    expect((await serverLeaves(server.current, unit)).size).toBe(12);
    const later = await reopened(ana);
    expect(later.unit.snapshot()).toMatchObject({ pending: 1, unreadable: [{ id }] });
    expect(await later.phone.engine.store.unread()).toMatchObject([{ id }]);
  });

  it('comes again from the server that has it, and waits no longer', async () => {
    const unit = freshUnit();
    const first = await aPhone(server.current, { stakeDB: unit });
    const [rosa] = await first.addChildren(5);
    const id = rosa?._id ?? '';
    await first.complete();
    damage(first, id);
    const ana = await reopened(first);
    await expect
      .poll(() => ana.unit.snapshot())
      .toMatchObject({ pending: 0, unreadable: [{ id }], sync: { isIncomplete: true } });
    await ana.complete();
    expect(ana.unit.snapshot()).toMatchObject({
      pending: 0,
      unreadable: [],
      sync: { arrival: 'whole', isIncomplete: false },
    });
    expect((await ana.unit.readChildFile(id))?.child).toMatchObject({ _id: id });
    expect(await ana.leaves()).toEqual(await serverLeaves(server.current, unit));
  });

  it("an unreadable unsent edit is unsent as before, and the server's version is shown", async () => {
    const unit = freshUnit();
    const first = await aPhone(server.current, { stakeDB: unit });
    const [rosa] = await first.addChildren(5);
    const id = rosa?._id ?? '';
    await first.complete();
    await first.editChild(id, { firstName: 'Rosaura' });
    damage(first, id);
    const ana = await reopened(first);
    await expect
      .poll(() => ana.unit.snapshot())
      .toMatchObject({ pending: 1, unreadable: [{ id }] });
    await ana.complete();
    expect((await ana.unit.readChildFile(id))?.child.firstName).toBe(rosa?.firstName);
    expect(ana.unit.snapshot()).toMatchObject({ pending: 1, unreadable: [{ id }] });
    await ana.editChild(id, { ward: 'Norte' });
    await ana.complete();
    expect((await serverDocuments(server.current, unit)).get(id)).toMatchObject({ ward: 'Norte' });
    expect(ana.unit.snapshot()).toMatchObject({ pending: 1, unreadable: [{ id }] });
  });
});

describe('a head that is lost', () => {
  it('a lost head is made again: unsent records are unsent, and all are sent', async () => {
    const unit = freshUnit();
    const first = await aPhone(server.current, { stakeDB: unit });
    await first.addChildren(20);
    await first.complete();
    await first.addChildren(8);
    diskOf(first).stores.meta.set('head', undefined);
    const ana = await reopened(first);
    await expect
      .poll(() => ana.unit.snapshot())
      .toMatchObject({ pending: 8, sync: { isIncomplete: true, vanished: null } });
    expect(ana.unit.snapshot().children).toHaveLength(28);
    await ana.addChild();
    expect(await ana.complete()).toMatchObject({ sent: 9, pending: 0 });
    expect(await ana.leaves()).toEqual(await serverLeaves(server.current, unit));
    expect(ana.unit.snapshot().sync).toMatchObject({ arrival: 'whole', isIncomplete: false });
  });

  it('with all records: what is missing is told, nothing says that all is synchronised', async () => {
    const unit = freshUnit();
    const first = await aPhone(server.current, { stakeDB: unit });
    await first.addChildren(6);
    await first.complete();
    const { stores } = diskOf(first);
    stores.meta.set('head', undefined);
    for (const id of [...stores.docs.values.keys()]) stores.docs.set(id, undefined);
    const ana = await reopened(first);
    expect(ana.unit.snapshot()).toMatchObject({
      children: [],
      sync: { stamp: null, arrival: 'never' },
    });
    await expect.poll(() => ana.unit.snapshot().sync.vanished).toMatchObject({ records: 6 });
    await ana.complete();
    expect(ana.unit.snapshot().children).toHaveLength(6);
  });
});

describe('a block that is not there', () => {
  it('a missing block is noticed when the unit is opened, and comes again with the next run', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(60);
    await ana.complete();
    const first = await aPhone(server.current, { stakeDB: unit });
    await first.complete();
    const { blocks } = diskOf(first).stores;
    const [key = ''] = blocks.values.keys();
    blocks.set(key, undefined);
    const luis = await reopened(first);
    await expect
      .poll(() => luis.unit.snapshot().sync)
      .toMatchObject({ arrival: 'arriving', isIncomplete: true });
    expect(luis.unit.snapshot().children.length).toBeLessThan(60);
    await luis.complete();
    expect(luis.unit.snapshot().sync).toMatchObject({ arrival: 'whole', isIncomplete: false });
    expect(luis.names()).toEqual(ana.names());
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, unit));
  });
});
