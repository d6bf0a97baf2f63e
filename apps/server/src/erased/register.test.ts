import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { addToErasedFile, ERASED_FILE, readErasedFile, unionOf } from './erased-file.ts';
import { type Erasure, openErasedRegister } from './register.ts';

const UNIT = 'la_paz';

function anErasure(different: Partial<Erasure> = {}): Erasure {
  const facts = { at: '2026-11-25T08:00:00.000Z', who: 'sofia', why: 'asked' } as const;
  return {
    id: 'chld_1',
    stakeDB: UNIT,
    ids: ['chld_1', 'scr_1'],
    ...facts,
    state: 'begun',
    ...different,
  };
}

describe('the register of erased ids', () => {
  it('content of an erased record is refused, and of a screening of an erased child', async () => {
    const register = await openErasedRegister(await aStores());
    expect(register.refuses(UNIT, { _id: 'chld_1', firstName: 'Ana' })).toBe(false);
    await register.enter(anErasure());
    const refused = [
      { _id: 'chld_1', firstName: 'Ana' },
      { _id: 'chld_1', _deleted: true, firstName: 'Ana', why: 'removed' },
      { _id: 'chld_1', _deleted: true, why: 'Ana López' },
      { _id: 'chld_1', _deleted: true, why: 'erased', removedBy: 'Ana' },
      { _id: 'scr_1', owner: 'chld_2' },
      { _id: 'scr_9', owner: 'chld_1' },
      { _id: 'chld_1' },
    ];
    expect(refused.filter((revision) => !register.refuses(UNIT, revision))).toEqual([]);
    const taken = [
      { _id: 'chld_1', _deleted: true, why: 'erased' },
      { _id: 'chld_1', _deleted: true, why: 'merged' },
      { _id: 'chld_1', _deleted: true },
      { _id: 'chld_2', firstName: 'Ana' },
      { _id: 'scr_2', owner: 'chld_2' },
    ];
    expect(taken.filter((revision) => register.refuses(UNIT, revision))).toEqual([]);
  });

  it('an id that names no unit is erased in its own unit only; one that names it, in every unit', async () => {
    const register = await openErasedRegister(await aStores());
    const named = 'chld_la_paz_1746878400000_aaaaaa';
    await register.enter(anErasure({ ids: ['chld_1', named] }));
    expect(['chld_1', named].map((id) => register.has(UNIT, id))).toEqual([true, true]);
    expect(['chld_1', named].map((id) => register.has('oruro', id))).toEqual([false, true]);
    expect(register.refuses('oruro', { _id: 'scr_1', owner: named })).toBe(true);
  });

  it('another process learns of an erasure at its next look', async () => {
    const stores = await aStores();
    const [here, there] = [await openErasedRegister(stores), await openErasedRegister(stores)];
    await here.enter(anErasure());
    expect(there.has(UNIT, 'scr_1')).toBe(false);
    await there.refresh();
    expect(there.has(UNIT, 'scr_1')).toBe(true);
    await here.enter(anErasure({ ids: ['scr_2'] }));
    await there.refresh();
    expect(there.has(UNIT, 'scr_2')).toBe(true);
  });

  it('an erasure that is entered again keeps its day and who it was, and gains ids', async () => {
    const register = await openErasedRegister(await aStores());
    await register.enter(anErasure());
    await register.enter(anErasure({ who: 'leo', why: 'mistake', ids: ['scr_2'], state: 'done' }));
    expect(await register.all()).toEqual([
      anErasure({ ids: ['chld_1', 'scr_1', 'scr_2'], state: 'done' }),
    ]);
  });

  it('what a full disk did not take is not erased: no phone is told to drop it', async () => {
    const dir = aFolder();
    const register = await openErasedRegister(await openSqliteStores({ dir, maxPages: 100 }));
    await register.enter(anErasure({ ids: ['chld_1'] }));
    const many = Array.from({ length: 40_000 }, (_, place) => `scr_${place}`);
    await expect(
      register.enter(anErasure({ id: 'chld_2', ids: ['chld_2', 'chld_1', ...many] })),
    ).rejects.toThrow('has no room left');
    expect(register.refuses(UNIT, { _id: 'chld_2', firstName: 'Eva' })).toBe(false);
    expect(register.refuses(UNIT, { _id: 'scr_7', owner: 'chld_3' })).toBe(false);
    expect(register.refuses(UNIT, { _id: 'chld_1', firstName: 'Ana' })).toBe(true);
  });

  it('a list of another place adds what is not known, without day and person, to be erased', async () => {
    const register = await openErasedRegister(await aStores());
    await register.enter(anErasure({ state: 'done' }));
    await register.join(
      new Map([
        [UNIT, new Set(['chld_1', 'scr_1', 'chld_8'])],
        ['oruro', new Set(['mthr_1'])],
      ]),
    );
    const [known, ...joined] = await register.all();
    expect(known).toMatchObject({ id: 'chld_1', who: 'sofia', state: 'done' });
    expect(joined.map(({ id, stakeDB, at, state }) => [id, stakeDB, at, state]).sort()).toEqual([
      ['chld_8', UNIT, null, 'begun'],
      ['mthr_1', 'oruro', null, 'begun'],
    ]);
  });
});

describe('erasures.json', () => {
  it('the file has ids by unit, sorted, and is only ever added to', async () => {
    const folder = aFolder();
    expect(await readErasedFile(join(folder, ERASED_FILE))).toBeNull();
    await addToErasedFile(folder, new Map([[UNIT, new Set(['scr_2', 'chld_1'])]]));
    await addToErasedFile(
      folder,
      new Map([
        ['oruro', new Set(['mthr_1'])],
        [UNIT, new Set(['chld_0'])],
      ]),
    );
    await addToErasedFile(folder, new Map());
    expect(JSON.parse(readFileSync(join(folder, ERASED_FILE), 'utf8'))).toEqual({
      version: 1,
      erased: { [UNIT]: ['chld_0', 'chld_1', 'scr_2'], oruro: ['mthr_1'] },
    });
  });

  it('a damaged file is not taken for an empty list', async () => {
    const folder = aFolder();
    writeFileSync(join(folder, ERASED_FILE), '{"version":1,"erased":{"la_paz":["chld_');
    await expect(readErasedFile(join(folder, ERASED_FILE))).rejects.toThrow();
    await expect(addToErasedFile(folder, new Map([[UNIT, new Set(['a'])]]))).rejects.toThrow();
  });

  it('a union has every id of every list', () => {
    const one = new Map([[UNIT, new Set(['a'])]]);
    const two = new Map([
      [UNIT, new Set(['b'])],
      ['oruro', new Set(['c'])],
    ]);
    expect(unionOf(one, two)).toEqual(
      new Map([
        [UNIT, new Set(['a', 'b'])],
        ['oruro', new Set(['c'])],
      ]),
    );
  });
});
