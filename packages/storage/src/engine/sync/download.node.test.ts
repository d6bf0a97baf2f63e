import { describe, expect, it } from 'vitest';
import type { Fault } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  epochOf,
  freshUnit,
  type PhoneOptions,
  type SyncPhone,
  serverLeaves,
  useServer,
} from '../../testing/node/sync-world.ts';

const server = useServer();

const PIECES = { pushDocuments: 4, pullPage: 6, pullDocuments: 3, snapshotBatch: 5 };

function open(
  options: Omit<PhoneOptions, 'stakeDB'> & { stakeDB?: string } = {},
): Promise<SyncPhone> {
  const sync = { ...options.sync, limits: { ...PIECES, ...options.sync?.limits } };
  return aPhone(server.current, { stakeDB: freshUnit(), ...options, sync });
}

/** A unit with `children` children on the server, and the phone that wrote them. */
async function aUnit(children = 30): Promise<{ ana: SyncPhone; ids: string[] }> {
  const ana = await open();
  const made = await ana.addChildren(children);
  await ana.complete();
  return { ana, ids: made.map(({ _id }) => _id).sort() };
}

function snapshots(phone: SyncPhone): string[] {
  return phone.proxy.requests.map(({ path }) => path).filter((path) => path.includes('_snapshot'));
}

/** Cuts the selected snapshot requests after a number of bytes. */
function cutSnapshots(phone: SyncPhone, bytes: number, isCut = (_nth: number) => true): void {
  let nth = 0;
  phone.proxy.plan(({ path }): Fault | undefined => {
    if (!path.includes('_snapshot')) return undefined;
    nth += 1;
    return isCut(nth) ? { kind: 'cut-answer', after: bytes } : undefined;
  });
}

/** No compression, so that a number of bytes is a known number of records. */
const plainFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('accept-encoding', 'identity');
  return fetch(input, { ...init, headers });
};

describe('the first download', () => {
  it("reads the whole unit with one request, and then the feed from the snapshot's sequence", async () => {
    const { ana } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB });
    expect(await luis.complete()).toMatchObject({ received: 30, sent: 0, pending: 0 });
    expect(luis.asked()).toEqual([
      'GET /api/children/sync',
      expect.stringMatching(/^GET \/(sync\/|db)$/),
      expect.stringMatching(/^GET \/(sync\/|db)$/),
      'GET /db/_snapshot',
      'GET /db/_changes',
    ]);
    expect(luis.proxy.requests.at(-1)?.path).toContain('since=30');
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('reads the whole feed when fewer records came than the server had counted', async () => {
    const { ana } = await aUnit();
    const shortened: typeof fetch = async (input, init) => {
      const answer = await plainFetch(input, init);
      if (!answer.ok || !String(input).includes('_snapshot')) return answer;
      const lines = (await answer.text()).split('\n');
      const { headers } = answer;
      // The last block, which has the last fifteen records, is left out.
      return new Response(lines.toSpliced(-3, 1).join('\n'), { headers });
    };
    const luis = await open({ stakeDB: ana.stakeDB, fetch: shortened });
    await luis.complete();
    expect(luis.proxy.requests.map(({ path }) => path)).toContainEqual(
      expect.stringContaining('&since=0&'),
    );
    expect(luis.asked()).toContain('POST /db/_bulk_get');
    expect(await luis.leaves()).toEqual(await ana.leaves());
    expect(luis.unit.snapshot().sync.isIncomplete).toBe(false);
  });

  it('asks for removed records only where older versions of them may be here', async () => {
    const { ana, ids } = await aUnit(6);
    await ana.removeChild(ids[0] ?? '');
    await ana.complete();
    const empty = await open({ stakeDB: ana.stakeDB });
    expect(await empty.complete()).toMatchObject({ received: 5 });
    expect(snapshots(empty)).toEqual([expect.stringContaining('tombstones=false')]);
    const used = await open({ stakeDB: ana.stakeDB });
    await used.addChild();
    expect(await used.complete()).toMatchObject({ received: 6 });
    expect(snapshots(used)).toEqual([expect.stringContaining('tombstones=true')]);
    expect(await used.leaves()).toEqual(await serverLeaves(server.current, ana.stakeDB));
  });

  it('sends local records first', async () => {
    const { ana } = await aUnit(4);
    const luis = await open({ stakeDB: ana.stakeDB });
    await luis.addChild();
    await luis.complete();
    const paths = luis.asked();
    expect(paths.indexOf('POST /db/_bulk_docs')).toBeLessThan(paths.indexOf('GET /db/_snapshot'));
  });

  it('shows records while the rest arrives, and stores what is typed meanwhile', async () => {
    const { ana } = await aUnit(20);
    const shown: number[] = [];
    const luis: SyncPhone = await open({
      stakeDB: ana.stakeDB,
      fetch: doctoredLines(async (line) => {
        // By now seven records were sent: blocks of one, two and four.
        if (line !== 4) return;
        await luis.addChild();
        await until(() => luis.unit.snapshot().children.length > 5);
        shown.push(luis.unit.snapshot().children.length);
      }),
    });
    expect(await luis.complete()).toMatchObject({ received: 20, sent: 1, pending: 0 });
    expect(shown[0]).toBeLessThan(21);
    expect(luis.names()).toHaveLength(21);
    expect(await luis.leaves()).toEqual(await serverLeaves(server.current, ana.stakeDB));
  });

  it('sends what is typed during the download before the download ends', async () => {
    const { ana } = await aUnit(30);
    const sent: boolean[] = [];
    const luis: SyncPhone = await open({
      stakeDB: ana.stakeDB,
      fetch: doctoredLines(async (line) => {
        if (line === 3) await luis.addChild();
        if (line !== 5) return;
        await until(() => luis.unit.snapshot().pending === 0);
        sent.push(luis.asked().includes('POST /db/_bulk_docs'));
      }),
    });
    await luis.complete();
    expect(sent).toEqual([true]);
  });

  it('never counts received records as unsent', async () => {
    const ana = await open({ deviceId: 'the-same-phone' });
    await ana.addChildren(20);
    await ana.complete();
    // The same installation lost its data, so the received records carry its own signature.
    const again = await open({ stakeDB: ana.stakeDB, deviceId: 'the-same-phone' });
    const counts: number[] = [];
    again.unit.subscribe(() => counts.push(again.unit.snapshot().pending));
    expect(await again.complete()).toMatchObject({ received: 20, sent: 0, pending: 0 });
    expect(again.names()).toHaveLength(20);
    expect(Math.max(...counts)).toBe(0);
  });
});

describe('a first download that is cut', () => {
  it('continues after the last complete record, in the same run', async () => {
    const { ana, ids } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB, fetch: plainFetch });
    cutSnapshots(luis, 4_000, (nth) => nth <= 2);
    expect(await luis.complete()).toMatchObject({ received: 30 });
    const [first, second, third] = snapshots(luis).map(afterOf);
    expect(first).toBeNull();
    expect(ids.indexOf(String(second))).toBeGreaterThan(2);
    expect(ids.indexOf(String(third))).toBeGreaterThan(ids.indexOf(String(second)));
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('completes on a line that breaks every few records', async () => {
    const { ana } = await aUnit();
    // More breaks in a row than a step has attempts: each piece that arrives counts as progress.
    const luis = await open({
      stakeDB: ana.stakeDB,
      fetch: plainFetch,
      sync: { retryPolicy: { tries: 3 } },
    });
    cutSnapshots(luis, 2_500);
    expect(await luis.complete()).toMatchObject({ received: 30 });
    expect(snapshots(luis).length).toBeGreaterThan(6);
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('continues in the next run, and shows its progress from the start', async () => {
    const { ana } = await aUnit();
    const luis = await open({
      stakeDB: ana.stakeDB,
      fetch: plainFetch,
      sync: { retryPolicy: { tries: 1 } },
    });
    cutSnapshots(luis, 4_000);
    // The run's only attempt ends when no more bytes come.
    luis.proxy.plan(({ path }) =>
      path.includes('_snapshot')
        ? { kind: 'cut-answer', after: path.includes('after=') ? 0 : 4_000 }
        : undefined,
    );
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(luis.unit.snapshot().sync.arrival).toBe('arriving');
    const here = luis.names().length;
    expect(here).toBeGreaterThan(2);
    luis.proxy.plan();
    const receiving: number[] = [];
    luis.sync.subscribe(() => {
      const { receiving: count } = luis.sync.snapshot();
      if (count !== null && count.total > 0) receiving.push(count.done);
    });
    expect(await luis.complete()).toMatchObject({ received: 30 - here });
    expect(receiving[0]).toBe(here);
    expect(luis.sync.snapshot().receiving).toEqual({ done: 30, total: 30 });
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });

  it('finds changes in its first part when it resumes against a newer snapshot', async () => {
    const { ana, ids } = await aUnit();
    const luis = await open({ stakeDB: ana.stakeDB, fetch: plainFetch });
    let act: (() => Promise<void>) | null = async () => {
      await ana.editChild(ids[0] ?? '', { ward: 'La Loma' });
      await ana.removeChild(ids[1] ?? '');
      await ana.addChild();
      await ana.complete();
    };
    let nth = 0;
    luis.proxy.plan(({ path }): Fault | undefined => {
      if (!path.includes('_snapshot')) return undefined;
      nth += 1;
      if (nth === 1) return { kind: 'cut-answer', after: 4_000 };
      const first = act;
      act = null;
      return first === null ? undefined : { kind: 'first', act: first };
    });
    await luis.complete();
    expect(luis.proxy.requests.map(({ path }) => path)).toContainEqual(
      expect.stringContaining('_changes?style=all_docs&since=30'),
    );
    expect(await luis.leaves()).toEqual(await ana.leaves());
    expect(luis.unit.snapshot().children.filter(({ ward }) => ward === 'La Loma')).toHaveLength(1);
  });

  it('starts again when the server has another history by then', async () => {
    const { ana } = await aUnit();
    const retryPolicy = { firstPauseMs: 100, longestPauseMs: 400, tries: 40 };
    const luis = await open({ stakeDB: ana.stakeDB, fetch: plainFetch, sync: { retryPolicy } });
    const copy = server.current.backUp();
    await ana.addChildren(2);
    await ana.complete();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const act = async (): Promise<void> => {
      await server.current.kill();
      server.current.restore(copy, 'databases/units');
      await server.current.start();
    };
    let nth = 0;
    luis.proxy.plan(({ path }): Fault | undefined => {
      if (!path.includes('_snapshot')) return undefined;
      nth += 1;
      if (nth === 1) return { kind: 'cut-answer', after: 4_000 };
      return nth === 2 ? { kind: 'first', act } : undefined;
    });
    const epoch = await epochOf(server.current);
    await luis.complete();
    expect(await epochOf(server.current)).not.toBe(epoch);
    expect(afterOf(snapshots(luis).at(-1) ?? '')).toBeNull();
    await ana.complete();
    await luis.complete();
    expect(await luis.leaves()).toEqual(await ana.leaves());
    expect(luis.names()).toHaveLength(32);
  });

  it('loads records again after a crash between the records and their note', async () => {
    const { ana } = await aUnit();
    // The locks outlive the phone in this process; a browser releases them with the page.
    const luis = await open({ stakeDB: ana.stakeDB, sync: { locks: null } });
    const { store } = luis.phone.engine;
    const take = store.take.bind(store);
    let taken = 0;
    store.take = async (documents, options) => {
      const written = await take(documents, options);
      taken += documents.length;
      if (taken >= 10) luis.crash();
      return written;
    };
    await luis.addChild();
    // The page is gone: the result of this run is ignored.
    void luis.run();
    await until(() => taken >= 10);
    const again = await open({ stakeDB: ana.stakeDB, disk: luis.phone.disk });
    expect(again.unit.snapshot().sync.arrival).not.toBe('whole');
    await again.addChild();
    await again.complete();
    expect(again.names()).toHaveLength(32);
    expect(again.unit.snapshot().pending).toBe(0);
    expect(await again.leaves()).toEqual(await serverLeaves(server.current, ana.stakeDB));
  });

  it('a cut download does not assess children whose screenings have not arrived', async () => {
    const { ana, ids } = await aUnit(12);
    for (const id of ids.slice(0, 4)) await ana.screen(id);
    await ana.complete();
    const luis = await open({
      stakeDB: ana.stakeDB,
      fetch: plainFetch,
      sync: { retryPolicy: { tries: 1 } },
    });
    // All children and none of their screenings: those follow in the order of ids.
    luis.proxy.plan(({ path }) =>
      path.includes('_snapshot')
        ? { kind: 'cut-answer', after: path.includes('after=') ? 0 : 4_500 }
        : undefined,
    );
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    expect(luis.names().length).toBeGreaterThan(4);
    expect(await luis.run()).toMatchObject({ kind: 'failed', step: 'down' });
    luis.proxy.plan();
    expect(await luis.complete()).toMatchObject({ sent: 0, pending: 0 });
    expect(await luis.leaves()).toEqual(await ana.leaves());
  });
});

function afterOf(path: string): string | null {
  return new URLSearchParams(path.split('?')[1]).get('after');
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * A `fetch` that returns a snapshot line by line and calls `before` with the index of each line; 0
 * is the head.
 */
function doctoredLines(before: (line: number) => Promise<void>): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('_snapshot')) return answer;
    const lines = (await answer.text()).split('\n').filter((line) => line !== '');
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const line = lines[at];
        if (line === undefined) return controller.close();
        await before(at);
        at += 1;
        controller.enqueue(new TextEncoder().encode(`${line}\n`));
      },
    });
    return new Response(body, { headers: answer.headers });
  };
}
