import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  API_PATHS,
  type ErasureBody,
  type ErasuresBody,
  type ImportBody,
  type ImportsBody,
} from '@crece/contract';
import { describe, expect, it, vi } from 'vitest';
import { ERASED_FILE, readErasedFile } from '../erased/erased-file.ts';
import { openErasedRegister } from '../erased/register.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import { UNIT } from '../imports/testing/import-facts.ts';
import { anUploadServer } from '../imports/testing/upload-server.ts';
import { reportUrl } from '../reports/testing/report-server.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { put } from '../store/testing/support.ts';
import { soon } from '../testing/soon.ts';
import { aFolder, anApp, aStores } from '../testing/test-app.ts';
import { aSignedIn, call, saidBy } from '../testing/test-people.ts';
import { Eraser } from './eraser.ts';
import { touches } from './job-traces.ts';

const NAME = 'Xochiquetzalina';
const HEADER = 'Nombre,Apellido,Sexo,Fecha de nacimiento,Fecha,Peso,Talla,MUAC\n';
const LIST = `${HEADER}${NAME},Xol,Niña,2024-03-10,2025-05-10,7.1,68.5,11.9
Luis,Caal,Niño,2024-01-05,2025-05-10,9,75,14
`;
const reported = { lastName: 'Xol', gender: 'Girl', birthDate: '2024-05-03', memberStatus: 'Yes' };
const CHANGED = LIST.replace('7.1', '7.4');

/** The files below a folder that hold a text, as UTF-8 or UTF-16. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'));
    });
}

/** A server where the child came by a list, was changed, reported, and is in conflict. */
async function aLivedInServer() {
  const dataDir = aFolder();
  const server = await anUploadServer({ config: { dataDir } });
  const { app, person, imported, ended, stored } = server;
  const { token } = await person('sofia', ['user', 'sync']);
  await ended(token, (await imported(token, LIST)).id);
  await ended(token, (await imported(token, CHANGED, { sameDay: 'correction' })).id);
  // Checked, and never imported: the list itself lies there.
  await imported(token, LIST.replace('11.9', 'once'), { dryRun: 'true' });
  const child = (await stored()).find(({ firstName }) => firstName === NAME);
  if (child === undefined) throw new Error('not imported');
  const store = await app.services.stores.open(unitStoreName(UNIT));
  await store.writeRevisions([
    { document: { ...child, _rev: '1-ab', comments: NAME }, ancestry: ['1-ab'] },
    {
      document: { ...child, _rev: '2-cd', _deleted: true, why: 'removed' },
      ancestry: ['2-cd', '1-cd'],
    },
  ]);
  const report = reportUrl({ stakeDB: UNIT, query: 'socketRoomId=AnaLópez1748880000000' });
  expect((await call(app, 'GET', report, undefined, { token })).statusCode).toBe(202);
  await soon(async () => expect(readdirSync(join(dataDir, 'reports'))).not.toEqual([]));
  for await (const { id } of app.services.jobs.all()) {
    await soon(async () => {
      expect((await app.services.jobs.byId(id))?.state).not.toBe('running');
    });
  }
  return { ...server, dataDir, token, childId: child._id, store };
}

async function erase(server: Pick<Awaited<ReturnType<typeof aLivedInServer>>, 'app'>, id: string) {
  const { token } = await aSignedIn(server.app, { username: 'leo', roles: ['admin'] });
  const url = API_PATHS.erase.replace(':stakeDB', UNIT);
  const answer = await call(server.app, 'POST', url, { id, why: 'asked' }, { token });
  await server.app.services.eraser.settled();
  return { answer, token };
}

describe('erasing a child for good', () => {
  it('no byte of the name is left in any file of the data folder, and the others are as before', async () => {
    const server = await aLivedInServer();
    const { app, dataDir, childId, store, stored } = server;
    // It is in the unit, the journal and jobs of imports, their findings, the list and the report.
    expect(filesWith(dataDir, NAME).length).toBeGreaterThan(3);
    const { answer, token } = await erase(server, childId);
    expect(answer.statusCode).toBe(202);
    expect(answer.json<ErasureBody>()).toMatchObject({ id: childId, who: 'leo', why: 'asked' });
    expect(filesWith(dataDir, NAME)).toEqual([]);
    expect(await store.read(childId)).toBeNull();
    expect((await stored()).map(({ firstName, owner }) => firstName ?? owner)).toHaveLength(2);

    const list = await call(app, 'GET', API_PATHS.erasures, undefined, { token });
    const { erasures } = list.json<ErasuresBody>();
    expect(erasures).toMatchObject([{ id: childId, records: 2, who: 'leo', isDone: true }]);
    expect(JSON.stringify(erasures)).not.toContain(NAME);
    const { audit } = app.services;
    const { entries } = await audit.page({ who: '', what: 'record-erased' }, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail])).toEqual([
      ['leo', UNIT, childId],
    ]);
    const ids = (await readErasedFile(join(dataDir, ERASED_FILE)))?.get(UNIT);
    expect(ids?.size).toBe(2);

    // The import that brought the child can still be shown, and undone for the others.
    const { get, post, ended } = server;
    const { imports } = (await get(server.token, '/api/imports')).json<ImportsBody>();
    const first = imports.at(-1)?.id ?? '';
    const undo = (await post(server.token, `/api/imports/${first}/undo`)).json<ImportBody>();
    expect(await ended(server.token, undo.id)).toMatchObject({ state: 'finished' });
    expect(await stored()).toEqual([]);
    expect(filesWith(dataDir, NAME)).toEqual([]);
  });

  it('one that moved is erased in every unit in which it lived, with its other records', async () => {
    const dataDir = aFolder();
    const app = await anApp({ config: { dataDir } });
    const { stores, mover, erased } = app.services;
    const unit = await stores.open(unitStoreName(UNIT));
    const idIn = (stakeDB: string, place: number) => `chld_${stakeDB}_174888000000${place}_aaaaaa`;
    const [first, second] = [idIn(UNIT, 1), idIn(UNIT, 2)];
    await put(unit, first, { ...reported, firstName: NAME });
    const sameAs = [{ id: first, decided: 1 }];
    await put(unit, second, { ...reported, firstName: NAME, sameAs });
    await put(unit, `scr_${UNIT}_1748880000001_aaaaaa`, { owner: second, comments: NAME });
    const asked = { who: 'ben', by: 'Ben', address: null, from: UNIT, childId: first };
    await mover.move({ ...asked, to: 'coro_ven' });
    const there = { ...asked, from: 'coro_ven', childId: idIn('coro_ven', 1) };
    await mover.move({ ...there, to: 'merida_ven' });
    expect(filesWith(dataDir, NAME)).not.toEqual([]);

    const { token } = await aSignedIn(app, { username: 'leo', roles: ['admin'] });
    const url = API_PATHS.erase.replace(':stakeDB', 'merida_ven');
    await call(app, 'POST', url, { id: idIn('merida_ven', 1), why: 'asked' }, { token });
    await app.services.eraser.settled();
    expect(filesWith(dataDir, NAME)).toEqual([]);
    const known = await erased.ids();
    for (const stakeDB of [UNIT, 'coro_ven', 'merida_ven']) {
      expect([...(known.get(stakeDB) ?? [])].sort()).toEqual([
        idIn(stakeDB, 1),
        idIn(stakeDB, 2),
        `scr_${stakeDB}_1748880000001_aaaaaa`,
      ]);
    }
    expect((await erased.all()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it('one that somebody moves at that moment is erased in its new unit too', async () => {
    const dataDir = aFolder();
    const app = await anApp({ config: { dataDir } });
    const { stores, mover, eraser } = app.services;
    const unit = await stores.open(unitStoreName(UNIT));
    const childId = `chld_${UNIT}_1748880000001_aaaaaa`;
    await put(unit, childId, { ...reported, firstName: NAME });
    const write = unit.write.bind(unit);
    // The new unit has the child, and the old one has it still.
    vi.spyOn(unit, 'write').mockImplementationOnce(async (drafts) => {
      await eraser.begin({ stakeDB: UNIT, id: childId, who: 'leo', why: 'asked', from: null });
      await Promise.race([eraser.settled(), delay(500)]);
      return write(drafts);
    });
    const asked = { who: 'ben', by: 'Ben', address: null, from: UNIT, childId };
    await mover.move({ ...asked, to: 'coro_ven' });
    await eraser.settled();
    expect(filesWith(dataDir, NAME)).toEqual([]);
  });

  it('a job touches a unit by the unit, its country, or everywhere', () => {
    const touching = (asked: object) =>
      touches({ needs: { action: 'sync', place: asked } }, { stakeDB: UNIT, countryCode: 'GTM' });
    const places = [{ stakeDB: UNIT }, { countryCode: 'GTM' }, {}];
    expect(places.map(touching)).toEqual([true, true, true]);
    expect([{ stakeDB: 'coro_ven' }, { countryCode: 'VEN' }].map(touching)).toEqual([false, false]);
  });

  it('a report that is being made is ended, and leaves no file', async () => {
    const dataDir = aFolder();
    const server = await anUploadServer({ config: { dataDir } });
    const { token } = await server.person('sofia', ['user', 'sync']);
    const store = await server.app.services.stores.open(unitStoreName(UNIT));
    const id = `chld_${UNIT}_1748880000000_aaaaaa`;
    await put(store, id, { ...reported, firstName: NAME });
    const report = reportUrl({ stakeDB: UNIT, query: 'socketRoomId=AnaLópez1748880000001' });
    expect((await call(server.app, 'GET', report, undefined, { token })).statusCode).toBe(202);
    await erase(server, id);
    const states: unknown[] = [];
    for await (const { state, code, isExpired } of server.app.services.jobs.all()) {
      states.push(state === 'failed' ? code : isExpired);
    }
    // Stopped, or, on a fast machine, made before and deleted.
    expect([['cancelled'], [true]]).toContainEqual(states);
    expect(filesWith(dataDir, NAME)).toEqual([]);
  });

  it('refused: a screening, an id of another unit, an unknown unit, a reason of one’s own', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app, { roles: ['admin'] });
    const asked = async (unit: string, id: string, why: string) => {
      const url = API_PATHS.erase.replace(':stakeDB', unit);
      return saidBy(await call(app, 'POST', url, { id, why }, { token }));
    };
    const of = (kind: string, unit: string) => `${kind}_${unit}_1748880000000_aaaaaa`;
    expect(await asked(UNIT, of('scr', UNIT), 'asked')).toBe('400 bad-request');
    expect(await asked(UNIT, of('chld', 'merida_ven'), 'asked')).toBe('400 bad-request');
    expect(await asked('nowhere', of('chld', UNIT), 'asked')).toBe('404 not-found');
    expect(await asked(UNIT, of('chld', UNIT), 'Ana asked')).toMatch(/^4/);
    expect(await asked(UNIT, of('chld', UNIT), 'asked')).toBe('202');
  });
});

describe('an erasure that a kill interrupted', () => {
  it.each(['before anything was written', 'before the file was rewritten'])(
    'the next start ends it: %s',
    async (moment) => {
      const dataDir = aFolder();
      const stores = await aStores(dataDir);
      const store = await stores.open(unitStoreName(UNIT));
      const id = `mthr_${UNIT}_1748880000000_aaaaaa`;
      const rev = await put(store, id, { firstName: NAME });
      const register = await openErasedRegister(stores);
      const facts = { at: '2026-11-25T08:00:00.000Z', who: 'leo', why: 'asked' } as const;
      await register.enter({ id, stakeDB: UNIT, ids: [id], ...facts, state: 'begun' });
      if (moment === 'before the file was rewritten') {
        await store.write([{ _id: id, _rev: rev, _deleted: true, why: 'erased' }]);
      }
      const app = await anApp({ config: { dataDir }, stores });
      await soon(async () => {
        expect((await app.services.erased.all()).map(({ state }) => state)).toEqual(['done']);
      });
      expect(filesWith(dataDir, NAME)).toEqual([]);
      const { entries } = await app.services.audit.page({ who: '', what: 'record-erased' }, 1);
      expect(entries).toHaveLength(1);
    },
  );

  it('one that cannot be ended or told now is tried again', async () => {
    const dataDir = aFolder();
    const app = await anApp({ config: { dataDir } });
    const { services } = app;
    const faults: unknown[] = [];
    const jobs = { endThose: async () => undefined, all: services.jobs.all.bind(services.jobs) };
    let isAway = true;
    const eraser = new Eraser({
      ...{ stores: services.stores, register: services.erased, catalogue: services.catalogue },
      ...{ dataDir, backupFolder: null, clock: () => new Date() },
      audit: {
        recordOnce: async (entries: Parameters<typeof services.audit.recordOnce>[0]) => {
          if (isAway) throw new Error('no room left');
          await services.audit.recordOnce(entries);
        },
      } as unknown as typeof services.audit,
      mover: services.mover,
      jobs: {
        ...jobs,
        endThose: async () => {
          if (isAway) throw new Error('away');
        },
      } as unknown as typeof services.jobs,
      log: { error: (each: unknown) => void faults.push(each), warn: () => undefined } as never,
      forgetSlips: async () => undefined,
      onWritten: async () => undefined,
      retryMs: 20,
    });
    const id = `mthr_${UNIT}_1748880000000_aaaaaa`;
    await eraser.begin({ stakeDB: UNIT, id, who: 'leo', why: 'asked', from: null });
    await soon(async () => expect(faults.length).toBeGreaterThan(1));
    isAway = false;
    await soon(async () => {
      expect((await services.erased.all()).map(({ state }) => state)).toEqual(['done']);
    });
    const { entries } = await services.audit.page({ who: '', what: 'record-erased' }, 1);
    expect(entries).toHaveLength(1);
    await eraser.close();
  });

  it('of several children those are erased who were entered before the disk was full', async () => {
    const dataDir = aFolder();
    const stores = await openSqliteStores({ dir: dataDir, maxPages: 400 });
    const app = await anApp({ config: { dataDir }, stores });
    const [first, second] = ['a', 'b'].map((end) => `chld_${UNIT}_1748880000000_aaaaa${end}`);
    const many = Array.from({ length: 90_000 }, (_, place) => `scr_${UNIT}_${place}`);
    const { eraser, erased, background } = app.services;
    // The look at the start would carry it out.
    await background.settled();
    const asked = { stakeDB: UNIT, who: 'leo', why: 'kept-too-long', from: null } as const;
    const children = [[first ?? ''], [second ?? '', ...many]] as const;
    await expect(eraser.beginAll({ ...asked, children })).rejects.toThrow('no room left');
    await eraser.settled();
    expect((await erased.all()).map(({ id, state }) => [id, state])).toEqual([[first, 'done']]);
    expect(erased.has(UNIT, second ?? '')).toBe(false);
  });

  it('what came back in one unit is erased at the start, though another unit is damaged', async () => {
    const dataDir = aFolder();
    const before = await aStores(dataDir);
    const register = await openErasedRegister(before);
    const [id, other] = [UNIT, 'coban_stake_gtm'].map(
      (unit) => `mthr_${unit}_1748880000000_aaaaaa`,
    );
    for (const [each = '', stakeDB, at] of [
      [id, UNIT, '2026-06-10T12:00:00.000Z'],
      [other, 'coban_stake_gtm', '2026-06-11T12:00:00.000Z'],
    ] as const) {
      const facts = { who: 'leo', why: 'asked', state: 'done' } as const;
      await register.enter({ id: each, stakeDB, ids: [each], at, ...facts });
      await put(await before.open(unitStoreName(stakeDB)), each, { firstName: NAME });
    }
    await before.close();
    writeFileSync(join(dataDir, 'units/coban_stake_gtm.sqlite'), 'noise'.repeat(2_000));
    const app = await anApp({ config: { dataDir }, stores: await aStores(dataDir) });
    const store = await app.services.stores.open(unitStoreName(UNIT));
    await soon(async () => expect(await store.read(id ?? '')).toBeNull());
  });

  it('what only the list in the data folder knows is erased at the start', async () => {
    const dataDir = aFolder();
    const stores = await aStores(dataDir);
    const store = await stores.open(unitStoreName(UNIT));
    const id = `mthr_${UNIT}_1748880000000_aaaaaa`;
    await put(store, id, { firstName: NAME });
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(
      join(dataDir, ERASED_FILE),
      JSON.stringify({ version: 1, erased: { [UNIT]: [id] } }),
    );
    const app = await anApp({ config: { dataDir }, stores });
    await soon(async () => expect(await store.read(id)).toBeNull());
    await soon(async () => expect(filesWith(dataDir, NAME)).toEqual([]));
    const [known] = await app.services.erased.all();
    expect(known).toMatchObject({ id, at: null, who: null });
  });
});
