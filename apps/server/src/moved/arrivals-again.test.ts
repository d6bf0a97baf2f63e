import { aChild } from '@crece/domain/testing';
import { expect, it, vi } from 'vitest';
import type { Stores } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { ArrivalsAgain } from './arrivals-again.ts';

const [HERE, THERE] = ['test_stake_gtm', 'coro_ven'] as const;
const idIn = (unit: string, place: number) => `chld_${unit}_${1_748_880_000_000 + place}_aaaaaa`;

/** Units of which one says that children moved to the other, which does not know of them. */
async function open() {
  const stores = await aStores();
  const left = await stores.open(`unit_${HERE}`);
  await stores.open(`unit_${THERE}`);
  let damaged = '';
  let history = 'a';
  const log = { warn: vi.fn(), error: vi.fn() };
  const onWritten = vi.fn(async () => undefined);
  const has = vi.fn((name: string) => stores.has(name));
  const reading: Pick<Stores, 'open' | 'has' | 'names'> = {
    has,
    names: () => stores.names(),
    open: (name) => (name === damaged ? Promise.reject(new Error('malformed')) : stores.open(name)),
  };
  const notes = await stores.open('sys_accounts');
  const again = () =>
    new ArrivalsAgain({
      ...{ stores: reading, notes, log, onWritten },
      units: async () => [HERE, THERE, 'nowhere'],
      epoch: { current: () => history },
      erased: { refresh: async () => undefined, has: () => false },
    });
  return {
    arrivals: again(),
    again,
    ...{ log, onWritten, has },
    async leave(place: number) {
      const child = { ...aChild({ _id: idIn(HERE, place) }) };
      const [written] = await left.write([child]);
      if (written?.ok !== true) throw new Error('not written');
      const movedTo = { stakeDB: THERE, id: idIn(THERE, place) };
      const gone = { _rev: written.rev, _deleted: true as const, why: 'moved', movedTo };
      await left.write([{ ...child, ...gone }]);
    },
    damage: (name: string) => {
      damaged = name;
    },
    begin: (next: string) => {
      history = next;
    },
    async children() {
      const found: string[] = [];
      for await (const { _id } of (await stores.open(`unit_${THERE}`)).list()) found.push(_id);
      return found;
    },
  };
}

it('who moved to a unit that lacks them is brought once in each history, and the log tells of it', async () => {
  const { arrivals, leave, begin, children, log, onWritten } = await open();
  await leave(1);
  await arrivals.look();
  expect(await children()).toEqual([idIn(THERE, 1)]);
  expect(log.warn.mock.calls).toEqual([
    [{ stakeDB: THERE, records: 1 }, 'a unit lacked who had moved there, and has it again'],
  ]);
  expect(onWritten).toHaveBeenCalledExactlyOnceWith(THERE, expect.anything());
  await leave(2);
  await arrivals.look();
  expect(await children()).toHaveLength(1);
  begin('b');
  await arrivals.look();
  expect(await children()).toHaveLength(2);
});

it('is looked for again while a unit cannot be read', async () => {
  const { arrivals, leave, damage, children, log } = await open();
  await leave(1);
  damage(`unit_${THERE}`);
  await arrivals.look();
  expect(log.error).toHaveBeenCalledOnce();
  damage('');
  await arrivals.look();
  expect(await children()).toHaveLength(1);
});

it('ends when the server stops, and begins anew at its next start', async () => {
  const { arrivals, leave, children, log, again } = await open();
  await leave(1);
  arrivals.stop();
  await arrivals.look();
  expect(await children()).toEqual([]);
  expect(log.error).not.toHaveBeenCalled();
  await again().look();
  expect(await children()).toHaveLength(1);
});

it('a server that stops asks for no further unit: an answer may take long', async () => {
  const { arrivals, has, log } = await open();
  has.mockImplementation(async () => {
    arrivals.stop();
    return true;
  });
  await arrivals.look();
  expect(has).toHaveBeenCalledOnce();
  expect(log.error).not.toHaveBeenCalled();
});
