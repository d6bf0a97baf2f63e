import { aChild, aScreening } from '@crece/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestLike } from '../gateway/testing/many-records.ts';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { movedAwayChildren } from './moved-away-children.ts';
import { Mover } from './mover.ts';
import { homeOf, versionsById } from './versions.ts';

const UNITS = ['test_stake_gtm', 'coro_ven', 'test_stake_hnd'] as const;
const [HERE, THERE, ELSEWHERE] = UNITS;
type Unit = (typeof UNITS)[number];

const AT = new Date('2026-11-28T10:00:00.000Z');
const asked = { who: 'ben', by: 'Ben Tzul', address: null };

interface Opened {
  stores: Stores;
  mover: Mover;
  unit: (stakeDB: string) => Promise<DocumentStore>;
  told: () => unknown[];
  notes: () => Promise<number>;
  /** A mover on other databases than those of the test, as a test stops it. */
  moverOn: (stores: Pick<Stores, 'open' | 'has'>) => Mover;
}

async function open(): Promise<Opened> {
  const stores = await aStores();
  const notes = await stores.open('sys_accounts');
  const told = new Map<string, unknown>();
  const moverOn = (on: Pick<Stores, 'open' | 'has'>) =>
    new Mover({
      ...{ stores: on, notes, clock: () => AT, log: { error: () => undefined } },
      erased: { refresh: async () => undefined, has: () => false },
      audit: {
        recordOnce: async (entries) => {
          for (const { key, ...entry } of entries) told.set(key, entry);
          return true;
        },
      },
      onWritten: async () => undefined,
    });
  return {
    stores,
    mover: moverOn(stores),
    moverOn,
    unit: (stakeDB) => stores.open(`unit_${stakeDB}`),
    told: () => [...told.values()],
    async notes() {
      let count = 0;
      for await (const { _id } of notes.list({ from: 'move_', to: 'move_\uffff' })) {
        count += _id === '' ? 0 : 1;
      }
      return count;
    },
  };
}

const idIn = (kind: 'chld' | 'scr', unit: string, place: number) =>
  `${kind}_${unit}_${1_748_880_000_000 + place}_aaaaaa`;

const CHILD = idIn('chld', HERE, 1);
const VISIT = idIn('scr', HERE, 1);

async function put(store: DocumentStore, document: { _id: string; _rev?: string }) {
  const [written] = await store.write([{ ...document }]);
  if (written?.ok !== true) throw new Error('not written');
  return written.rev;
}

/** A child with a screening in the first unit. */
async function withChild(): Promise<Opened & { childRev: string }> {
  const opened = await open();
  const store = await opened.unit(HERE);
  const childRev = await put(store, aChild({ _id: CHILD, firstName: 'Xochi' }));
  await put(store, aScreening({ _id: VISIT, owner: CHILD }));
  return { ...opened, childRev };
}

async function living({ unit }: Pick<Opened, 'unit'>, stakeDB: string): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const document of (await unit(stakeDB)).list()) found.push(document);
  return found;
}

const idsOf = (documents: readonly StoredDocument[]) => documents.map(({ _id }) => _id);

describe('a child that moves to another unit', () => {
  it('lives there with its screenings, and its old home keeps the way, as the new one does', async () => {
    const opened = await withChild();
    const home = { stakeDB: THERE, id: idIn('chld', THERE, 1) };
    const outcome = await opened.mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    expect(outcome).toEqual({ ok: true, home });
    expect(await living(opened, HERE)).toEqual([]);
    const [child, visit] = await living(opened, THERE);
    expect(child).toMatchObject({
      _id: home.id,
      firstName: 'Xochi',
      movedFrom: [{ stakeDB: HERE, id: CHILD }],
    });
    expect(visit).toMatchObject({ _id: idIn('scr', THERE, 1), owner: home.id });
    const left = await versionsById(await opened.unit(HERE), [CHILD, VISIT]);
    expect(left.get(CHILD)).toMatchObject([
      {
        document: {
          ...{ _deleted: true, why: 'moved', movedTo: home, removedBy: 'Ben Tzul' },
          firstName: 'Xochi',
        },
      },
    ]);
    expect(await homeOf(opened.stores, { stakeDB: HERE, id: CHILD })).toEqual(home);
    const moved = (stakeDB: string) =>
      movedAwayChildren(opened.stores, stakeDB, (name) => `[${name}]`);
    expect(await moved(HERE)).toEqual([{ id: CHILD, to: `[${THERE}]`, date: '2026-11-28' }]);
    expect(await moved(THERE)).toEqual([]);
    expect(await moved('nowhere')).toEqual([]);
    expect(opened.told()).toMatchObject([{ what: 'child-moved', who: 'ben', whom: HERE }]);
    expect(await opened.notes()).toBe(0);
  });

  it('left on the day of its unit: an evening in Guatemala is the next day in UTC', async () => {
    const { stores, unit } = await open();
    const movedTo = { stakeDB: THERE, id: idIn('chld', THERE, 1) };
    const left = { why: 'moved', movedTo, removedAt: '2026-12-01T03:00:00.000Z' };
    const store = await unit(HERE);
    const _rev = await put(store, aChild({ _id: CHILD }));
    await store.write([{ ...aChild({ _id: CHILD }), ...left, _rev, _deleted: true }]);
    expect(await movedAwayChildren(stores, HERE, String)).toMatchObject([{ date: '2026-11-30' }]);
  });

  it('of an unreadable time is listed without a day', async () => {
    const { mover, stores, unit } = await withChild();
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    const store = await unit(HERE);
    const [left] = (await versionsById(store, [CHILD])).get(CHILD) ?? [];
    if (left === undefined) throw new Error('no removal');
    const { _rev: before } = left.document;
    const rev = `${Number.parseInt(before, 10) + 1}-${digestLike('undated')}`;
    await store.writeRevisions([
      {
        document: { ...left.document, _rev: rev, removedAt: 'yesterday' },
        ancestry: [rev, before],
      },
    ]);
    expect(await movedAwayChildren(stores, HERE, String)).toEqual([{ id: CHILD, to: THERE }]);
  });

  it('returns under its first id, however often, and every id of it leads there', async () => {
    const { mover, stores, unit } = await withChild();
    let at = { stakeDB: HERE as Unit, id: CHILD };
    for (const to of [THERE, HERE, THERE, ELSEWHERE, HERE] as const) {
      const outcome = await mover.move({ ...asked, from: at.stakeDB, childId: at.id, to });
      at = { stakeDB: to, id: idIn('chld', to, 1) };
      expect(outcome).toEqual({ ok: true, home: at });
    }
    for (const from of [THERE, ELSEWHERE] as const) {
      const home = await homeOf(stores, { stakeDB: from, id: idIn('chld', from, 1) });
      expect(home).toEqual({ stakeDB: HERE, id: CHILD });
    }
    expect(await homeOf(stores, { stakeDB: HERE, id: CHILD })).toBeNull();
    expect(idsOf(await living({ unit }, HERE))).toEqual([CHILD, VISIT]);
    const [child] = await living({ unit }, HERE);
    expect(child?.['movedFrom']).toHaveLength(5);
  });

  it('goes with the other records of it, which are one child there too', async () => {
    const opened = await withChild();
    const other = idIn('chld', HERE, 2);
    const sameAs = [
      { id: CHILD, decided: 1 },
      { id: idIn('chld', HERE, 9), decided: 2 },
    ];
    await put(await opened.unit(HERE), { ...aChild({ _id: other }), sameAs } as { _id: string });
    const outcome = await opened.mover.move({ ...asked, from: HERE, to: THERE, childId: other });
    expect(outcome).toMatchObject({ ok: true, home: { id: idIn('chld', THERE, 2) } });
    const there = await living(opened, THERE);
    expect(idsOf(there)).toEqual([
      idIn('chld', THERE, 1),
      idIn('chld', THERE, 2),
      idIn('scr', THERE, 1),
    ]);
    expect(there[1]?.['sameAs']).toEqual([
      { id: idIn('chld', THERE, 1), decided: 1 },
      { id: idIn('chld', THERE, 9), decided: 2 },
    ]);
    await opened.mover.move({ ...asked, from: THERE, to: HERE, childId: idIn('chld', THERE, 1) });
    expect((await living(opened, HERE))[1]?.['sameAs']).toEqual(sameAs);
  });

  it('is one child there with a record that went before it, and with one that comes after it', async () => {
    const opened = await withChild();
    const { mover } = opened;
    const [early, late] = [idIn('chld', HERE, 2), idIn('chld', HERE, 3)];
    const store = await opened.unit(HERE);
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    const sameAs = [CHILD, late].map((id) => ({ id, decided: 1 }));
    await put(store, { ...aChild({ _id: early }), sameAs } as { _id: string });
    await mover.move({ ...asked, from: HERE, to: THERE, childId: early });
    await put(store, aChild({ _id: late }));
    await mover.move({ ...asked, from: HERE, to: THERE, childId: late });
    const children = (await living(opened, THERE)).filter(({ _id }) => _id.startsWith('chld'));
    expect(idsOf(children)).toEqual([1, 2, 3].map((place) => idIn('chld', THERE, place)));
    expect(children[1]?.['sameAs']).toEqual(
      [1, 3].map((place) => ({ id: idIn('chld', THERE, place), decided: 1 })),
    );
  });

  it('of two who move it at once to two units, the second one is told where it lives', async () => {
    const { mover } = await withChild();
    const [first, second, third] = await Promise.all(
      [THERE, ELSEWHERE, THERE].map((to) =>
        mover.move({ ...asked, from: HERE, childId: CHILD, to }),
      ),
    );
    const home = { stakeDB: THERE, id: idIn('chld', THERE, 1) };
    expect(first).toEqual({ ok: true, home });
    expect(second).toEqual({ ok: false, code: 'moved', home });
    expect(third).toEqual({ ok: true, home });
    expect(await mover.move({ ...asked, from: HERE, childId: 'chld_nobody', to: THERE })).toEqual({
      ok: false,
      code: 'not-found',
    });
  });
});

/** The databases, of which the given write of a unit fails, and every one after it. */
function stoppingAt(stores: Stores, failing: number): Pick<Stores, 'open' | 'has'> {
  let writes = 0;
  const stop = () => {
    writes += 1;
    if (writes >= failing) throw new Error('stopped');
  };
  return {
    has: (name) => stores.has(name),
    async open(name) {
      const store = await stores.open(name);
      return new Proxy(store, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            if (property === 'write' || property === 'writeRevisions') stop();
            return Reflect.apply(value, target, given) as unknown;
          };
        },
      });
    },
  };
}

describe('a move during which the server stops', () => {
  it.each([1, 2, 3])(
    'ends at the next start, and the child is always found: write %i',
    async (n) => {
      const opened = await withChild();
      const stopped = opened.moverOn(stoppingAt(opened.stores, n));
      const move = stopped.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
      const ended = await move.then(
        () => true,
        () => false,
      );
      expect(ended).toBe(n === 3);
      const found = [...(await living(opened, HERE)), ...(await living(opened, THERE))];
      expect(found.filter(({ firstName }) => firstName === 'Xochi').length).toBe(n === 2 ? 2 : 1);
      await opened.mover.resume();
      expect(idsOf(await living(opened, HERE))).toEqual([]);
      expect(idsOf(await living(opened, THERE))).toEqual([
        idIn('chld', THERE, 1),
        idIn('scr', THERE, 1),
      ]);
      expect(opened.told()).toHaveLength(1);
      expect(await opened.notes()).toBe(0);
    },
  );
});

describe('what is written of a child that moved away', () => {
  it('follows: an edit, a screening, and through several homes', async () => {
    const opened = await withChild();
    const { mover, unit, childRev } = opened;
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    await mover.move({ ...asked, from: THERE, to: ELSEWHERE, childId: idIn('chld', THERE, 1) });
    const here = await unit(HERE);
    const edited = aChild({ _id: CHILD, firstName: 'Xochi', city: 'Tela' });
    const rev = `2-${digestLike('edit')}`;
    await here.writeRevisions([
      { document: { ...edited, _rev: rev, stamp: { city: 2 } }, ancestry: [rev, childRev] },
    ]);
    const late = idIn('scr', HERE, 7);
    await put(here, aScreening({ _id: late, owner: CHILD }));
    await mover.follow({ stakeDB: HERE, ids: [CHILD, late], mayRemove: false });
    expect(await living(opened, HERE)).toEqual([]);
    expect(await living(opened, THERE)).toEqual([]);
    const found = await living(opened, ELSEWHERE);
    expect(idsOf(found)).toEqual([
      idIn('chld', ELSEWHERE, 1),
      idIn('scr', ELSEWHERE, 1),
      idIn('scr', ELSEWHERE, 7),
    ]);
    expect(found[0]).toMatchObject({ city: 'Tela', movedFrom: [{}, {}] });
    expect(found[2]).toMatchObject({ owner: idIn('chld', ELSEWHERE, 1) });
    const leaves = await versionsById(await unit(ELSEWHERE), [idIn('chld', ELSEWHERE, 1)]);
    expect(leaves.get(idIn('chld', ELSEWHERE, 1))).toHaveLength(1);
  });

  it('a removal by somebody who did not know of the move removes the child where it lives', async () => {
    const opened = await withChild();
    const { mover, unit, childRev } = opened;
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    const rev = `2-${digestLike('removal')}`;
    const removal = { ...aChild({ _id: CHILD }), _rev: rev, _deleted: true as const };
    await (await unit(HERE)).writeRevisions([
      {
        document: { ...removal, why: 'removed', removedAt: AT.toISOString() },
        ancestry: [rev, childRev],
      },
    ]);
    await mover.follow({ stakeDB: HERE, ids: [CHILD], mayRemove: true });
    expect(idsOf(await living(opened, THERE))).toEqual([idIn('scr', THERE, 1)]);
    const there = await versionsById(await unit(THERE), [idIn('chld', THERE, 1)]);
    expect(there.get(idIn('chld', THERE, 1))).toMatchObject([{ document: { why: 'removed' } }]);
  });

  it('an edit of a screening that was removed in the other unit is with its child, which came back', async () => {
    const opened = await withChild();
    const { mover, unit } = opened;
    const [visit] = (await versionsById(await unit(HERE), [VISIT])).get(VISIT) ?? [];
    if (visit === undefined) throw new Error('no screening');
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    const there = await unit(THERE);
    const moved = (await living(opened, THERE)).find(({ _id }) => _id === idIn('scr', THERE, 1));
    if (moved === undefined) throw new Error('no moved screening');
    await there.write([{ ...moved, _deleted: true, why: 'removed' }]);
    await mover.move({ ...asked, from: THERE, to: HERE, childId: idIn('chld', THERE, 1) });
    expect(idsOf(await living(opened, HERE))).toEqual([CHILD]);

    const rev = `2-${digestLike('late edit')}`;
    const document = {
      ...visit.document,
      _rev: rev,
      comments: 'typed on a phone that was offline',
    };
    await (await unit(HERE)).writeRevisions([{ document, ancestry: [rev, ...visit.ancestry] }]);
    await mover.follow({ stakeDB: HERE, ids: [VISIT], mayRemove: true });
    expect(await living(opened, THERE)).toEqual([]);
    expect(await living(opened, HERE)).toMatchObject([
      { _id: CHILD },
      { _id: VISIT, owner: CHILD, comments: 'typed on a phone that was offline' },
    ]);
  });

  it('is left alone where nothing moved', async () => {
    const opened = await withChild();
    await opened.mover.follow({ stakeDB: HERE, ids: [CHILD, VISIT, 'scr_x'], mayRemove: true });
    expect(idsOf(await living(opened, HERE))).toEqual([CHILD, VISIT]);
    expect(await opened.notes()).toBe(0);
  });

  it('in any order of moves and of late writes every screening is with the child, once', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), to: fc.constantFrom(...UNITS) }),
      fc.record({ kind: fc.constant('screen' as const), in: fc.constantFrom(...UNITS) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
        const opened = await withChild();
        const { mover, unit } = opened;
        let home: Unit = HERE;
        const been = new Set<string>([HERE]);
        const places = new Set([1]);
        for (const [i, each] of acts.entries()) {
          if (each.kind === 'move') {
            const childId = idIn('chld', home, 1);
            if (each.to !== home) await mover.move({ ...asked, from: home, childId, to: each.to });
            home = each.to;
            been.add(home);
          } else if (been.has(each.in)) {
            const place = 10 + i;
            const _id = idIn('scr', each.in, place);
            await put(await unit(each.in), aScreening({ _id, owner: idIn('chld', each.in, 1) }));
            await mover.follow({ stakeDB: each.in, ids: [_id], mayRemove: true });
            places.add(place);
          }
          const expected = [
            idIn('chld', home, 1),
            ...[...places].sort((a, b) => a - b).map((place) => idIn('scr', home, place)),
          ];
          for (const stakeDB of UNITS) {
            const found = await living(opened, stakeDB);
            expect(idsOf(found)).toEqual(stakeDB === home ? expected : []);
            for (const { _id, owner } of found) {
              if (_id.startsWith('scr_')) expect(owner).toBe(idIn('chld', home, 1));
            }
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});
