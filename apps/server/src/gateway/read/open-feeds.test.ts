import type { SyncRefusal } from '@crece/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentStore } from '../../store/document-store.ts';
import { all, put, remove } from '../../store/testing/support.ts';
import { soon } from '../../testing/soon.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { type Followed, follow } from '../testing/follow.ts';
import { saidBy } from '../testing/said-by.ts';
import { longpollFeed } from './change-feeds.ts';
import { FeedCursor } from './feed-cursor.ts';
import { type FeedTimes, MOST_FEEDS_OF_ACCOUNT, StoreWatch } from './open-feeds.ts';

interface Page {
  results: { seq: string; id: string; deleted?: true; doc?: Record<string, unknown> }[];
  last_seq: string;
  pending: number;
}

let gateway: Gateway;
let store: DocumentStore;
/** How many feeds listen to the unit and to the accounts at this moment. */
let listening: { unit: number; accounts: number };

function countListeners(of: DocumentStore, change: (by: number) => void): void {
  const onChange = of.onChange.bind(of);
  vi.spyOn(of, 'onChange').mockImplementation((listener) => {
    change(1);
    const stop = onChange(listener);
    return () => {
      change(-1);
      stop();
    };
  });
}

beforeEach(async () => {
  gateway = await aGateway();
  ({ store } = gateway);
  listening = { unit: 0, accounts: 0 };
  countListeners(store, (by) => {
    listening.unit += by;
  });
  countListeners(gateway.app.services.accountStore, (by) => {
    listening.accounts += by;
  });
});

async function waiting(path: string): Promise<Followed> {
  const feed = await follow(gateway, path);
  expect(feed.status).toBe(200);
  await soon(() => expect(listening).toEqual({ unit: 1, accounts: 1 }));
  return feed;
}

async function pageIn(feed: Followed): Promise<Page> {
  return JSON.parse(await feed.end()) as Page;
}

const NOBODY = { unit: 0, accounts: 0 };

describe('feed=longpoll', () => {
  it('answers at once when there are changes', async () => {
    await put(store, 'a');
    await put(store, 'b');
    const { results, last_seq: lastSeq } = await pageIn(
      await follow(gateway, '/_changes?feed=longpoll&since=1'),
    );
    expect(results.map(({ id }) => id)).toEqual(['b']);
    expect(lastSeq).toBe('2');
  });

  it('waits for the first change, and ends with it', async () => {
    await put(store, 'a');
    const feed = await waiting('/_changes?feed=longpoll&since=now&include_docs=true');
    expect(feed.hasEnded()).toBe(false);
    await put(store, 'b', { name: 'Eva' });
    const { results, last_seq: lastSeq, pending } = await pageIn(feed);
    expect(results).toMatchObject([{ seq: '2', id: 'b', doc: { name: 'Eva' } }]);
    expect({ lastSeq, pending }).toEqual({ lastSeq: '2', pending: 0 });
    await soon(() => expect(listening).toEqual(NOBODY));
  });

  it('sends line ends while it waits, which do not belong to the JSON', async () => {
    const feed = await waiting('/_changes?feed=longpoll&heartbeat=1000');
    await soon(() => expect(feed.text()).toBe('{"results":[\n\n'));
    await put(store, 'a');
    expect((await pageIn(feed)).results.map(({ id }) => id)).toEqual(['a']);
  });

  it('ends without a row after its timeout', async () => {
    await put(store, 'a');
    const feed = await follow(gateway, '/_changes?feed=longpoll&since=1&timeout=50');
    expect(await pageIn(feed)).toEqual({ results: [], last_seq: '1', pending: 0 });
    const now = await follow(gateway, '/_changes?feed=longpoll&since=1&timeout=0');
    expect((await pageIn(now)).results).toEqual([]);
  });

  it('goes on waiting when another document than the named ones changes', async () => {
    const ids = encodeURIComponent('["wanted"]');
    const feed = await waiting(`/_changes?feed=longpoll&doc_ids=${ids}`);
    const looked = vi.spyOn(store, 'changes');
    await put(store, 'other');
    await soon(() => expect(looked).toHaveBeenCalled());
    expect(feed.hasEnded()).toBe(false);
    await put(store, 'wanted');
    const { results, last_seq: lastSeq } = await pageIn(feed);
    expect(results.map(({ id }) => id)).toEqual(['wanted']);
    expect(lastSeq).toBe('2');
  });

  it('with limit=0 answers at once', async () => {
    expect(await pageIn(await follow(gateway, '/_changes?feed=longpoll&limit=0'))).toEqual({
      results: [],
      last_seq: '0',
      pending: 0,
    });
  });
});

describe('feed=continuous', () => {
  it('gives a line for each change, including later ones', async () => {
    const rev = await put(store, 'a');
    const feed = await waiting('/_changes?feed=continuous&style=all_docs');
    await soon(() => expect(feed.rows()).toHaveLength(1));
    const gone = await remove(store, 'a', rev);
    await soon(() => expect(feed.rows()).toHaveLength(2));
    await put(store, 'b');
    await soon(() => expect(feed.rows()).toHaveLength(3));
    expect(feed.rows()).toMatchObject([
      { seq: '1', id: 'a', changes: [{ rev }] },
      { seq: '2', id: 'a', deleted: true, changes: [{ rev: gone }] },
      { seq: '3', id: 'b' },
    ]);
    expect(feed.hasEnded()).toBe(false);
  });

  it('ends with its sequence when the row limit is reached', async () => {
    await put(store, 'a');
    const feed = await waiting('/_changes?feed=continuous&limit=2');
    await put(store, 'b');
    await put(store, 'c');
    await feed.end();
    expect(feed.rows().map(({ id, last_seq: lastSeq }) => id ?? lastSeq)).toEqual(['a', 'b', '2']);
  });

  it('sends line ends while it waits, and ends after its timeout', async () => {
    const beating = await waiting('/_changes?feed=continuous&heartbeat=1000');
    await soon(() => expect(beating.text().length).toBeGreaterThan(1));
    expect(beating.text().trim()).toBe('');
    beating.leave();
    await soon(() => expect(listening).toEqual(NOBODY));
    const ending = await follow(gateway, '/_changes?feed=continuous&timeout=100');
    await ending.end();
    expect(ending.rows()).toEqual([{ last_seq: '0', pending: 0 }]);
  });

  it('misses no change that is written while it reads', async () => {
    const feed = await waiting('/_changes?feed=continuous');
    const ids = Array.from({ length: 200 }, (_, i) => `doc_${i}`);
    await Promise.all(ids.map((id) => put(store, id)));
    await soon(() => expect(feed.rows()).toHaveLength(ids.length));
    expect(feed.rows().map(({ seq }) => Number(seq))).toEqual(ids.map((_, i) => i + 1));
  });
});

describe.each(['longpoll', 'continuous'])('an open feed (%s)', (kind) => {
  const path = `/_changes?feed=${kind}&since=now&heartbeat=60000`;

  it('ends when the right is taken away, and gives no later change', async () => {
    const feed = await waiting(path);
    const { accounts } = gateway.app.services;
    expect(await accounts.update(gateway.account.id, { roles: ['user'] })).toMatchObject({
      ok: true,
    });
    await put(store, 'secret');
    expect(await feed.end()).not.toContain('secret');
    await soon(() => expect(listening).toEqual(NOBODY));
    expect(await saidBy(await gateway.ask(path))).toMatchObject({ status: 401 });
  });

  it('ends when the unit leaves the scope of the account', async () => {
    const feed = await waiting(path);
    const { accounts } = gateway.app.services;
    const scope = { stakes: ['manaus_bra'] };
    expect(await accounts.update(gateway.account.id, { scope })).toMatchObject({ ok: true });
    await put(store, 'secret');
    expect(await feed.end()).not.toContain('secret');
  });

  it('releases its listeners when its client hangs up', async () => {
    const feed = await waiting(path);
    feed.leave();
    await soon(() => expect(listening).toEqual(NOBODY));
  });

  it('ends with a complete answer when the server stops', async () => {
    await put(store, 'a');
    const feed = await waiting(path);
    await gateway.app.app.close();
    expect(await feed.end()).toContain('"last_seq":"1","pending":0}');
    expect(listening).toEqual(NOBODY);
  });
});

describe('StoreWatch', () => {
  const unit = (refusals: readonly (SyncRefusal | null)[]) => {
    const left = [...refusals];
    return { store, recheck: async () => left.shift() ?? null };
  };
  const aWatch = (
    refusals: readonly (SyncRefusal | null)[],
    times: FeedTimes,
    heartbeatMs = 60_000,
  ) =>
    new StoreWatch({
      unit: unit(refusals),
      accountStore: gateway.app.services.accountStore,
      feed: { signal: new AbortController().signal, close: () => undefined },
      times,
      heartbeatMs,
      timeoutMs: 60_000,
    });
  const openWith = async (watch: StoreWatch) =>
    all(watch.over(longpollFeed(await cursorFromNow(), watch)));
  const cursorFromNow = () =>
    FeedCursor.open(store, {
      since: 'now',
      limit: null,
      docIds: null,
      style: 'main_only',
      include_docs: false,
    });
  const EMPTY = '{"results":[\n\n],\n"last_seq":"0","pending":0}\n';

  it('checks the rights again after a while, even without a change of accounts', async () => {
    const watch = aWatch([null, null, 'role'], { lookMs: 5, longestMs: 60_000 });
    expect((await openWith(watch)).join('')).toBe(EMPTY);
    expect(listening).toEqual(NOBODY);
  });

  it('finds after a while what another process wrote', async () => {
    vi.mocked(store.onChange).mockImplementation(() => () => undefined);
    const watch = aWatch([], { lookMs: 5, longestMs: 60_000 });
    const reading = openWith(watch);
    await put(store, 'a');
    expect((await reading).join('')).toContain('"id":"a"');
  });

  it('ends a feed with heartbeats when it has lived as long as a token', async () => {
    const watch = aWatch([], { lookMs: 60_000, longestMs: 50 }, 10);
    const begun = performance.now();
    const parts = await openWith(watch);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(49);
    expect(parts.filter((part) => part === '\n').length).toBeGreaterThan(0);
    expect(parts.filter((part) => part !== '\n').join('')).toBe(EMPTY);
  });
});

describe('too many feeds of one account', () => {
  it('too many feeds of an account are refused until one ends; other accounts and calls are not', async () => {
    const path = '/_changes?feed=longpoll&since=now&heartbeat=60000';
    const open = await Promise.all(
      Array.from({ length: MOST_FEEDS_OF_ACCOUNT }, () => follow(gateway, path)),
    );
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    const refused = await gateway.ask(path);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await saidBy(refused)).toMatchObject({ status: 429, reason: 'too-many-feeds' });
    expect((await gateway.ask('/_changes')).status).toBe(200);
    open[0]?.leave();
    await soon(async () => expect((await follow(gateway, path)).status).toBe(200));
  });
});
