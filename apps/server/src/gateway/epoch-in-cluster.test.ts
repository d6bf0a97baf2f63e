import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentChange, DocumentStore, Stores } from '../store/document-store.ts';
import { put } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { type Epoch, openEpoch } from './epoch.ts';

const clock = () => new Date('2025-06-01T08:00:00.000Z');
const NOTE = 'sync_sequence_la_paz';
const countOf = (sequence: string): number => Number.parseInt(sequence, 10);

/**
 * A unit whose sequences look like those of a CouchDB cluster: a number that is only a rough count
 * (`more` is what this copy counts above the number of writes), and an opaque text.
 */
function inCluster(unit: DocumentStore, more = 0): DocumentStore {
  const seqOf = (seq: string): string => `${countOf(seq) + more}-g1AAA`;
  async function* changes({ since, ...rest }: { since: string }): AsyncGenerator<DocumentChange> {
    const from = Math.max(0, countOf(since) - more);
    for await (const change of unit.changes({ since: String(from), ...rest })) {
      yield { ...change, seq: seqOf(change.seq) };
    }
  }
  const own: Partial<DocumentStore> = {
    info: async () => {
      const info = await unit.info();
      return { ...info, updateSeq: seqOf(info.updateSeq) };
    },
    changes,
    compareSequences: (a, b) => countOf(a) - countOf(b),
  };
  return new Proxy(unit, {
    get(target, name) {
      const mine = own[name as keyof DocumentStore];
      if (mine !== undefined) return mine;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

interface Cluster {
  accounts: DocumentStore;
  /** Starts the server on a unit. */
  start(
    unit: DocumentStore,
    noteAfterMs?: number,
  ): Promise<{ epoch: Epoch; warn: ReturnType<typeof vi.fn> }>;
  noted(): Promise<Record<string, unknown> | null>;
  /** Waits until this sequence is noted; `close()` would not wait until the feed has been read. */
  hasNoted(sequence: string): Promise<void>;
}

async function aCluster(): Promise<Cluster> {
  const accounts = await (await aStores()).open('sys_accounts');
  return {
    accounts,
    async start(unit, noteAfterMs = 1) {
      const stores = { open: async () => unit, has: async () => true };
      const warn = vi.fn();
      const epoch = await openEpoch({ store: accounts, stores, clock, log: { warn }, noteAfterMs });
      onTestFinished(() => epoch.close());
      await epoch.opened('la_paz', unit);
      return { epoch, warn };
    },
    noted: () => accounts.readLocal(NOTE),
    hasNoted: (sequence) =>
      soon(async () => expect(await accounts.readLocal(NOTE)).toMatchObject({ sequence })),
  };
}

interface Life {
  unit: DocumentStore;
  write(from: number, to: number): Promise<readonly [id: string, rev: string]>;
  /** A copy of the unit's files as they are now, opened as another store. */
  copy(more?: number): Promise<DocumentStore>;
}

/** A unit with a function that writes to it and returns the last revision of each write. */
async function aLife(): Promise<Life> {
  const dir = aFolder();
  const stores: Stores = await aStores(dir);
  const unit = await stores.open('unit_la_paz');
  return {
    unit: inCluster(unit),
    async write(from, to) {
      let last: readonly [string, string] = ['', ''];
      for (let i = from; i < to; i += 1) last = [`chld_${i}`, await put(unit, `chld_${i}`)];
      return last;
    },
    async copy(more = 0) {
      const backup = aFolder();
      cpSync(dir, backup, { recursive: true });
      return inCluster(await (await aStores(backup)).open('unit_la_paz'), more);
    },
  };
}

describe('a unit of a CouchDB cluster', () => {
  it.each([
    ['taken before it', 0, true],
    ['taken in its middle', 2, true],
    ['taken one record before its end', 4, true],
    ['taken after it', 5, false],
  ])(
    'restored from a backup of a push of five, %s: begins a new history only if records are missing',
    async (_, at, isRenewed) => {
      const cluster = await aCluster();
      const life = await aLife();
      await life.write(0, 10);
      const { epoch } = await cluster.start(life.unit);
      await cluster.hasNoted('10-g1AAA');
      await life.write(10, 10 + at);
      const backup = await life.copy();
      const newest =
        at === 5
          ? (['chld_14', (await life.unit.leaves('chld_14'))[0]?.rev ?? ''] as const)
          : await life.write(10 + at, 15);
      await epoch.advanced('la_paz', life.unit, newest);
      await epoch.close();

      const next = await cluster.start(backup);
      expect(next.epoch.current() !== epoch.current()).toBe(isRenewed);
      expect(next.warn).toHaveBeenCalledTimes(isRenewed ? 1 : 0);
      await cluster.hasNoted(`${10 + at}-g1AAA`);
      // A second start on the same backup does not renew again.
      const third = await cluster.start(backup);
      expect(third.epoch.current()).toBe(next.epoch.current());
    },
  );

  it.each([
    ['less', -3],
    ['as much', 0],
    ['more', 3],
  ])('keeps its history when another copy answers that counts %s', async (_, more) => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 10);
    const { epoch } = await cluster.start(life.unit);
    await cluster.hasNoted('10-g1AAA');
    const next = await cluster.start(await life.copy(more));
    expect(next.epoch.current()).toBe(epoch.current());
    expect(next.warn).not.toHaveBeenCalled();
  });

  it('begins a new history when records are gone, even if the answering copy counts more writes', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 10);
    const backup = await life.copy(7);
    await life.write(10, 12);
    const { epoch } = await cluster.start(life.unit);
    await cluster.hasNoted('12-g1AAA');
    const next = await cluster.start(backup);
    expect(next.epoch.current()).not.toBe(epoch.current());
    expect(next.warn.mock.calls[0]?.[0]).toMatchObject({
      reason: 'the unit la_paz came back at 17-g1AAA, it was at 12-g1AAA',
    });
  });

  it('a start checks a unit by its newest change, even when that is a losing revision', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 3);
    const losing = { document: { _id: 'chld_0', _rev: '1-0' }, ancestry: ['1-0'] };
    const backup = await life.copy();
    await life.unit.writeRevisions([losing]);
    const { epoch } = await cluster.start(life.unit);
    await cluster.hasNoted('4-g1AAA');
    expect(await cluster.noted()).toMatchObject({
      sequence: '4-g1AAA',
      witnesses: (await life.unit.leaves('chld_0')).map(({ rev }) => ['chld_0', rev]),
    });
    expect((await cluster.start(backup)).epoch.current()).not.toBe(epoch.current());
  });

  it('the first start reads a unit as a whole, later starts read what is new', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 3);
    const asked: string[] = [];
    const { changes } = life.unit;
    const watched = new Proxy(life.unit, {
      get: (target, name) =>
        name === 'changes'
          ? (options: { since: string }) => {
              asked.push(options.since);
              return changes(options);
            }
          : (Reflect.get(target, name) as unknown),
    });
    const first = await cluster.start(watched);
    await cluster.hasNoted('3-g1AAA');
    const newest = await life.write(3, 5);
    await first.epoch.advanced('la_paz', watched, newest);
    await first.epoch.close();
    expect(await cluster.noted()).toMatchObject({ sequence: '5-g1AAA' });
    // Written by a process that died before it noted this write.
    await life.write(5, 6);
    await cluster.start(watched);
    await cluster.hasNoted('6-g1AAA');
    expect(asked).toEqual(['0', '5-g1AAA']);
    const { witnesses } = (await cluster.noted()) as unknown as { witnesses: [string, string][] };
    expect(witnesses.map(([id]) => id)).toEqual(['chld_5', 'chld_4', 'chld_2']);
  });

  it('keeps the last revisions of two pushes that end at the same moment, in whatever order they are noted', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 3);
    const { epoch } = await cluster.start(life.unit);
    await cluster.hasNoted('3-g1AAA');
    const one = await life.write(3, 4);
    const backup = await life.copy();
    const other = await life.write(4, 5);
    epoch.noteSequence('la_paz', '5-g1AAA', other);
    epoch.noteSequence('la_paz', '4-g1AAA', one);
    await epoch.close();
    expect((await cluster.start(backup)).epoch.current()).not.toBe(epoch.current());
  });

  it('keeps the last revisions of the eight latest pushes', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    const { epoch } = await cluster.start(life.unit);
    for (let i = 0; i < 10; i += 1) {
      await epoch.advanced('la_paz', life.unit, await life.write(i, i + 1));
      if (i % 3 === 0) await epoch.close();
    }
    await epoch.close();
    const { witnesses } = (await cluster.noted()) as unknown as { witnesses: [string, string][] };
    expect(witnesses.map(([id]) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => `chld_${i}`));
  });

  it('a unit whose feed is being read does not delay the stop of the server', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 3);
    let isRead = false;
    const endless = new Proxy(life.unit, {
      get: (target, name) =>
        name === 'changes'
          ? async function* () {
              for (;;) {
                isRead = true;
                yield { seq: '1-g1AAA', id: 'chld_0', deleted: false, leaves: [] };
                await new Promise((resolve) => setTimeout(resolve, 1));
              }
            }
          : (Reflect.get(target, name) as unknown),
    });
    const { epoch } = await cluster.start(endless);
    await soon(() => expect(isRead).toBe(true));
    await epoch.close();
    // Without a noted revision only the sequence number decides at the next start.
    expect(await cluster.noted()).toMatchObject({ sequence: '3-g1AAA', witnesses: [] });
    const backup = await (await aLife()).copy();
    expect((await cluster.start(backup)).epoch.current()).not.toBe(epoch.current());
  });

  it('keeps its earlier note when the server stops before it has found the newest change', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 3);
    await cluster.start(life.unit);
    await cluster.hasNoted('3-g1AAA');
    const kept = await cluster.noted();
    await life.write(3, 5);
    const { epoch } = await cluster.start(life.unit, 60_000);
    await epoch.close();
    expect(await cluster.noted()).toEqual(kept);
  });
});

describe('Epoch.advanced', () => {
  it('never rejects: the write stands, and the log says that the sequence could not be noted', async () => {
    const cluster = await aCluster();
    const life = await aLife();
    await life.write(0, 1);
    const { epoch, warn } = await cluster.start(life.unit);
    vi.spyOn(life.unit, 'info').mockRejectedValueOnce(new Error('away'));
    await epoch.advanced('la_paz', life.unit, ['chld_0', '1-a']);
    expect(warn.mock.calls.map((call: unknown[]) => call[1])).toEqual([
      'the sequence of a unit could not be noted',
    ]);
  });
});
