import type { ConfigResponse, LastProgrammeChange, ProgrammeBody } from '@crece/contract';
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
  graduatesKeptYears: 3,
  consent: { GTM: { en: 'May we?' } },
  announcement: { en: 'Come on Monday.' },
  household: { en: 'House' },
  fileDays: 3,
  auditDays: 365,
  supplements: { MAM: { en: 'Two sachets a day' } },
  atRiskCountries: ['GTM', 'PER'],
  familyTexts: { come: { en: 'Come on {day}.' } },
};

/** The settings that a page of an older build does not know. */
const UNKNOWN_TO_OLDER = {
  consent: {},
  announcement: {},
  household: {},
  fileDays: 7,
  auditDays: null,
  supplements: {},
  atRiskCountries: DEFAULTS.atRiskCountries,
  familyTexts: {},
  graduatesKeptYears: null,
} satisfies Partial<ProgrammeSettings>;

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
        'infantMuacLine 11 → 11.5, acuteMonths 1 → 2, coverageGoal 85 → 90, fileDays 7 → 3, ' +
        'graduatesKeptYears none → 3, auditDays none → 365, atRiskCountries GTM HND NIC SLV → GTM PER, ' +
        'supplements.MAM.en none → Two sachets a day, familyTexts.come.en none → Come on {day}., consent.GTM.en none → May we?, announcement.en none → Come on Monday., household.en none → House',
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

  it('tells long texts whole in the log, before and after', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const long = (letter: string) => ({ en: letter.repeat(300), es: letter.repeat(299) });
    const first = { ...DEFAULTS, announcement: long('a') };
    await put(server, boss, first);
    await put(server, boss, { ...DEFAULTS, announcement: long('b') }, first);
    expect((await entries(server)).join()).toContain(
      `${'a'.repeat(300)} → ${'b'.repeat(300)}, announcement.es ${'a'.repeat(299)} → ${'b'.repeat(299)}`,
    );
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
    { ...DEFAULTS, announcement: 'Come' },
    { ...DEFAULTS, announcement: { en: 7 } },
    { ...DEFAULTS, consent: { GTM: 'May we?' } },
    { ...DEFAULTS, consent: { GTM: { fr: 'Oui?' } } },
    { ...DEFAULTS, consent: { gtm: { en: 'May we?' } } },
    { ...DEFAULTS, consent: { GTM: { en: 'a\u202eb' } } },
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

  it('lets one of two administrators who save at once be first, and tells the other', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const eva = await server.person('Eva', ['user', 'admin']);
    const other = { ...DEFAULTS, coverageGoal: 70 };
    const answers = await Promise.all([put(server, boss, CHANGED), put(server, eva, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await numberTold(server)).toBe(1);
    expect(await entries(server)).toHaveLength(1);
  });

  it('leaves texts and the days of an admission to a page that does not know them', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const older = ({
      nextVisit,
      consent: _asked,
      announcement: _said,
      household: _word,
      fileDays: _files,
      auditDays: _log,
      supplements: _food,
      atRiskCountries: _countries,
      familyTexts: _texts,
      graduatesKeptYears: _years,
      ...settings
    }: ProgrammeSettings) => {
      const { admittedDays: _, lostDays: _lost, ...table } = nextVisit;
      return { ...settings, nextVisit: table };
    };
    const daysTold = async () => ((await told(server)) as ProgrammeSettings).nextVisit.admittedDays;
    expect((await put(server, boss, older(CHANGED), older(DEFAULTS))).status).toBe(200);
    expect(await told(server)).toEqual({ ...CHANGED, ...UNKNOWN_TO_OLDER });
    await put(server, boss, CHANGED, { ...CHANGED, ...UNKNOWN_TO_OLDER });
    expect(await daysTold()).toBe(30);
    const longer = { ...CHANGED, nextVisit: { ...CHANGED.nextVisit, admittedDays: 45 } };
    expect((await put(server, boss, longer, CHANGED)).status).toBe(200);
    expect((await put(server, boss, older(DEFAULTS), older(CHANGED))).status).toBe(200);
    expect(await told(server)).toMatchObject({ graduatesKeptYears: 3 });
    expect(await daysTold()).toBe(45);
    const { consent, announcement, household, fileDays, auditDays, supplements } = CHANGED;
    expect(await told(server)).toMatchObject({
      ...{ consent, announcement, household, fileDays, auditDays, supplements },
      atRiskCountries: CHANGED.atRiskCountries,
      familyTexts: CHANGED.familyTexts,
    });
    expect(await entries(server)).toHaveLength(4);
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

describe('the last change of the settings', () => {
  async function lastOf({ call }: RunningServer, as: Person) {
    const { last } = (await (await call('GET /api/admin/settings/last', { as })).json()) as {
      last: LastProgrammeChange | null;
    };
    return last;
  }

  const putBack = ({ call }: RunningServer, as: Person | null, number: unknown) =>
    call('POST /api/admin/settings/last', { as, body: { number } });

  it('says who made it and what each setting was before', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    expect(await lastOf(server, boss)).toBeNull();
    await put(server, boss, { ...DEFAULTS, infantMuacLine: 11.5, severeAmount: '500 kcal' });
    const { at, ...last } = (await lastOf(server, boss)) ?? { at: '' };
    expect(at).toMatch(/^\d{4}-.*Z$/);
    expect(last).toEqual({
      number: 1,
      who: 'boss',
      whoName: 'Boss López',
      changes: [
        { name: 'severeAmount', before: null, after: '500 kcal' },
        { name: 'infantMuacLine', before: 11, after: 11.5 },
      ],
    });
  });

  it('names nobody once the account is gone, nor an account that was added later', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    await put(server, boss, CHANGED);
    const eva = await server.person('Eva', ['user', 'admin']);
    const { accounts } = server.services;
    const gone = await accounts.byUsername('boss');
    if (gone === null) throw new Error('an account');
    await accounts.remove(gone.id);
    expect(await lastOf(server, eva)).toMatchObject({ who: 'boss', whoName: null });
    await server.person('Boss', ['user']);
    expect(await lastOf(server, eva)).toMatchObject({ who: 'boss', whoName: null });
  });

  it('is put back as a change of its own, with a number and an entry, and can be made again', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    await put(server, boss, CHANGED);
    expect(((await (await putBack(server, boss, 1)).json()) as ProgrammeBody).settings).toEqual({
      ...DEFAULTS,
      number: 2,
    });
    expect(await told(server)).toEqual(DEFAULTS);
    expect(await entries(server)).toHaveLength(2);
    await putBack(server, boss, 2);
    expect(await told(server)).toEqual(CHANGED);
    expect(await numberTold(server)).toBe(3);
  });

  it('is not put back once a newer change stands, or with nothing to put back', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    expect(await refusalOf(await putBack(server, boss, 0))).toEqual([409, 'conflict']);
    await put(server, boss, CHANGED);
    await put(server, boss, { ...CHANGED, coverageGoal: 60 }, CHANGED);
    expect(await refusalOf(await putBack(server, boss, 1))).toEqual([409, 'conflict']);
    expect(await told(server)).toMatchObject({ coverageGoal: 60 });
  });

  it('is for administrators without a scope only', async () => {
    const server = await aRunningServer();
    const boss = await server.person('Boss', ['user', 'admin']);
    const limited = await server.person('Lim', ['user', 'admin'], {
      scope: { countries: ['GTM'] },
    });
    await put(server, boss, CHANGED);
    expect((await putBack(server, limited, 1)).status).toBe(403);
    expect((await putBack(server, null, 1)).status).toBe(401);
    expect(await told(server)).toEqual(CHANGED);
  });
});
