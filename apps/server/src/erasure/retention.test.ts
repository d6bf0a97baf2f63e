import { API_PATHS, type ErasuresBody, type KeptLongBody } from '@crece/contract';
import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { put } from '../store/testing/support.ts';
import { anApp } from '../testing/test-app.ts';
import { aSignedIn, call, saidBy } from '../testing/test-people.ts';

const [COBAN, ORURO] = ['coban_stake_gtm', 'oruro_stake_bol'] as const;
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-0${(years % 8) + 1}`;

/** A unit with a child of twenty who was registered twice, one of seven and one of two years. */
async function aServer(clock?: () => Date) {
  const app = await anApp(clock === undefined ? {} : { clock });
  const { stores, programme } = app.services;
  const leo = await aSignedIn(app, { username: 'leo', roles: ['admin'] });
  for (const unit of [COBAN, ORURO]) {
    const store = await stores.open(`unit_${unit}`);
    const child = (at: string, birthDate: string, more: object = {}) =>
      put(store, `chld_${unit}_174687840000${at}_aaaaaa`, {
        ...aChild(),
        ...{ birthDate, firstName: `Child ${at}`, _id: undefined, ...more },
      });
    await child('1', yearsAgo(20));
    const sameAs = [{ id: `chld_${unit}_1746878400001_aaaaaa`, decided: 1 }];
    await child('4', yearsAgo(20), { sameAs });
    await child('2', yearsAgo(7));
    await child('3', yearsAgo(2));
    for (const at of ['1', '3', '4']) {
      const owner = `chld_${unit}_174687840000${at}_aaaaaa`;
      const screening = {
        ...aScreening(),
        owner,
        surveyDate: '2024-01-01',
        ageOverride: undefined,
      };
      await put(store, `scr_${unit}_174687840000${at}_aaaaaa`, { ...screening, _id: undefined });
    }
  }
  const set = (years: number | null) =>
    programme
      .current()
      .then((was) =>
        programme.change(
          was,
          { ...DEFAULT_PROGRAMME_SETTINGS, graduatesKeptYears: years },
          { who: 'boss', at: '2026-01-01T00:00:00.000Z' },
        ),
      );
  const look = async ({ token } = leo) =>
    (await call(app, 'GET', API_PATHS.keptLong, undefined, { token })).json<KeptLongBody>();
  const erase = async (body: object, { token } = leo) => {
    const answer = await call(app, 'POST', API_PATHS.keptLong, body, { token });
    await app.services.eraser.settled();
    return saidBy(answer);
  };
  const idsIn = async (unit: string) => {
    const found: string[] = [];
    for await (const { _id } of (await stores.open(`unit_${unit}`)).list()) {
      found.push(_id.replace(`_${unit}_174687840000`, ' ').replace('_aaaaaa', ''));
    }
    return found;
  };
  return { app, leo, set, look, erase, idsIn };
}

const ALL = ['chld 1', 'chld 2', 'chld 3', 'chld 4', 'scr 1', 'scr 3', 'scr 4'];

describe('children who were kept for the programme’s term', () => {
  it('nobody is looked for without a term, and nothing goes by itself with one', async () => {
    const { set, look, erase, idsIn } = await aServer();
    expect(await look()).toEqual({ years: null, units: [], failedUnits: [] });
    expect(await erase({ years: 3, seen: {} })).toMatch(/^409/);
    await set(3);
    const { years, units } = await look();
    expect(years).toBe(3);
    expect(units.map(({ stakeDB, children }) => [stakeDB, children.length])).toEqual([
      [ORURO, 1],
      [COBAN, 1],
    ]);
    expect(units[0]?.children).toEqual([
      {
        id: `chld_${ORURO}_1746878400001_aaaaaa`,
        ...{ firstName: 'Child 1', lastName: aChild().lastName, birthDate: yearsAgo(20) },
      },
    ]);
    expect(await idsIn(COBAN)).toEqual(ALL);
  });

  it('are erased with all their records by one confirmation of the numbers that were seen', async () => {
    const { app, leo, set, erase, idsIn } = await aServer();
    await set(3);
    // Another number, another unit, another term: it is to be looked at again.
    expect(await erase({ years: 3, seen: { [COBAN]: 1 } })).toMatch(/^409/);
    expect(await erase({ years: 3, seen: { [COBAN]: 2, [ORURO]: 1 } })).toMatch(/^409/);
    expect(await erase({ years: 1, seen: { [COBAN]: 1, [ORURO]: 1 } })).toMatch(/^409/);
    expect(await idsIn(COBAN)).toEqual(ALL);
    expect(await erase({ years: 3, seen: { [COBAN]: 1, [ORURO]: 1 } })).toBe('202');
    for (const unit of [COBAN, ORURO]) {
      expect(await idsIn(unit)).toEqual(['chld 2', 'chld 3', 'scr 3']);
    }
    const list = await call(app, 'GET', API_PATHS.erasures, undefined, { token: leo.token });
    expect(list.json<ErasuresBody>().erasures).toMatchObject([
      { records: 4, why: 'kept-too-long', who: 'leo', isDone: true },
      { records: 4, why: 'kept-too-long', who: 'leo', isDone: true },
    ]);
    const { entries } = await app.services.audit.page({ who: '', what: 'graduates-erased' }, 1);
    expect(entries.map(({ whom, detail }) => [whom, detail])).toEqual([
      [COBAN, 'years=3 children=1'],
      [ORURO, 'years=3 children=1'],
    ]);
  });

  it('nobody is seen or erased while the clock is not plausible', async () => {
    let ahead = 0;
    const { app, leo, set, look, erase, idsIn } = await aServer(() => new Date(Date.now() + ahead));
    await set(3);
    expect((await look()).units).toHaveLength(2);
    ahead = 800 * 24 * 3_600_000;
    const leapt = { ...leo, token: await app.services.sessions.create(leo.account) };
    expect(await look(leapt)).toMatchObject({
      code: 'validation',
      issues: [{ code: 'server-clock' }],
    });
    const seen = { [COBAN]: 1, [ORURO]: 1 };
    expect(await erase({ years: 3, seen }, leapt)).toMatch(/^422/);
    expect(await idsIn(COBAN)).toEqual(ALL);
    ahead = 0;
    expect(await erase({ years: 3, seen })).toBe('202');
  });

  it('are seen and erased within an administrator’s places only', async () => {
    const { app, set, look, erase, idsIn } = await aServer();
    await set(1);
    const scope = { countries: ['GTM'] };
    const limited = await aSignedIn(app, { username: 'eva', roles: ['admin'], scope });
    const { units } = await look(limited);
    expect(units.map(({ stakeDB, children }) => [stakeDB, children.length])).toEqual([[COBAN, 2]]);
    expect(await erase({ years: 1, seen: { [COBAN]: 2, [ORURO]: 2 } }, limited)).toMatch(/^409/);
    expect(await erase({ years: 1, seen: { [COBAN]: 2 } }, limited)).toBe('202');
    expect(await idsIn(COBAN)).toEqual(['chld 3', 'scr 3']);
    expect(await idsIn(ORURO)).toEqual(ALL);
  });
});
