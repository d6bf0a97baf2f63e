import { describe, expect, it } from 'vitest';
import { atRequest, type Fault } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  freshUnit,
  type PhoneOptions,
  type SyncPhone,
  useServer,
} from '../../testing/node/sync-world.ts';
import { screeningsHere } from '../../unit/known/arrival.ts';

const server = useServer();

/** Small batches, no compression and one try: a run ends where the test cuts it. */
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

/** Cuts every answer to an address after so many bytes; going on where it was brings nothing. */
function cut(phone: SyncPhone, address: string, after: number): void {
  phone.proxy.plan(({ path }): Fault | undefined => {
    if (!path.includes(address)) return undefined;
    return { kind: 'cut-answer', after: path.includes('after=') ? 0 : after };
  });
}

/** How many children are here, by what is known of their screenings. */
function told({ unit }: SyncPhone): Record<'all' | 'some' | 'none', number> {
  const { children, sync } = unit.snapshot();
  const counts = { all: 0, some: 0, none: 0 };
  for (const { id, screeningCount } of children) {
    counts[screeningsHere(sync, id, screeningCount)] += 1;
  }
  return counts;
}

const arrivalOf = ({ unit }: SyncPhone) => unit.snapshot().sync.arrival;

/** Bytes of a snapshot by which all children and none of their screenings have come. */
const CHILDREN_ONLY = 9_000;

describe('what has not arrived', () => {
  it('is told of every child from before the first record until the list shows the last', async () => {
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

  it('stays told after a cut, after a reload, and until the feed has been read to its end', async () => {
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

    // The snapshot ends, and what was written since cannot be had.
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

  it('begins before the first record, so that nothing is counted in between', async () => {
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

  it('does not concern the whole unit’s next runs, nor another history of the server', async () => {
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

describe('a child that was registered on this device', () => {
  it('is known wholly before, during and after the load, sent or not, and can be removed', async () => {
    const { ana } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    const early = await luis.addChild();
    const screened = await luis.addChild();
    await luis.screen(screened._id);
    expect(told(luis)).toEqual({ all: 2, some: 0, none: 0 });

    cut(luis, '_snapshot', CHILDREN_ONLY);
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    // Both were sent: that they are on the server, too, makes nothing of them foreign.
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

  it('is not one that this installation once wrote and lost', async () => {
    const ana = await open({ deviceId: 'the-same-phone' });
    await ana.addChildren(12);
    await ana.complete();
    const again = await open({ stakeDB: ana.stakeDB, deviceId: 'the-same-phone' });
    cut(again, '_snapshot', 3_000);
    expect(await again.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(told(again)).toMatchObject({ all: 0, some: 0 });
    expect(told(again).none).toBeGreaterThan(2);
  });

  it('is remembered beside others that are registered at the same moment', async () => {
    const luis = await open();
    const made = await Promise.all([luis.addChild(), luis.addChild(), luis.addChild()]);
    expect([...luis.unit.snapshot().sync.madeHere].sort()).toEqual(
      made.map(({ _id }) => _id).sort(),
    );
  });
});
