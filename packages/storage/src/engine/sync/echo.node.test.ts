import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const server = useSharedServer();

/** A line that takes some requests elsewhere: a rewritten path, a cache that ignores the query. */
function misrouting(change: (url: URL) => void): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input));
    change(url);
    return fetch(url, init);
  };
}

const leavesOf = (unit: string) => serverLeaves(server.current, unit);

async function isLikeServer(phone: SyncPhone): Promise<void> {
  expect(await phone.leaves()).toEqual(await leavesOf(phone.stakeDB));
}

/** Two units with records of their own, and a phone that has the first. */
async function twoUnits() {
  const [own, other] = [freshUnit(), freshUnit()];
  const ana = await aPhone(server.current, { stakeDB: own });
  await ana.addChildren(6);
  await ana.complete();
  const elsewhere = await aPhone(server.current, { stakeDB: other });
  await elsewhere.addChildren(9);
  await elsewhere.complete();
  return { own, other, ana };
}

const FAILED = { kind: 'failed', fault: { code: 'server', reason: 'other-question' } };

describe('a page of the feed that was asked from another place', () => {
  it('a page asked from another place is not believed; the next honest run brings all of it', async () => {
    const { own, ana } = await twoUnits();
    const luis = await aPhone(server.current, { stakeDB: own });
    await luis.complete();
    const place = luis.phone.engine.ledger.state.pulledTo;
    await ana.addChildren(10);
    await ana.complete();
    const later = String(Number(place) + 7);
    const cache = misrouting((url) => {
      if (url.pathname.endsWith('_changes')) url.searchParams.set('since', later);
    });
    expect(await luis.newSync({}, cache).run()).toMatchObject(FAILED);
    expect(luis.unit.snapshot().sync.isIncomplete).toBe(true);
    await luis.complete();
    await isLikeServer(luis);
  });

  it('a page out of a cache that ignores the question is not believed either', async () => {
    const { own, ana } = await twoUnits();
    const luis = await aPhone(server.current, { stakeDB: own });
    const eva = await aPhone(server.current, { stakeDB: own });
    for (const phone of [luis, eva]) await phone.complete();
    await ana.addChildren(10);
    for (const phone of [ana, eva]) await phone.complete();
    await ana.addChildren(5);
    await ana.complete();
    let kept: { body: string; headers: Headers } | null = null;
    const keeping: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).includes('_changes') || kept !== null) return answer;
      const body = await answer.text();
      const headers = new Headers(answer.headers);
      for (const name of ['content-length', 'content-encoding']) headers.delete(name);
      kept = { body, headers };
      return new Response(body, { status: 200, headers });
    };
    expect(await eva.newSync({}, keeping).run()).toMatchObject({ kind: 'complete', received: 5 });
    const cache: typeof fetch = (input, init) =>
      String(input).includes('_changes') && kept !== null
        ? Promise.resolve(new Response(kept.body, { status: 200, headers: kept.headers }))
        : fetch(input, init);
    const before = await luis.leaves();
    expect(await luis.newSync({}, cache).run()).toMatchObject(FAILED);
    expect(luis.unit.snapshot().sync.isIncomplete).toBe(true);
    expect(await luis.leaves()).toEqual(before);
    expect(await luis.complete()).toMatchObject({ received: 15 });
    await isLikeServer(luis);
  });
});

describe('answers of another unit', () => {
  it.each([
    ['a snapshot', /_snapshot/],
    ['everything', /./],
    ['the end of the feed and the feed', /_changes|^\/sync\/[^/]+$/],
  ])(
    'a new phone does not believe answers of another unit: %s. Nothing is taken or sent across',
    async (_, address) => {
      const { own, other } = await twoUnits();
      const before = [await leavesOf(own), await leavesOf(other)];
      const luis = await aPhone(server.current, { stakeDB: own });
      const typed = await luis.addChild({ firstName: 'Nayeli' });
      const astray = misrouting((url) => {
        const path = url.pathname.replace(/\/$/, '');
        if (address.test(path))
          url.pathname = url.pathname.replace(`/sync/${own}`, `/sync/${other}`);
      });
      expect(await luis.newSync({}, astray).run()).toMatchObject(FAILED);
      expect(await leavesOf(other)).toEqual(before[1]);
      expect([...(await luis.leaves()).keys()].filter((id) => !id.includes(own))).toEqual([]);
      expect(luis.unit.snapshot().sync.stamp).toBeNull();
      await luis.complete();
      await isLikeServer(luis);
      expect((await leavesOf(own)).has(typed._id)).toBe(true);
      expect(await leavesOf(other)).toEqual(before[1]);
    },
  );

  it.each([
    ['_bulk_docs', /_bulk_docs$/],
    ['_revs_diff', /_revs_diff$/],
    ['_changes', /_changes$/],
    ['the end of the feed', /\/sync\/[^/]+$/],
    ['the end of the feed and the feed', /_changes$|\/sync\/[^/]+$/],
    ['everything', /./],
  ])(
    'a synchronised phone does not believe answers of another unit, and takes nothing of it: %s',
    async (what, address) => {
      const { own, other, ana } = await twoUnits();
      const before = await leavesOf(other);
      await ana.addChildren(3);
      const astray = misrouting((url) => {
        if (address.test(url.pathname)) url.pathname = url.pathname.replace(own, other);
      });
      expect(await ana.newSync({}, astray).run()).toMatchObject(FAILED);
      expect(await leavesOf(other)).toEqual(before);
      // Only the pull went astray: what was typed had been sent before.
      expect(ana.unit.snapshot().pending).toBe(what === '_changes' ? 0 : 3);
      expect([...(await ana.leaves()).keys()].filter((id) => !id.includes(own))).toEqual([]);
      await ana.complete();
      await isLikeServer(ana);
      expect(await leavesOf(other)).toEqual(before);
    },
  );
});

describe('a server of an earlier version', () => {
  /** What such a server answers: no header that repeats the question. */
  const earlier: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const headers = new Headers(answer.headers);
    for (const name of ['x-crece-unit', 'x-crece-since', 'x-crece-after']) headers.delete(name);
    headers.delete('content-length');
    headers.delete('content-encoding');
    const isGreeting = new URL(String(input)).pathname === '/sync/';
    const body = isGreeting
      ? JSON.stringify({ ...((await answer.json()) as object), echo: undefined })
      : answer.body;
    return new Response(body, { status: answer.status, headers });
  };

  it('an earlier server is believed as before, and said to be one; all is compared once it repeats questions', async () => {
    const { own, ana } = await twoUnits();
    const luis = await aPhone(server.current, { stakeDB: own });
    const old = luis.newSync({}, earlier);
    expect(await old.run()).toMatchObject({ kind: 'complete', received: 6 });
    expect(old.snapshot().isOlderServer).toBe(true);
    await isLikeServer(luis);
    expect(await old.run()).toMatchObject({ kind: 'complete', received: 0 });
    const whole = () => luis.proxy.requests.filter(({ path }) => /since=0(&|$)/.test(path)).length;
    const before = whole();
    await luis.complete();
    expect(luis.sync.snapshot().isOlderServer).toBe(false);
    expect(whole()).toBe(before + 1);
    await luis.complete();
    expect(whole()).toBe(before + 1);
    await ana.complete();
  });

  it('an earlier server is not believed that records of another unit belong here', async () => {
    const { own, other } = await twoUnits();
    const before = await leavesOf(other);
    const luis = await aPhone(server.current, { stakeDB: own });
    await luis.phone.device.catalogue.save([...BUILT_IN_CATALOGUE.countries], new Date());
    const astray: typeof fetch = (input, init) => {
      const address = String(input);
      const isSnapshot = address.includes('_snapshot');
      const headers = new Headers(init?.headers);
      // A server of an earlier version does not read it.
      headers.delete('x-crece-unit');
      return earlier(isSnapshot ? address.replace(own, other) : input, { ...init, headers });
    };
    await luis.newSync({}, astray).run();
    expect([...(await luis.leaves()).keys()].filter((id) => !id.includes(own))).toEqual([]);
    const { unreadable } = luis.unit.snapshot();
    expect(unreadable).toHaveLength(9);
    expect(new Set(unreadable.map(({ codes }) => codes.join()))).toEqual(
      new Set(['id-of-other-unit']),
    );
    await luis.complete();
    await isLikeServer(luis);
    expect(await leavesOf(other)).toEqual(before);
  });

  it('a server that says it repeats the questions must do so', async () => {
    const { own } = await twoUnits();
    const luis = await aPhone(server.current, { stakeDB: own });
    const silent: typeof fetch = (input, init) =>
      new URL(String(input)).pathname === '/sync/' ? fetch(input, init) : earlier(input, init);
    expect(await luis.newSync({}, silent).run()).toMatchObject(FAILED);
  });
});
