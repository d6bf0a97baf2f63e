import { setTimeout as pause } from 'node:timers/promises';
import { aChild } from '@crece/domain/testing';
import PouchDB from 'pouchdb-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CouchChild } from '../store/testing/couch-child.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { aGateway, TEST_UNIT } from './testing/a-gateway.ts';
import { aStockPouch, type Document, type StockPouch } from './testing/stock-pouch.ts';

/** What happens to a request of a stock client; `send` lets it through. */
type Line = (address: string, send: () => Promise<Response>) => Promise<Response>;

/** A database on a server, as the published PouchDB reaches it over a line. */
type RemoteOf = (line: Line) => StockPouch;

/** Small pages, so that a pull has several of them on the way. */
const BATCH = 7;
const honest: Line = (_, send) => send();

function aRemote(url: string, authorization: string): RemoteOf {
  return (line) =>
    new PouchDB(url, {
      adapter: 'http',
      skip_setup: true,
      fetch: (address, options) => {
        options.headers.set('authorization', authorization);
        return line(address, () => PouchDB.fetch(address, options));
      },
    });
}

const plain = new CouchChild();
beforeAll(() => plain.start());
afterAll(() => plain.end());
let databases = 0;

/** The server from npm, without anything of ours. */
async function onPlainServer(): Promise<RemoteOf> {
  databases += 1;
  const { origin, username, password } = new URL(plain.adminUrl);
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const url = `${origin}/faults_${databases}`;
  await fetch(url, { method: 'PUT', headers: { authorization } });
  return aRemote(url, authorization);
}

async function onGateway(): Promise<RemoteOf> {
  const { url, entity } = await aGateway();
  return aRemote(url, `Bearer ${entity}`);
}

const idOf = (place: number): string =>
  `chld_${TEST_UNIT}_${1_746_878_400_000 + place}_${String(place).padStart(6, '0')}`;
const child = (place: number): Document => ({ ...aChild({ _id: idOf(place) }) });

async function filled(remote: StockPouch, from: number, to: number): Promise<void> {
  const source = aStockPouch();
  for (let place = from; place < to; place += 1) await source.put(child(place));
  expect(await source.replicate.to(remote)).toMatchObject({ ok: true, doc_write_failures: 0 });
}

async function leavesIn(pouch: StockPouch): Promise<Map<string, string>> {
  const { results } = await pouch.changes({ since: 0, style: 'all_docs' });
  return new Map(
    results
      .map(
        ({ id, changes }) =>
          [
            id,
            changes
              .map(({ rev }) => rev)
              .sort()
              .join(),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * The third page of the feed fails while the first batch is still being fetched. What waits between
 * them is dropped, but the replication that has failed goes on: it finishes the first batch, asks
 * for the third page again, and notes that it has everything up to there.
 */
function thirdPageFails(): Line {
  let pages = 0;
  let fail = (): void => undefined;
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  return async (address, send) => {
    if (address.includes('_bulk_get')) await failed;
    if (!address.includes('_changes')) return send();
    pages += 1;
    if (pages !== 3) return send();
    // Just after it has heard of the cut: much later it would have given up, and nothing be skipped.
    setTimeout(fail, 0);
    throw new TypeError('cut');
  };
}

describe.each([
  ['the server from npm, without Crece', onPlainServer],
  ['the gateway', onGateway],
])('PouchDB 9 that pulls from %s', (_, open) => {
  it('skips a batch for good when a page of the feed fails, says ok, and gets it without checkpoints', async () => {
    const remoteOf = await open();
    await filled(remoteOf(honest), 0, 4 * BATCH);
    const pouch = aStockPouch();
    const line = vi.fn(thirdPageFails());
    const pulling = pouch.replicate.from(remoteOf(line), { batch_size: BATCH });
    await expect(Promise.resolve(pulling)).rejects.toThrow();
    // It still asks after it has failed.
    let asked = 0;
    while (asked < line.mock.calls.length) {
      asked = line.mock.calls.length;
      await pause(300);
    }
    const again = await pouch.replicate.from(remoteOf(honest));
    expect(again).toMatchObject({ ok: true, errors: [], doc_write_failures: 0 });
    expect((await leavesIn(pouch)).size).toBe(3 * BATCH);
    await pouch.replicate.from(remoteOf(honest), { checkpoint: false });
    expect((await leavesIn(pouch)).size).toBe(4 * BATCH);
  });
});

/** Repeatable chance (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A line that cuts, loses, doubles and shortens, and a server that is not there for a moment. */
function badLine(random: () => number): Line {
  return async (address, send) => {
    // Nothing waits for this one, so that its failure would be nobody's.
    if (new URL(address).pathname.endsWith(`/${TEST_UNIT}/`)) return send();
    const chance = random();
    if (chance < 0.1) throw new TypeError('cut');
    if (chance < 0.2) {
      await send();
      throw new TypeError('lost');
    }
    if (chance < 0.25) await send();
    if (chance < 0.3) return new Response('{"error":"away"}', { status: 503 });
    if (chance > 0.9) await pause(random() * 30);
    const answer = await send();
    if (chance < 0.3 || chance > 0.4) return answer;
    const text = await answer.text();
    return new Response(text.slice(0, Math.floor(text.length * random())), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

interface Ended {
  server: Map<string, string>;
  pouches: Map<string, string>[];
}

/** Two stock clients type and replicate over a bad line, and over a good one at the end. */
async function aRandomRun(seed: number): Promise<Ended> {
  const random = seeded(seed);
  const remoteOf = await onGateway();
  const good = remoteOf(honest);
  const pouches = [aStockPouch(), aStockPouch()];
  let place = 0;
  const small = { batch_size: BATCH };
  for (let turn = 0; turn < 8; turn += 1) {
    for (const pouch of pouches) {
      for (let n = 1 + Math.floor(random() * 25); n > 0; n -= 1) await pouch.put(child(place++));
      const { rows } = await pouch.allDocs();
      const some = rows[Math.floor(random() * rows.length)]?.id ?? '';
      await pouch.put({ ...(await pouch.get(some)), comments: `turn ${turn} ${random()}` });
      const bad = remoteOf(badLine(random));
      for (const run of [
        () => pouch.replicate.to(bad, small),
        () => pouch.replicate.from(bad, small),
      ]) {
        await Promise.resolve(run()).catch(() => undefined);
      }
    }
  }
  for (let round = 0; round < 2; round += 1) {
    for (const pouch of pouches) {
      expect(await pouch.replicate.to(good)).toMatchObject({ ok: true });
      const whole = pouch.replicate.from(good, { checkpoint: false });
      expect(await whole).toMatchObject({ ok: true });
    }
  }
  return { server: await leavesIn(good), pouches: await Promise.all(pouches.map(leavesIn)) };
}

const SEEDS = Array.from({ length: shortOrDeep(1, 60) }, (_, i) => 500 + i);

it.each(SEEDS)(
  'PouchDB 9 has sent everything, and gets everything without checkpoints, over any line: seed %i',
  async (seed) => {
    const { server, pouches } = await aRandomRun(seed);
    for (const leaves of pouches) expect(leaves).toEqual(server);
  },
);
