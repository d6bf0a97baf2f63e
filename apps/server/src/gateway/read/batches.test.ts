import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCouchStores } from '../../store/couchdb/open-couch-stores.ts';
import { aPrefix, couchBackEnds } from '../../store/testing/couch-back-ends.ts';
import { FaultInjector } from '../../store/testing/fault-injector.ts';
import { all, replicated } from '../../store/testing/support.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aGateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { manyRecords } from '../testing/many-records.ts';
import { inBatches, MOST_AT_ONCE } from './batches.ts';

describe('inBatches', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const pairs = (count: number) => numbers(count).map((n) => [n, -n]);

  it.each([
    [0, []],
    [MOST_AT_ONCE - 1, [MOST_AT_ONCE - 1]],
    [MOST_AT_ONCE, [MOST_AT_ONCE]],
    [MOST_AT_ONCE + 1, [MOST_AT_ONCE, 1]],
  ])('asks %i questions in batches of %j', async (count, batches) => {
    const ask = vi.fn(async (batch: readonly number[]) => batch.map((n) => -n));
    expect(await all(inBatches(numbers(count), ask))).toEqual(pairs(count));
    expect(ask.mock.calls.map(([batch]) => batch.length)).toEqual(batches);
  });

  it('asks again for answers that did not fit, in a smaller batch', async () => {
    const ask = vi.fn(async (batch: readonly number[]) => batch.slice(0, 3).map((n) => -n));
    expect(await all(inBatches(numbers(10), ask))).toEqual(pairs(10));
    expect(ask.mock.calls.map(([batch]) => batch.length)).toEqual([10, 6, 4, 1]);
  });

  it('asks for no batch that is not read, and stops when the reader stops', async () => {
    const ask = vi.fn(async (batch: readonly number[]) => batch.map((n) => -n));
    const reader = inBatches(numbers(1_000), ask);
    for (let i = 0; i < MOST_AT_ONCE; i += 1) await reader.next();
    expect(ask).toHaveBeenCalledTimes(1);
    await reader.next();
    expect(ask).toHaveBeenCalledTimes(2);
    await expect(all(inBatches([1], async () => []))).rejects.toThrow(/answered no question/);
  });
});

for (const backEnd of couchBackEnds()) {
  describe(`a gateway on ${backEnd.name}`, () => {
    it('reads many documents in few requests', async () => {
      const { url, adminUrl } = backEnd.urls();
      const injector = new FaultInjector(url);
      const prefix = aPrefix();
      const stores = openCouchStores({
        url: await injector.listen(),
        adminUrl,
        prefix,
        copiesDir: aFolder(),
        isFenced: false,
      });
      onTestFinished(() => stores.close());
      const gateway = await aGateway({ stores });
      const ids = await manyRecords(gateway.store, 600);
      await gateway.store.writeRevisions([replicated('x', ['1-a']), replicated('x', ['1-b'])]);
      const unit = `/${prefix}unit_${TEST_UNIT}/`;
      const revs = new Map((await all(gateway.store.list())).map(({ _id, _rev }) => [_id, _rev]));
      const docs = ids.map((id) => ({ id, rev: revs.get(id) }));
      const requests: readonly [what: string, rows: number, ask: () => Promise<Response>][] = [
        ['_bulk_get', 600, () => gateway.post('/_bulk_get', { docs })],
        ['latest', 600, () => gateway.post('/_bulk_get?revs=true&latest=true', { docs })],
        ['feed', 601, () => gateway.ask('/_changes?include_docs=true')],
        ['keys', 600, () => gateway.post('/_all_docs?include_docs=true', { keys: ids })],
        ['list', 601, () => gateway.ask('/_all_docs?include_docs=true&conflicts=true')],
      ];
      for (const [what, rows, ask] of requests) {
        injector.seen.length = 0;
        const answer = (await (await ask()).json()) as { results?: unknown[]; rows?: unknown[] };
        expect((answer.results ?? answer.rows)?.length, what).toBe(rows);
        const calls = injector.seen.filter((call) => call.includes(unit));
        const reads = calls.filter((call) => call.endsWith('/_bulk_get'));
        // Three batches, and one more for the conflict in the feed. The other calls are counts, the
        // feed or list itself, and the notes that the server makes about a unit meanwhile.
        expect(reads.length, what).toBeGreaterThanOrEqual(3);
        expect(reads.length, what).toBeLessThanOrEqual(5);
        expect(calls.length, calls.join()).toBeLessThanOrEqual(12);
      }
    });
  });
}
