import type { ConfigResponse, ProgrammeBody } from '@crece/contract';
import { DEFAULT_PROGRAMME_SETTINGS, type ProgrammeSettings } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import {
  aRunningServer,
  type Person,
  type RunningServer,
  refusalOf,
} from './testing/running-server.ts';

const DEFAULTS = DEFAULT_PROGRAMME_SETTINGS;
const CHANGED: ProgrammeSettings = {
  guidanceShown: false,
  infantMuacLine: 11.5,
  severeAmount: '500 kcal',
  nextVisit: { ...DEFAULTS.nextVisit, acuteMonths: 2 },
  coverageGoal: 90,
};

const put = (
  { call }: RunningServer,
  as: Person | null,
  settings: unknown,
  was: unknown = DEFAULTS,
) => call('PUT /api/admin/settings', { as, body: { was, settings } });

async function told({ call }: RunningServer): Promise<unknown> {
  const config = (await (await call('GET /api/config')).json()) as ConfigResponse;
  const { number: _, ...settings } = config.programme;
  return settings;
}

async function numberTold({ call }: RunningServer): Promise<number> {
  const config = (await (await call('GET /api/config')).json()) as ConfigResponse;
  return config.programme.number;
}

async function entries({ services }: RunningServer) {
  const found = [];
  for await (const entry of services.audit.entries({ who: '', what: 'settings-changed' })) {
    found.push(`${entry.who}: ${entry.detail}`);
  }
  return found;
}

describe('PUT /api/admin/settings', () => {
  it('changes the public settings in /api/config, and is audited', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    expect(await told(server)).toEqual(DEFAULTS);
    const answer = await put(server, boss, CHANGED);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ProgrammeBody).settings).toEqual({ ...CHANGED, number: 1 });
    expect(await told(server)).toEqual(CHANGED);
    expect(await entries(server)).toEqual([
      'boss: guidanceShown true → false, severeAmount none → 500 kcal, ' +
        'infantMuacLine 11 → 11.5, acuteMonths 1 → 2, coverageGoal 85 → 90',
    ]);
  });

  it('numbers the settings: 0 before the first change, one more with each', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    expect(await numberTold(server)).toBe(0);
    await put(server, boss, CHANGED);
    expect(await numberTold(server)).toBe(1);
    await put(server, boss, CHANGED, CHANGED);
    expect(await numberTold(server)).toBe(1);
    await put(server, boss, DEFAULTS, CHANGED);
    expect(await numberTold(server)).toBe(2);
  });

  it('counts settings of an older version, which have no number, as the first', async () => {
    const server = await aRunningServer();
    await server.services.accountStore.write([{ ...CHANGED, _id: 'programme_settings' }]);
    expect(await numberTold(server)).toBe(1);
    const boss = await server.person('Boss', ['user', 'admin']);
    await put(server, boss, DEFAULTS, CHANGED);
    expect(await numberTold(server)).toBe(2);
  });

  it('writes and audits nothing if nothing changes', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    expect((await put(server, boss, DEFAULTS)).status).toBe(200);
    expect(await entries(server)).toEqual([]);
  });

  it('refuses values outside their limits, each with its field', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const wrong = {
      ...DEFAULTS,
      infantMuacLine: 13.1,
      severeAmount: 'two packets',
      nextVisit: { ...DEFAULTS.nextVisit, referredDays: 0 },
    };
    expect(await refusalOf(await put(server, boss, wrong))).toEqual([
      422,
      'validation',
      [
        'infantMuacLine setting-out-of-range',
        'referredDays setting-out-of-range',
        'severeAmount severe-amount-shape',
      ],
    ]);
    expect(await told(server)).toEqual(DEFAULTS);
  });

  it.each([
    { ...DEFAULTS, guidanceShown: 'yes' },
    { ...DEFAULTS, extra: 1 },
    { ...DEFAULTS, nextVisit: {} },
    null,
  ])('refuses the malformed body %o', async (settings) => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const answer = await put(server, boss, settings);
    expect([400, 422]).toContain(answer.status);
    expect(await told(server)).toEqual(DEFAULTS);
  });

  it('answers 409 to a change based on outdated settings', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    await put(server, boss, CHANGED);
    expect(await refusalOf(await put(server, boss, DEFAULTS))).toEqual([409, 'conflict']);
    expect(await told(server)).toEqual(CHANGED);
    expect((await put(server, boss, DEFAULTS, CHANGED)).status).toBe(200);
    expect(await told(server)).toEqual(DEFAULTS);
  });

  it('leaves the days of an admission to a page that does not know them', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const older = ({ nextVisit, ...settings }: ProgrammeSettings) => {
      const { admittedDays: _, ...table } = nextVisit;
      return { ...settings, nextVisit: table };
    };
    const daysTold = async () => ((await told(server)) as ProgrammeSettings).nextVisit.admittedDays;
    expect((await put(server, boss, older(CHANGED), older(DEFAULTS))).status).toBe(200);
    expect(await told(server)).toEqual(CHANGED);
    expect(await daysTold()).toBe(30);
    const longer = { ...CHANGED, nextVisit: { ...CHANGED.nextVisit, admittedDays: 45 } };
    expect((await put(server, boss, longer, CHANGED)).status).toBe(200);
    expect((await put(server, boss, older(DEFAULTS), older(CHANGED))).status).toBe(200);
    expect(await daysTold()).toBe(45);
    expect(await entries(server)).toHaveLength(3);
  });

  it('the programme’s settings are for administrators without a scope only', async () => {
    const server = await aRunningServer();
    const limited = await server.person('Lim', ['user', 'admin'], {
      scope: { countries: ['GTM'] },
    });
    const user = await server.person('Ana', ['user', 'sync']);
    expect((await put(server, limited, CHANGED)).status).toBe(403);
    expect((await put(server, user, CHANGED)).status).toBe(403);
    expect((await put(server, null, CHANGED)).status).toBe(401);
    expect(await told(server)).toEqual(DEFAULTS);
  });
});
