import { describe, expect, it } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { all, deletion, put, replicated } from '../store/testing/support.ts';
import { aStores } from '../testing/test-app.ts';
import { eraseAgain } from './erase-again.ts';
import { belongingTo, emptyRecords, hasAnyOf } from './erase-records.ts';
import { type Erasure, openErasedRegister } from './register.ts';

const UNIT = 'la_paz';
const NAME = 'Xochiquetzal';

const BACK_ENDS: [string, () => Promise<Stores>][] = [
  ['SQLite', () => aStores()],
  ...couchBackEnds().map((backEnd): [string, () => Promise<Stores>] => [
    backEnd.name,
    async () => couchStores(backEnd),
  ]),
];

const kept = { firstName: NAME, why: 'removed' };

/** A child with every kind of version, its screenings, and a neighbour. */
async function aUnit(store: DocumentStore): Promise<void> {
  await store.writeRevisions([
    replicated('chld_a', ['2-b', '1-a'], { firstName: NAME, ward: 'A' }),
    replicated('chld_a', ['2-c', '1-a'], { firstName: NAME, ward: 'B' }),
    {
      ...deletion('chld_a', ['3-d', '2-e', '1-a']),
      document: { _id: 'chld_a', _rev: '3-d', _deleted: true, ...kept },
    },
    {
      ...deletion('chld_a', ['3-f', '2-0a', '1-a']),
      document: { _id: 'chld_a', _rev: '3-f', _deleted: true, why: 'merged' },
    },
    replicated('scr_a', ['1-a'], { owner: 'chld_a', weight: 7 }),
    {
      ...deletion('scr_b', ['2-b', '1-a']),
      document: { _id: 'scr_b', _rev: '2-b', _deleted: true, owner: 'chld_a', comments: NAME },
    },
    // Only a version that lost names the child.
    replicated('scr_c', ['2-ff', '1-a'], { owner: 'chld_z' }),
    replicated('scr_c', ['2-b', '1-a'], { owner: 'chld_a' }),
    replicated('chld_z', ['1-a'], { firstName: 'Zoe' }),
    replicated('scr_z', ['1-a'], { owner: 'chld_z' }),
  ]);
}

const textOf = async (store: DocumentStore) =>
  JSON.stringify(await all(store.snapshot({ tombstones: true })));

describe.each(BACK_ENDS)('erasing records, %s', (_name, open) => {
  it('the records of a child are found by every version, removed ones too', async () => {
    const store = await (await open()).open(`unit_${UNIT}`);
    await aUnit(store);
    const found = await belongingTo(store, new Set(['chld_a']));
    expect([...found].sort()).toEqual(['chld_a', 'scr_a', 'scr_b', 'scr_c']);
  });

  it('every record of a merged child belongs to it, whichever is named, until they are parted', async () => {
    const store = await (await open()).open(`unit_${UNIT}`);
    const merged = (id: string, decided: number) => ({ sameAs: [{ id, decided }] });
    await store.writeRevisions([
      replicated('chld_a', ['1-a'], { firstName: NAME }),
      // What the leading record said before lies in the other one.
      replicated('chld_b', ['1-a'], {
        sameAs: [{ id: 'chld_a', decided: 1, before: { firstName: NAME } }],
      }),
      {
        ...deletion('chld_c', ['2-b', '1-a']),
        document: { _id: 'chld_c', _rev: '2-b', _deleted: true, ...merged('chld_b', 3) },
      },
      // One version does not know yet that they were parted.
      replicated('chld_d', ['2-b', '1-a'], merged('chld_a', 1)),
      replicated('chld_d', ['2-c', '1-a'], merged('chld_a', 2)),
      replicated('chld_e', ['1-a'], merged('chld_d', 1)),
      replicated('scr_b', ['1-a'], { owner: 'chld_b' }),
      replicated('scr_c', ['1-a'], { owner: 'chld_c' }),
      replicated('scr_d', ['1-a'], { owner: 'chld_d' }),
    ]);
    for (const id of ['chld_a', 'chld_b', 'chld_c']) {
      const found = await belongingTo(store, new Set([id]));
      expect([...found].sort()).toEqual(['chld_a', 'chld_b', 'chld_c', 'scr_b', 'scr_c']);
    }
    const parted = await belongingTo(store, new Set(['chld_e']));
    expect([...parted].sort()).toEqual(['chld_d', 'chld_e', 'scr_d']);
  });

  it('every version gets an empty deletion, and a second time changes nothing', async () => {
    const store = await (await open()).open(`unit_${UNIT}`);
    await aUnit(store);
    const ids = ['chld_a', 'scr_a', 'scr_b', 'scr_c', 'chld_unknown'];
    expect(await hasAnyOf(store, ids)).toBe(true);
    expect(await emptyRecords(store, ids)).toBe(4);
    expect(await hasAnyOf(store, ids)).toBe(false);
    const text = await textOf(store);
    expect(text).not.toContain(NAME);
    expect(text).toContain('Zoe');
    const { updateSeq } = await store.info();
    expect(await emptyRecords(store, ids)).toBe(0);
    expect(store.compareSequences((await store.info()).updateSeq, updateSeq)).toBe(0);
    expect(await store.read('scr_z')).toMatchObject({ owner: 'chld_z' });
  });

  it('the same version is erased to the same revision everywhere', async () => {
    const stores = await open();
    const [one, two] = [await stores.open('unit_one'), await stores.open('unit_two')];
    for (const store of [one, two]) await aUnit(store);
    await emptyRecords(one, ['chld_a']);
    await emptyRecords(two, ['chld_a']);
    expect(await two.leaves('chld_a')).toEqual(await one.leaves('chld_a'));
  });

  it('a unit that was put back loses again what the register names, and what belongs to it', async () => {
    const stores = await open();
    const store = await stores.open(`unit_${UNIT}`);
    await aUnit(store);
    const register = await openErasedRegister(stores);
    const facts = {
      at: '2026-11-25T08:00:00.000Z',
      who: 'sofia',
      why: 'asked',
      state: 'done',
    } as const;
    const erasure: Erasure = { id: 'chld_a', stakeDB: UNIT, ids: ['chld_a', 'scr_a'], ...facts };
    await register.enter(erasure);
    await register.enter({ ...erasure, id: 'mthr_1', ids: ['mthr_1'], stakeDB: 'never_opened' });
    expect(await eraseAgain(stores, register)).toEqual([UNIT]);
    expect(await textOf(store)).not.toContain(NAME);
    expect(register.has(UNIT, 'scr_b')).toBe(true);
    expect(await stores.has('unit_never_opened')).toBe(false);
    expect(await eraseAgain(stores, register)).toEqual([]);
  });

  it('a begun erasure is ended, whatever a killed server had done of it', async () => {
    const stores = await open();
    const store = await stores.open(`unit_${UNIT}`);
    const rev = await put(store, 'mthr_1', { firstName: NAME });
    await store.write([{ _id: 'mthr_1', _rev: rev, _deleted: true, why: 'erased' }]);
    const register = await openErasedRegister(stores);
    const facts = { at: null, who: null, why: null, state: 'begun' } as const;
    await register.enter({ id: 'mthr_1', stakeDB: UNIT, ids: ['mthr_1'], ...facts });
    await eraseAgain(stores, register);
    expect(await store.read('mthr_1', rev)).toBeNull();
    expect((await register.all()).map(({ state }) => state)).toEqual(['done']);
  });
});
