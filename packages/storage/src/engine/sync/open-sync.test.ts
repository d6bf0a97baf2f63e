import { demoRecords } from '@crece/domain/demo';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carried, FakeGateway } from '../../testing/fake-gateway.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

import { openSync } from './open-sync.ts';

/** Signed by another phone, so it does not look unsent here. */
const SIGNED = { device: 'another' };

/** A unit as other phones have sent it: `children` children with their screenings. */
function aUnit(stakeDB: string, children: number): CarriedDocument[] {
  const made = demoRecords({ stakeDB, today: '2025-05-10', children });
  return [...made.children, ...made.screenings].map((record, index) =>
    carried({ ...record, ...SIGNED }, index.toString(16).padStart(32, '0')),
  );
}

describe('a run in a real browser', () => {
  it('reads the snapshot as a stream into IndexedDB, sends what was typed, then has nothing to do', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const gateway = new FakeGateway();
    const documents = aUnit(stakeDB, 120);
    gateway.put(documents);
    const sync = openSync(unit, gateway.server, { limits: { snapshotBatch: 150 } });
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(unit.snapshot().pending).toBe(2);

    const received: number[] = [];
    sync.subscribe(() => received.push(sync.snapshot().receiving?.done ?? 0));
    expect(await sync.run()).toMatchObject({
      kind: 'complete',
      sent: 2,
      received: documents.length,
      pending: 0,
    });
    expect(received).toEqual([...received].sort((a, b) => a - b));
    expect(new Set(received).size).toBeGreaterThan(2);
    expect(unit.snapshot()).toMatchObject({
      pending: 0,
      sync: { arrival: 'whole', refused: [], tasks: [] },
    });
    expect(unit.snapshot().children).toHaveLength(121);
    expect(gateway.documents).toHaveLength(documents.length + 2);

    gateway.asked.length = 0;
    expect(await sync.run()).toMatchObject({ kind: 'complete', sent: 0, received: 0 });
    expect(gateway.asked.filter((path) => /_bulk|_revs|_snapshot/.test(path))).toEqual([]);
  });

  it('receives later changes in pages and parts', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const gateway = new FakeGateway();
    const limits = { pullPage: 40, pullDocuments: 15 };
    const sync = openSync(unit, gateway.server, { limits });
    await sync.run();
    const documents = aUnit(stakeDB, 30);
    gateway.put(documents);
    expect(await sync.run()).toMatchObject({ kind: 'complete', received: documents.length });
    expect(unit.snapshot().children).toHaveLength(30);
    expect(unit.snapshot().orphans).toEqual([]);
  });

  it('reports busy while another tab is synchronising, and no longer once that tab is done or gone', async () => {
    const { unit } = await openTestUnit();
    const gateway = new FakeGateway();
    const sync = openSync(unit, gateway.server);
    const frame = document.createElement('iframe');
    document.body.append(frame);
    onTestFinished(() => frame.remove());
    // A frame of the same origin shares the profile's locks, like another tab.
    const locks = frame.contentWindow?.navigator.locks;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { name } = await unit.engine();
    await new Promise<void>((resolve) => {
      void locks?.request(`crece_sync_${name}`, () => {
        resolve();
        return held;
      });
    });
    expect(await sync.run()).toEqual({ kind: 'busy' });
    expect(sync.snapshot().outcome).toEqual({ kind: 'busy' });
    expect(gateway.asked).toEqual([]);
    release();
    await expect.poll(() => sync.snapshot().outcome).toBeNull();
    expect(await sync.run()).toMatchObject({ kind: 'complete' });
  });

  it('reports a storage failure, and succeeds once the storage works again', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const gateway = new FakeGateway();
    gateway.put(aUnit(stakeDB, 20));
    const sync = openSync(unit, gateway.server);
    const put = IDBObjectStore.prototype.put;
    onTestFinished(() => {
      IDBObjectStore.prototype.put = put;
    });
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, value, key);
      // The last put of a transaction that writes records.
      const isLast = this.name === 'meta' && key === 'head';
      if (isLast && this.transaction.db.name.endsWith(stakeDB)) this.transaction.abort();
      return request;
    };
    expect(await sync.run()).toMatchObject({
      kind: 'failed',
      fault: { code: 'storage', cause: { name: 'StorageError' } },
    });
    IDBObjectStore.prototype.put = put;
    expect(await sync.run()).toMatchObject({ kind: 'complete' });
    expect(unit.snapshot().children).toHaveLength(20);
  });
});
