import { writeFileSync } from 'node:fs';
import type { DeskList } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { countIn, type DeskAnswer, type DeskFigures, type DeskListPage } from '@crece/reports/desk';
import { describe, expect, it } from 'vitest';
import {
  aRunningServer,
  type Person,
  type RunningServer,
} from '../admin/testing/running-server.ts';

const UNIT = 'test_stake_gtm';
/** Two units of Guatemala that are not test units. */
const COBAN = 'coban_stake_gtm';
const NOW = new Date('2025-06-10T18:00:00Z');

/** A child with one screening of 10 May 2025, with a red MUAC if `muac` says so. */
async function addChild(server: RunningServer, stakeDB: string, name: string, muac = 14) {
  const store = await server.services.stores.open(`unit_${stakeDB}`);
  const _id = `chld_${stakeDB}_${name}`;
  const child = aChild({ _id, firstName: name, ward: 'Norte' });
  const screening = aScreening({ _id: `scr_${stakeDB}_${name}`, owner: _id, muac, oedema: false });
  await store.write([child, screening].map((record) => ({ ...record })));
}

async function ask<T>(server: RunningServer, path: string, as: Person): Promise<T> {
  const answer = await server.call(`GET ${path}`, { as });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

const count = ({ lists }: Pick<DeskFigures, 'lists'>, list: DeskList) => countIn(lists, list);

async function aServer() {
  const server = await aRunningServer({ clock: () => NOW });
  const boss = await server.person('Boss', ['user', 'admin']);
  return { server, boss };
}

describe('GET /api/desk…', () => {
  it('counts a unit from its stored screenings, and lists the children of each figure', async () => {
    const { server, boss } = await aServer();
    await addChild(server, UNIT, 'Ana', 11.2);
    await addChild(server, UNIT, 'Luz');
    const { figures, failed, pending } = await ask<DeskAnswer>(
      server,
      `/api/desk/unit/${UNIT}`,
      boss,
    );
    expect([failed, pending, figures.today]).toEqual([[], 0, '2025-06-10']);
    expect([count(figures, 'under-five'), count(figures, 'refer')]).toEqual([2, 1]);
    const { total, children } = await ask<DeskListPage>(
      server,
      `/api/desk/unit/${UNIT}/children?list=refer&ward=norte`,
      boss,
    );
    expect([total, children.map(({ firstName, stakeDB }) => [firstName, stakeDB])]).toEqual([
      1,
      [['Ana', UNIT]],
    ]);
  });

  it('counts the requested ages and months, and refuses other values', async () => {
    const { server, boss } = await aServer();
    await addChild(server, UNIT, 'Ana', 11.2);
    const path = `/api/desk/unit/${UNIT}`;
    const of = async (query: string) => {
      const { figures } = await ask<DeskAnswer>(server, `${path}?${query}`, boss);
      const listed = `${path}/children?list=covered&size=500&${query}`;
      const { total } = await ask<DeskListPage>(server, listed, boss);
      return [count(figures, 'under-five'), count(figures, 'covered'), total];
    };
    expect(await of('ages=6-23&months=3')).toEqual([1, 1, 1]);
    expect(await of('ages=24-59')).toEqual([0, 0, 0]);
    for (const wrong of ['ages=7-9', 'months=4', 'months=x']) {
      const { status } = await server.call(`GET ${path}?${wrong}`, { as: boss });
      expect([wrong, status]).toEqual([wrong, 400]);
    }
  });

  it('shows later changes at once, and uses the date in the unit’s time zone', async () => {
    let now = new Date('2025-11-10T20:00:00Z');
    const server = await aRunningServer({ clock: () => now });
    const boss = await server.person('Boss', ['user', 'admin']);
    await addChild(server, UNIT, 'Ana');
    const underFive = async () => {
      const { figures } = await ask<DeskAnswer>(server, `/api/desk/unit/${UNIT}`, boss);
      return [figures.today, count(figures, 'under-five'), count(figures, 'covered')];
    };
    expect(await underFive()).toEqual(['2025-11-10', 1, 1]);
    await addChild(server, UNIT, 'Luz');
    expect(await underFive()).toEqual(['2025-11-10', 2, 2]);
    // Guatemala is six hours behind: still 10 November, six months after the screenings.
    now = new Date('2025-11-11T05:59:00Z');
    expect(await underFive()).toEqual(['2025-11-10', 2, 2]);
    now = new Date('2025-11-11T06:00:00Z');
    expect(await underFive()).toEqual(['2025-11-11', 2, 0]);
  });

  it('excludes test units from a country’s desk and from the desk of all', async () => {
    const { server, boss } = await aServer();
    await addChild(server, UNIT, 'Ana');
    await addChild(server, COBAN, 'Luz');
    for (const path of ['/api/desk/country/GTM', '/api/desk']) {
      const { figures } = await ask<DeskAnswer>(server, path, boss);
      expect(count(figures, 'under-five')).toBe(1);
      expect(figures.units.map(({ unit }) => unit.stakeDB)).toContain(COBAN);
      expect(figures.units.map(({ unit }) => unit.stakeDB)).not.toContain(UNIT);
      const { children } = await ask<DeskListPage>(server, `${path}/children?list=covered`, boss);
      expect(children.map(({ firstName }) => firstName)).toEqual(['Luz']);
    }
  });

  it('names a unit that cannot be read, and still counts the others', async () => {
    const { server, boss } = await aServer();
    await addChild(server, COBAN, 'Luz');
    const { address } = server.services.stores;
    if (address.kind !== 'files') throw new Error('files');
    writeFileSync(`${address.dir}/units/quetzaltenango_stake_gtm.sqlite`, 'no database at all');
    const { figures, failed } = await ask<DeskAnswer>(server, '/api/desk/country/GTM', boss);
    expect(failed.map(({ unit, code }) => [unit.stakeDB, code])).toEqual([
      ['quetzaltenango_stake_gtm', 'unavailable'],
    ]);
    expect(count(figures, 'under-five')).toBe(1);
  });

  it('shows an administrator with a scope only the units in it', async () => {
    const { server } = await aServer();
    await addChild(server, COBAN, 'Luz');
    const scope = { stakes: [COBAN] };
    const lim = await server.person('Lim', ['user', 'admin'], { scope });
    const { figures } = await ask<DeskAnswer>(server, '/api/desk', lim);
    expect(figures.units.map(({ unit }) => unit.stakeDB)).toEqual([COBAN]);
  });

  it('shows an account that syncs the units of its scope, and no country', async () => {
    const { server } = await aServer();
    const ana = await server.person('Ana', ['user', 'sync'], { scope: { stakes: [COBAN] } });
    const status = async (path: string) => (await server.call(`GET ${path}`, { as: ana })).status;
    expect(await status(`/api/desk/unit/${COBAN}`)).toBe(200);
    expect(await status(`/api/desk/unit/${UNIT}`)).toBe(403);
    expect(await status('/api/desk/unit/no_such_unit')).toBe(403);
    expect(await status('/api/desk/country/GTM')).toBe(403);
    expect(await status('/api/desk')).toBe(403);
  });

  it('answers two requests of an account at once and refuses the others, not those of others', async () => {
    const { server, boss } = await aServer();
    const eva = await server.person('Eva', ['user', 'admin']);
    const asked = (as: Person) => server.call('GET /api/desk', { as });
    const own = Promise.all(Array.from({ length: 30 }, () => asked(boss)));
    const others = await Promise.all([asked(eva), asked(eva)]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    const answers = await own;
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(20);
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2']);
      expect(await answer.json()).toEqual({
        code: 'busy',
        message:
          'Your account has as much of this under way as it may. Please wait until one has ended.',
      });
    }
    expect((await asked(boss)).status).toBe(200);
  });

  it('refuses an unknown list', async () => {
    const { server, boss } = await aServer();
    const answer = await server.call(`GET /api/desk/unit/${UNIT}/children?list=all`, { as: boss });
    expect(answer.status).toBe(400);
  });
});
