import { describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { aFolder } from '../testing/test-app.ts';
import { AUDIT_PAGE_SIZE, type AuditFilter, type AuditRecord, openAuditLog } from './audit-log.ts';
import { MOST_OPEN, OpenEntries } from './fold.ts';

const ALL: AuditFilter = { who: '', what: '' };
const SIGN_IN: AuditRecord = { what: 'sign-in', who: 'ana', whom: null, from: '10.0.0.1' };

async function aStore(dir = aFolder()): Promise<Stores> {
  const stores = await openSqliteStores({ dir });
  onTestFinished(() => stores.close());
  return stores;
}

/** A log whose clock the test sets. */
async function aLog(stores?: Stores) {
  let now = new Date('2026-03-01T10:00:00.000Z');
  const faults: unknown[] = [];
  const options = {
    stores: stores ?? (await aStore()),
    clock: () => now,
    onFault: (error: unknown) => faults.push(error),
  };
  return {
    ...(await openAuditLog(options)),
    stores: options.stores,
    faults,
    at: (instant: string) => {
      now = new Date(instant);
    },
  };
}

describe('the audit log', () => {
  it('stores who did what to whom, when and from where', async () => {
    const log = await aLog();
    await log.record({
      what: 'user-changed',
      who: 'ana',
      whom: 'ben',
      from: '10.0.0.1',
      detail: 'roles +sync',
    });
    const { entries, total } = await log.page(ALL, 1);
    expect(total).toBe(1);
    expect(entries[0]?.id).toMatch(/^2026-03-01T10:00:00\.000Z_00000_[0-9a-f]{8}$/);
    expect(entries).toEqual([
      {
        id: entries[0]?.id,
        at: '2026-03-01T10:00:00.000Z',
        what: 'user-changed',
        who: 'ana',
        whom: 'ben',
        from: '10.0.0.1',
        detail: 'roles +sync',
        count: 1,
        last: '2026-03-01T10:00:00.000Z',
      },
    ]);
    expect(log.faults).toEqual([]);
  });

  it('stores a keyed entry once, at its own time, and reports when it could not', async () => {
    const log = await aLog();
    const removal = (key: string, at: string) => ({
      what: 'record-removed' as const,
      who: 'ana',
      whom: 'la_paz',
      from: null,
      detail: `chld_${key}`,
      key,
      at,
    });
    await log.record({ what: 'sign-in', who: 'ana', whom: null, from: null });
    const first = removal('r1', '2026-03-01T09:59:59.000Z');
    const second = removal('r2', '2026-03-01T10:00:01.000Z');
    expect(await log.recordOnce([first])).toBe(true);
    expect(await log.recordOnce([first, { ...first, who: 'ben' }, second])).toBe(true);
    const { entries } = await log.page(ALL, 1);
    expect(entries.map(({ id, at, who, detail }) => [id.slice(25), at, who, detail])).toEqual([
      ['r2', '2026-03-01T10:00:01.000Z', 'ana', 'chld_r2'],
      [entries[1]?.id.slice(25), '2026-03-01T10:00:00.000Z', 'ana', ''],
      ['r1', '2026-03-01T09:59:59.000Z', 'ana', 'chld_r1'],
    ]);

    const fault = new Error('full');
    const store = await log.stores.open('sys_audit');
    store.write = () => Promise.reject(fault);
    expect(await log.recordOnce([removal('r3', '2026-03-01T10:00:02.000Z')])).toBe(false);
    expect(log.faults).toEqual([fault]);
  });

  it('lists the newest entry first, in the order of writing within one millisecond', async () => {
    const log = await aLog();
    for (const who of ['first', 'second', 'third']) await log.record({ ...SIGN_IN, who });
    log.at('2026-02-28T23:59:59.999Z');
    await log.record({ ...SIGN_IN, who: 'of the day before' });
    const { entries } = await log.page(ALL, 1);
    expect(entries.map(({ who }) => who)).toEqual([
      'third',
      'second',
      'first',
      'of the day before',
    ]);
  });

  it('stores every entry of many at once, in few writes', async () => {
    const log = await aLog();
    const store = await log.stores.open('sys_audit');
    let writes = 0;
    store.onChange(() => {
      writes += 1;
    });
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => log.record({ ...SIGN_IN, who: `user${i}` })),
    );
    const { entries, total } = await log.page(ALL, 1);
    expect(total).toBe(200);
    expect(entries[0]?.who).toBe('user199');
    expect(writes).toBeLessThan(10);
  });

  it('answers pages of fifty and the total number', async () => {
    const log = await aLog();
    await Promise.all(
      Array.from({ length: 2 * AUDIT_PAGE_SIZE + 1 }, (_, i) =>
        log.record({ ...SIGN_IN, who: `user${i}`, what: i === 7 ? 'sign-out' : 'sign-in' }),
      ),
    );
    const sizes = [];
    for (const filter of [ALL, { ...ALL, what: 'sign-in' }]) {
      for (const page of [1, 2, 3, 4]) {
        const { entries, total } = await log.page(filter, page);
        sizes.push([entries.length, total, entries[0]?.who]);
      }
    }
    expect(sizes).toEqual([
      [50, 101, 'user100'],
      [50, 101, 'user50'],
      [1, 101, 'user0'],
      [0, 101, undefined],
      [50, 100, 'user100'],
      [50, 100, 'user50'],
      [0, 100, undefined],
      [0, 100, undefined],
    ]);
  });

  it('finds entries by part of either name in any case, by kind, and by both', async () => {
    const log = await aLog();
    await log.record({ what: 'user-added', who: 'ana.lopez', whom: 'ben', from: null });
    await log.record({ what: 'user-removed', who: 'carla', whom: 'mariana', from: null });
    await log.record({ what: 'sign-in', who: 'dora', whom: null, from: null });
    const found = async (filter: Partial<AuditFilter>) =>
      (await log.page({ ...ALL, ...filter }, 1)).entries.map(({ who }) => who);
    expect(await found({ who: ' ANA ' })).toEqual(['carla', 'ana.lopez']);
    expect(await found({ who: 'ana', what: 'user-added' })).toEqual(['ana.lopez']);
    expect(await found({ what: 'sign-in' })).toEqual(['dora']);
    expect(await found({ what: 'sign' })).toEqual([]);
    expect(await found({ who: '%' })).toEqual([]);
  });

  it('includes both dates, to the last millisecond, and no other entries', async () => {
    const log = await aLog();
    for (const instant of [
      '2026-02-27T23:59:59.999Z',
      '2026-02-28T00:00:00.000Z',
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
    ]) {
      log.at(instant);
      await log.record(SIGN_IN);
    }
    const days = async (from?: string, to?: string) =>
      (await log.page({ ...ALL, from, to }, 1)).entries.map(({ at }) => at.slice(5, 10));
    expect(await days('2026-02-28', '2026-03-01')).toEqual(['03-01', '02-28']);
    expect(await days('2026-03-01', '2026-03-01')).toEqual(['03-01']);
    expect(await days('2026-03-01')).toEqual(['03-02', '03-01']);
    expect(await days(undefined, '2026-02-27')).toEqual(['02-27']);
    expect(await days('2026-03-03')).toEqual([]);
  });

  it('stores no mail address and no control character', async () => {
    const log = await aLog();
    await log.record({
      what: 'sign-in-failed',
      who: 'ana@example.org',
      whom: 'ben\r\nroot',
      from: null,
      detail: `typed: <ana.lopez@example.org>, ${'x'.repeat(600)}`,
    });
    const [entry] = (await log.page(ALL, 1)).entries;
    expect(entry?.who).toBe('…');
    expect(entry?.whom).toBe('ben root');
    expect(entry?.detail).toMatch(/^typed: …, x+…$/);
    expect(entry?.detail).toHaveLength(500);
  });

  it('never fails the caller: it reports separately what could not be written', async () => {
    const stores = await aStore();
    const real = await stores.open('sys_audit');
    const broken = Object.assign(Object.create(real) as DocumentStore, {
      write: async () => {
        throw new Error('the disk is full');
      },
    });
    const log = await aLog({ ...stores, open: async () => broken } as Stores);
    await log.record(SIGN_IN);
    await log.record(SIGN_IN);
    expect(log.faults).toEqual([new Error('the disk is full'), new Error('the disk is full')]);
  });

  it('drops entries older than the configured days, and none that is a millisecond younger', async () => {
    const log = await aLog();
    for (const instant of [
      '2026-02-01T10:00:00.000Z',
      '2026-02-01T10:00:00.001Z',
      '2026-02-20T00:00:00.000Z',
    ]) {
      log.at(instant);
      await log.record({ ...SIGN_IN, detail: instant });
    }
    log.at('2026-03-03T10:00:00.000Z');
    expect(await log.dropOlder(31)).toBe(0);
    // Ids continue after the instant, so an entry of exactly that millisecond is not dropped.
    expect(await log.dropOlder(30)).toBe(0);
    log.at('2026-03-03T10:00:00.001Z');
    expect(await log.dropOlder(30)).toBe(1);
    const { entries, total } = await log.page(ALL, 1);
    expect([total, ...entries.map(({ at }) => at)]).toEqual([
      2,
      '2026-02-20T00:00:00.000Z',
      '2026-02-01T10:00:00.001Z',
    ]);
  });

  it('continues after a restart', async () => {
    const dir = aFolder();
    const first = await aLog(await aStore(dir));
    await first.record(SIGN_IN);
    await first.stores.close();
    const second = await aLog(await aStore(dir));
    await second.record({ ...SIGN_IN, who: 'ben' });
    expect((await second.page(ALL, 1)).entries.map(({ who }) => who).sort()).toEqual([
      'ana',
      'ben',
    ]);
  });
});

describe('a repeated event in the audit log', () => {
  const seen = async (log: Awaited<ReturnType<typeof aLog>>) =>
    (await log.page(ALL, 1)).entries.map(({ at, count, last }) => [at, count, last]);

  it('a repeated event is one entry per hour, with the number of times and the last time', async () => {
    const log = await aLog();
    await log.record(SIGN_IN);
    log.at('2026-03-01T10:30:00.000Z');
    for (let i = 0; i < 300; i += 1) await log.record(SIGN_IN);
    log.at('2026-03-01T10:59:59.999Z');
    await log.record(SIGN_IN);
    log.at('2026-03-01T11:00:00.000Z');
    await log.record(SIGN_IN);
    expect(await seen(log)).toEqual([
      ['2026-03-01T11:00:00.000Z', 1, '2026-03-01T11:00:00.000Z'],
      ['2026-03-01T10:00:00.000Z', 302, '2026-03-01T10:59:59.999Z'],
    ]);
    // Many repetitions make few revisions of one document.
    const store = await log.stores.open('sys_audit');
    expect(Number((await store.info()).updateSeq)).toBeLessThanOrEqual(4);
  });

  it.each<[string, Partial<AuditRecord>]>([
    ['event', { what: 'sign-out' }],
    ['person', { who: 'ben' }],
    ['target', { whom: 'ben' }],
    ['address', { from: '10.0.0.2' }],
    ['detail', { detail: 'roles +admin' }],
  ])('an event is not merged with one that has another %s', async (_what, different) => {
    const log = await aLog();
    await log.record(SIGN_IN);
    await log.record({ ...SIGN_IN, ...different });
    expect((await log.page(ALL, 1)).entries.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('a repeated event gets a new entry on the next day, because days are queried separately', async () => {
    const log = await aLog();
    log.at('2026-03-01T23:59:59.999Z');
    await log.record(SIGN_IN);
    log.at('2026-03-02T00:00:00.000Z');
    await log.record(SIGN_IN);
    expect((await log.page({ ...ALL, from: '2026-03-02' }, 1)).total).toBe(1);
  });

  it('many events together are counted at once, also after their count was written', async () => {
    const log = await aLog();
    await Promise.all(Array.from({ length: 100 }, () => log.record(SIGN_IN)));
    await log.flush();
    await Promise.all([log.record(SIGN_IN), log.flush(), log.record(SIGN_IN), log.flush()]);
    expect((await seen(log)).map(([, count]) => count)).toEqual([102]);
    expect(log.faults).toEqual([]);
  });

  it('only a limited number of events is remembered for repeats', async () => {
    const entries = new OpenEntries();
    const now = new Date('2026-03-01T10:00:00.000Z');
    const open = (key: string) => {
      const at = now.toISOString();
      entries.open({ key, at, count: 1, last: at, kept: Promise.resolve() });
    };
    open('first');
    for (let i = 1; i < MOST_OPEN; i += 1) open(`${i}`);
    expect(entries.repeated('first', now)?.count).toBe(2);
    open('one more');
    expect(entries.repeated('first', now)).toBeNull();
    expect(entries.repeated('1', now)?.count).toBe(2);
  });
});

/** Many entries, one a minute, written directly to the store to save time. */
async function aLongLog(count: number) {
  const stores = await aStore();
  const store = await stores.open('sys_audit');
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  for (let first = 0; first < count; first += 10_000) {
    await store.write(
      Array.from({ length: 10_000 }, (_, i) => {
        const n = first + i;
        const at = new Date(start + n * 60_000).toISOString();
        return {
          _id: `${at}_00000_00000000`,
          at,
          what: n % 500 === 0 ? 'user-added' : 'sign-in',
          who: `user${n % 300}`,
          whom: null,
          from: '10.0.0.1',
          detail: '',
        };
      }),
    );
  }
  return aLog(stores);
}

const COUNT = shortOrDeep(40_000, 100_000);
/** Reading all entries without yielding takes longer than this; with it some 20 ms. */
const MOST_AT_A_TIME_MS = COUNT / 200;

describe(`the audit log with ${COUNT} entries`, () => {
  const QUESTIONS: readonly (readonly [AuditFilter, number, number])[] = [
    [ALL, 1, COUNT],
    [ALL, COUNT / AUDIT_PAGE_SIZE, COUNT],
    [{ ...ALL, from: '2026-01-20', to: '2026-01-20' }, 1, 1440],
    [{ ...ALL, what: 'user-added' }, 1, COUNT / 500],
    [{ ...ALL, who: 'user299' }, 1, Math.floor(COUNT / 300)],
  ];

  /** Processor time of this process: unlike the clock it stands still while other programs run. */
  function workedMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }

  it('answers every query, and other requests meanwhile', { timeout: 60_000 }, async () => {
    const log = await aLongLog(COUNT);
    let longest = 0;
    let last = workedMs();
    const ticker = setInterval(() => {
      const now = workedMs();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    onTestFinished(() => clearInterval(ticker));
    for (const [filter, page, total] of QUESTIONS) {
      const answer = await log.page(filter, page);
      expect([answer.total, answer.entries.length]).toEqual([total, 50]);
    }
    expect(longest).toBeLessThan(MOST_AT_A_TIME_MS);
  });
});
