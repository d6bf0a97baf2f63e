import { describe, expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import type { StoredBlock } from '../../unit/records/block.ts';
import type { MemoryDisk } from '../../unit/records/testing/memory-store.ts';

const server = useSharedServer();

function diskOf({ phone }: SyncPhone): MemoryDisk {
  const disk = phone.disk.databases.get(phone.engine.name);
  if (disk === undefined) throw new Error('no database');
  return disk;
}

/** Truncates the first block on the phone's disk; returns the id of its last record. */
function damage(phone: SyncPhone): string {
  const { blocks } = diskOf(phone).stores;
  const [[last, value] = ['', {}]] = [...blocks.values];
  blocks.set(last, { ...value, text: (value as StoredBlock).text.slice(0, 100) });
  return last;
}

describe("a damaged block in the phone's store", () => {
  it('makes lists say that records are on their way, and is fetched again by the next run', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(60);
    await ana.complete();
    const luis = await aPhone(server.current, { stakeDB: unit });
    await luis.complete();
    expect(luis.unit.snapshot().sync).toMatchObject({ arrival: 'whole', isIncomplete: false });
    const edited = await luis.addChild({ firstName: 'Rosa' });
    const id = damage(luis);
    expect(await luis.unit.readChildFile(id)).toBeNull();
    await expect
      .poll(() => luis.unit.snapshot().sync)
      .toMatchObject({ arrival: 'arriving', isIncomplete: true });
    await luis.complete();
    expect(luis.unit.snapshot().sync).toMatchObject({ arrival: 'whole', isIncomplete: false });
    expect(await luis.phone.engine.store.lost()).toEqual([]);
    expect((await luis.unit.readChildFile(id))?.child._id).toBe(id);
    expect((await luis.unit.readChildFile(edited._id))?.pendingIds).toEqual([]);
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, unit));
  });

  it('found during a run is fetched again by the next run', async () => {
    const unit = freshUnit();
    const ana = await aPhone(server.current, { stakeDB: unit });
    await ana.addChildren(40);
    await ana.complete();
    const luis = await aPhone(server.current, { stakeDB: unit });
    await luis.complete();
    const id = damage(luis);
    await ana.editChild(id, { firstName: 'Lucía' });
    await ana.complete();
    await luis.complete();
    expect(luis.unit.snapshot().sync).toMatchObject({ arrival: 'arriving' });
    await luis.complete();
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, unit));
    expect(luis.unit.snapshot().sync).toMatchObject({ arrival: 'whole', isIncomplete: false });
  });
});
