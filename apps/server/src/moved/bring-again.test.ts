import { aChild, aScreening } from '@crece/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDocument, Stores } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { bringAgain } from './bring-again.ts';
import { Mover } from './mover.ts';

const UNITS = ['test_stake_gtm', 'coro_ven', 'test_stake_hnd'] as const;
const [HERE, THERE, ELSEWHERE] = UNITS;
type Unit = (typeof UNITS)[number];
const WHO = { who: 'ben', by: 'Ben Tzul', address: null };

const idIn = (kind: 'chld' | 'scr', unit: Unit, place = 1) =>
  `${kind}_${unit}_${1_748_880_000_000 + place}_aaaaaa`;

type Databases = Pick<Stores, 'open' | 'has' | 'names'>;

async function living(stores: Databases, unit: Unit): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const each of (await stores.open(`unit_${unit}`)).list()) found.push(each);
  return found;
}

/** A server with these units, of which one can be put back as it was at any moment. */
async function aServer() {
  const own = await aStores();
  const earlier = await aStores();
  let copies = 0;
  const names = new Map(
    UNITS.map((unit) => [`unit_${unit}`, async () => own.open(`unit_${unit}`)]),
  );
  const stores: Databases = {
    open: (name) => (names.get(name) ?? (() => own.open(name)))(),
    has: async (name) => names.has(name) || own.has(name),
    names: async () => [...names.keys()],
  };
  for (const unit of UNITS) await stores.open(`unit_${unit}`);
  const mover = new Mover({
    ...{ stores, notes: await own.open('sys_accounts'), clock: () => new Date() },
    log: { error: () => undefined },
    erased: { refresh: async () => undefined, has: () => false },
    audit: { recordOnce: async () => true },
    onWritten: async () => undefined,
  });
  return {
    stores,
    put: async (unit: Unit, ...documents: { _id: string; _rev?: string }[]) => {
      const results = await (await stores.open(`unit_${unit}`)).write(documents);
      expect(results.every(({ ok }) => ok)).toBe(true);
    },
    move: (from: Unit, to: Unit, place = 1) =>
      mover.move({ ...WHO, from, to, childId: idIn('chld', from, place) }),
    follow: (unit: Unit, ids: readonly string[]) =>
      mover.follow({ stakeDB: unit, ids, mayRemove: true }),
    /** A copy of a unit; call what it returns to put it back. */
    async copy(unit: Unit): Promise<() => void> {
      copies += 1;
      const name = `unit_copy_${copies}`;
      const [from, to] = [await stores.open(`unit_${unit}`), await earlier.open(name)];
      for await (const { id } of from.changes({ since: '0' })) {
        await to.writeRevisions(await from.readRevisions(id, 'leaves'));
      }
      return () => names.set(`unit_${unit}`, () => earlier.open(name));
    },
  };
}

async function withChild() {
  const server = await aServer();
  await server.put(
    HERE,
    aChild({ _id: idIn('chld', HERE), firstName: 'Xochi' }),
    aScreening({ _id: idIn('scr', HERE), owner: idIn('chld', HERE) }),
  );
  return server;
}

describe('a unit that was put back from an earlier time', () => {
  it('gets back the children that had moved there since, as they were, once', async () => {
    const { stores, move, copy } = await withChild();
    const putBack = await copy(THERE);
    await move(HERE, THERE);
    const before = await living(stores, THERE);
    putBack();
    expect(await living(stores, THERE)).toEqual([]);
    const brought = await bringAgain(stores, { into: THERE });
    expect(brought).toEqual({ records: new Map([[THERE, 2]]), unread: new Map() });
    const after = await living(stores, THERE);
    const withoutDevice = ({ device: _, ...document }: StoredDocument) => document;
    expect(after).toEqual(before.map(withoutDevice));
    expect(after).toMatchObject([{ firstName: 'Xochi' }, { owner: idIn('chld', THERE) }]);
    expect(await living(stores, HERE)).toEqual([]);
    expect((await bringAgain(stores)).records.size).toBe(0);
  });

  it('gets back one that had been there before its backup, and came again', async () => {
    const { stores, move, copy } = await withChild();
    await move(HERE, THERE);
    await move(THERE, HERE);
    const putBack = await copy(THERE);
    await move(HERE, THERE);
    putBack();
    expect((await bringAgain(stores, { into: THERE })).records).toEqual(new Map([[THERE, 2]]));
    expect(await living(stores, THERE)).toMatchObject([{ firstName: 'Xochi' }, {}]);
  });

  it('gets back a screening that followed its child, which it has', async () => {
    const { stores, put, move, follow, copy } = await withChild();
    await move(HERE, THERE);
    const putBack = await copy(THERE);
    const late = idIn('scr', HERE, 2);
    await put(HERE, aScreening({ _id: late, owner: idIn('chld', HERE) }));
    await follow(HERE, [late]);
    putBack();
    expect((await bringAgain(stores)).records).toEqual(new Map([[THERE, 1]]));
    const owners = (await living(stores, THERE)).map(({ owner }) => owner);
    expect(owners).toEqual([undefined, idIn('chld', THERE), idIn('chld', THERE)]);
  });

  it('does not get back who moved on from there', async () => {
    const { stores, move, copy } = await withChild();
    const putBack = await copy(THERE);
    await move(HERE, THERE);
    await move(THERE, ELSEWHERE);
    putBack();
    expect((await bringAgain(stores, { into: THERE })).records.size).toBe(0);
    expect(await living(stores, ELSEWHERE)).toHaveLength(2);
  });

  it('does not get back who was erased', async () => {
    const { stores, move, copy } = await withChild();
    const putBack = await copy(THERE);
    await move(HERE, THERE);
    putBack();
    const isErased = (unit: string, id: string) => unit === THERE && id === idIn('chld', THERE);
    await bringAgain(stores, { isErased });
    expect(await living(stores, THERE)).toMatchObject([{ _id: idIn('scr', THERE) }]);
  });

  it('gets what can be read, and says which unit cannot', async () => {
    const { stores, move, copy } = await withChild();
    const putBack = await copy(THERE);
    await move(HERE, THERE);
    putBack();
    const damaged: Databases = {
      ...stores,
      open: (name) =>
        name === `unit_${ELSEWHERE}` ? Promise.reject(new Error('malformed')) : stores.open(name),
    };
    const mayMiss = (unit: string) => unit !== THERE;
    const brought = await bringAgain(damaged, { into: THERE, mayMiss });
    expect([...brought.unread.keys()]).toEqual([ELSEWHERE]);
    expect(await living(stores, THERE)).toHaveLength(2);
    await expect(bringAgain(damaged)).rejects.toThrow('malformed');
    // What goes wrong in the unit that is put back itself is no fault of the one that was left.
    const full: Databases = {
      ...stores,
      open: (name) =>
        name === `unit_${THERE}` ? Promise.reject(new Error('full')) : stores.open(name),
    };
    await expect(bringAgain(full, { into: THERE, mayMiss })).rejects.toThrow('full');
    const missed = await bringAgain(full, { mayMiss: () => true });
    expect([...missed.unread.keys()]).toEqual([THERE]);
  });
});

it('whatever moved, whichever unit is put back from whichever moment: everybody lives somewhere', async () => {
  const acts = fc.array(fc.record({ place: fc.nat(2), from: fc.nat(2), to: fc.nat(2) }), {
    minLength: 3,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(2), fc.nat(11), async (moves, restored, moment) => {
      const { stores, put, move, copy } = await aServer();
      const children = [0, 1, 2].map((place) => aChild({ _id: idIn('chld', HERE, place) }));
      await put(HERE, ...children);
      const unit = UNITS[restored] ?? HERE;
      let putBack: () => void = () => undefined;
      for (const [at, { place, from, to }] of moves.entries()) {
        if (at === moment % moves.length) putBack = await copy(unit);
        const [source = HERE, target = HERE] = [UNITS[from], UNITS[to]];
        if (source !== target) await move(source, target, place);
      }
      putBack();
      await bringAgain(stores, { into: unit });
      const there = (await Promise.all(UNITS.map((each) => living(stores, each)))).flat();
      for (const place of [0, 1, 2]) {
        const tail = idIn('chld', HERE, place).slice(-20);
        expect(there.some(({ _id }) => _id.endsWith(tail))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
