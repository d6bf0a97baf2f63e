import { describe, expect, it } from 'vitest';
import { atRequest, type Fault } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  freshUnit,
  type PhoneOptions,
  type SyncPhone,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import { screeningsHere } from '../../unit/known/arrival.ts';

const server = useSharedServer();

/** Small batches, no compression and one attempt, so that a run ends where the test cuts it. */
const plainFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('accept-encoding', 'identity');
  return fetch(input, { ...init, headers });
};
const SYNC = { limits: { snapshotBatch: 4 }, retryPolicy: { tries: 1 } };

function open(options: Partial<PhoneOptions> = {}): Promise<SyncPhone> {
  return aPhone(server.current, {
    stakeDB: freshUnit(),
    fetch: plainFetch,
    sync: SYNC,
    ...options,
  });
}

/** A unit on the server: 12 children with two screenings each. */
async function aUnit(): Promise<{ ana: SyncPhone; ids: string[] }> {
  const ana = await open();
  const children = await ana.addChildren(12);
  for (const { _id } of children) await ana.screen(_id);
  for (const { _id } of children) await ana.screen(_id);
  await ana.complete();
  return { ana, ids: children.map(({ _id }) => _id).sort() };
}

/**
 * Cuts every answer from an address after a number of bytes, so that resuming makes no progress.
 */
function cut(phone: SyncPhone, address: string, after: number): void {
  phone.proxy.plan(({ path }): Fault | undefined => {
    if (!path.includes(address)) return undefined;
    return { kind: 'cut-answer', after: path.includes('after=') ? 0 : after };
  });
}

/** Number of children here, by whether all, some or none of their screenings are known. */
function told({ unit }: SyncPhone): Record<'all' | 'some' | 'none', number> {
  const { children, sync } = unit.snapshot();
  const counts = { all: 0, some: 0, none: 0 };
  for (const { id, screeningCount } of children) {
    counts[screeningsHere(sync, id, screeningCount)] += 1;
  }
  return counts;
}

const arrivalOf = ({ unit }: SyncPhone) => unit.snapshot().sync.arrival;

/** Bytes of a snapshot after which all children and none of their screenings have arrived. */
const CHILDREN_ONLY = 9_000;

describe('children whose screenings have not arrived yet', () => {
  it('children are marked from before the first record until the list shows the last one', async () => {
    const { ana, ids } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    expect(arrivalOf(luis)).toBe('never');
    const last = ids[0] ?? '';
    const act = async (): Promise<void> => {
      await ana.screen(last);
      await ana.complete();
    };
    luis.proxy.plan(atRequest(/_changes/, 1, { kind: 'first', act }));
    const seen = new Set<string>();
    const untrue: string[] = [];
    luis.unit.subscribe(() => {
      const { children, sync } = luis.unit.snapshot();
      seen.add(sync.arrival);
      const isEarly = children.some((row) => row.screeningCount < (row.id === last ? 3 : 2));
      if (
        (isEarly && sync.arrival !== 'arriving') ||
        (sync.arrival !== 'whole' && told(luis).all > 0)
      )
        untrue.push(sync.arrival);
    });
    await luis.complete();
    expect([...seen]).toEqual(['arriving', 'whole']);
    expect(untrue).toEqual([]);
    expect(told(luis)).toEqual({ all: 12, some: 0, none: 0 });
  });

  it('children remain marked after a cut and a reload, until the feed has been read to its end', async () => {
    const { ana, ids } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    cut(luis, '_snapshot', CHILDREN_ONLY);
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(arrivalOf(luis)).toBe('arriving');
    expect(told(luis).all).toBe(0);
    expect(told(luis).none).toBeGreaterThan(6);
    const { none } = told(luis);
    await luis.phone.close();

    const again = await open({ stakeDB: ana.stakeDB, disk: luis.phone.disk });
    expect(arrivalOf(again)).toBe('arriving');
    expect(told(again).none).toBe(none);
    await expect(again.removeChild(ids[0] ?? '')).rejects.toMatchObject({ code: 'still-arriving' });

    // The snapshot is complete, but the feed with later changes cannot be read.
    cut(again, '_changes', 0);
    expect(await again.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(told(again)).toEqual({ all: 0, some: 12, none: 0 });
    await expect(again.removeChild(ids[0] ?? '')).rejects.toMatchObject({ code: 'still-arriving' });
    expect(again.unit.snapshot().children).toHaveLength(12);

    again.proxy.plan();
    await again.complete();
    expect(told(again)).toEqual({ all: 12, some: 0, none: 0 });
    await again.removeChild(ids[0] ?? '');
    expect(again.unit.snapshot().children).toHaveLength(11);
  });

  it('children are marked before the first record, so that none is counted wrongly meanwhile', async () => {
    const { ana } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    cut(luis, '_snapshot', 400);
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(luis.unit.snapshot().children).toEqual([]);
    expect(arrivalOf(luis)).toBe('arriving');
    luis.proxy.plan();
    await luis.complete();
    expect(told(luis)).toEqual({ all: 12, some: 0, none: 0 });
  });

  it('later runs of a whole unit mark no children, nor does another history of the server', async () => {
    const { ana } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    await luis.complete();
    cut(luis, '_changes', 0);
    expect(await luis.run()).toMatchObject({ kind: 'failed' });
    expect(arrivalOf(luis)).toBe('whole');
    await luis.phone.engine.ledger.renew('another-history');
    expect(arrivalOf(luis)).toBe('whole');
  });
});

describe('a child registered on this device', () => {
  it('counts as complete before, during and after the download, sent or not, and can be removed', async () => {
    const { ana } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    const early = await luis.addChild();
    const screened = await luis.addChild();
    await luis.screen(screened._id);
    expect(told(luis)).toEqual({ all: 2, some: 0, none: 0 });

    cut(luis, '_snapshot', CHILDREN_ONLY);
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    // Both were sent. Their copies on the server do not turn them into records of another device.
    expect(luis.unit.snapshot().pending).toBe(0);
    expect(told(luis).all).toBe(2);
    await luis.editChild(early._id, { ward: 'La Loma' });
    const late = await luis.addChild();
    expect(told(luis).all).toBe(3);
    await luis.phone.close();

    const again = await open({ stakeDB: ana.stakeDB, disk: luis.phone.disk });
    expect(told(again).all).toBe(3);
    await again.removeChild(late._id);
    await again.removeChild(screened._id);
    again.proxy.plan();
    await again.complete();
    expect(told(again)).toEqual({ all: 13, some: 0, none: 0 });
  });

  it('a child that this installation wrote and then lost does not count as complete', async () => {
    const ana = await open({ deviceId: 'the-same-phone' });
    await ana.addChildren(12);
    await ana.complete();
    const again = await open({ stakeDB: ana.stakeDB, deviceId: 'the-same-phone' });
    cut(again, '_snapshot', 3_000);
    expect(await again.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(told(again)).toMatchObject({ all: 0, some: 0 });
    expect(told(again).none).toBeGreaterThan(2);
  });

  it('a registered child is remembered together with others of the same moment', async () => {
    const luis = await open();
    const made = await Promise.all([luis.addChild(), luis.addChild(), luis.addChild()]);
    expect([...luis.unit.snapshot().sync.madeHere].sort()).toEqual(
      made.map(({ _id }) => _id).sort(),
    );
  });
});
