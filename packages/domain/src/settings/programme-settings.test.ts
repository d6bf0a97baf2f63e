import { describe, expect, it } from 'vitest';
import type { Account } from '../permissions/permissions.ts';
import { checkProgrammeSettings } from './check-programme-settings.ts';
import {
  DEFAULT_PROGRAMME_SETTINGS,
  FIGURE_LIMITS,
  type FigureSetting,
  maySetProgramme,
  NEXT_VISIT_SETTINGS,
  type ProgrammeSettings,
  readProgrammeSettings,
  settingFigureOf,
  TEXT_SETTINGS,
} from './programme-settings.ts';
import { saidIn } from './said-text.ts';
import { settingChanges } from './setting-changes.ts';

const DEFAULTS = DEFAULT_PROGRAMME_SETTINGS;

/**
 * The defaults with one figure changed, and the other intervals set so that they do not conflict
 * with it.
 */
function withFigure(name: FigureSetting, value: number): ProgrammeSettings {
  if (name === 'infantMuacLine' || name === 'coverageGoal' || name === 'fileDays')
    return { ...DEFAULTS, [name]: value };
  const roomy = { ...DEFAULTS.nextVisit, acuteMonths: 1, supplementMonths: 1, ordinaryMonths: 12 };
  const own = name === 'acuteMonths' ? { supplementMonths: 6 } : {};
  return { ...DEFAULTS, nextVisit: { ...roomy, ...own, [name]: value } };
}

function codesOf(settings: ProgrammeSettings): readonly string[] {
  const checked = checkProgrammeSettings(settings);
  return checked.ok ? [] : checked.issues.map(({ field, code }) => `${field} ${code}`);
}

describe('the settings of the programme', () => {
  it("the default settings are valid, the programme's own figures", () => {
    expect(DEFAULTS).toEqual({
      guidanceShown: true,
      infantMuacLine: 11,
      severeAmount: null,
      nextVisit: {
        referredDays: 7,
        admittedDays: 30,
        lostDays: 14,
        infantAtRiskDays: 7,
        acuteMonths: 1,
        recoveringMonths: 6,
        supplementMonths: 3,
        ordinaryMonths: 6,
      },
      coverageGoal: 85,
      graduatesKeptYears: null,
      consent: {},
      announcement: {},
      household: {},
      fileDays: 7,
      auditDays: null,
      supplements: {},
      atRiskCountries: ['GTM', 'HND', 'NIC', 'SLV'],
      familyTexts: {},
    });
    expect(codesOf(DEFAULTS)).toEqual([]);
  });

  it.each(['infantMuacLine', 'coverageGoal', 'fileDays', ...NEXT_VISIT_SETTINGS] as const)(
    'accept %s from its lower to its upper limit only',
    (name) => {
      const { min, max } = FIGURE_LIMITS[name];
      const step = name === 'infantMuacLine' ? 0.1 : 1;
      expect(codesOf(withFigure(name, min))).toEqual([]);
      expect(codesOf(withFigure(name, max))).toEqual([]);
      expect(codesOf(withFigure(name, min - step))).toEqual([`${name} setting-out-of-range`]);
      expect(codesOf(withFigure(name, max + step))).toEqual([`${name} setting-out-of-range`]);
      expect(codesOf(withFigure(name, Number.NaN))).toEqual([`${name} setting-not-a-number`]);
    },
  );

  it('accept whole days, months and per cent, and a MUAC in tenths', () => {
    expect(codesOf(withFigure('infantMuacLine', 10.5))).toEqual([]);
    for (const name of ['coverageGoal', 'fileDays', ...NEXT_VISIT_SETTINGS] as const) {
      expect(codesOf(withFigure(name, FIGURE_LIMITS[name].min + 0.5))).toEqual([
        `${name} setting-not-whole`,
      ]);
    }
  });

  it('accept a term of 1 to 30 whole years for children who are past 5, or none', () => {
    const term = (graduatesKeptYears: number | null) =>
      codesOf({ ...DEFAULTS, graduatesKeptYears });
    for (const years of [null, 1, 30]) expect(term(years)).toEqual([]);
    for (const years of [0, 31]) {
      expect(term(years)).toEqual(['graduatesKeptYears setting-out-of-range']);
    }
    expect(term(2.5)).toEqual(['graduatesKeptYears setting-not-whole']);
    expect(term(Number.NaN)).toEqual(['graduatesKeptYears setting-not-a-number']);
    expect(readProgrammeSettings({ graduatesKeptYears: 0 }).graduatesKeptYears).toBeNull();
  });

  it('refuse intervals in which a more severe child is seen later than a milder one', () => {
    const table = (acuteMonths: number, supplementMonths: number, ordinaryMonths: number) =>
      codesOf({
        ...DEFAULTS,
        nextVisit: { ...DEFAULTS.nextVisit, acuteMonths, supplementMonths, ordinaryMonths },
      });
    expect(table(2, 2, 2)).toEqual([]);
    expect(table(3, 2, 6)).toEqual(['supplementMonths next-visit-order']);
    expect(table(1, 4, 3)).toEqual(['ordinaryMonths next-visit-order']);
  });

  it.each([
    ['500 kcal', '500 kcal'],
    [' 150–185 kcal/kg ', '150–185 kcal/kg'],
    ['  ', null],
    [null, null],
  ])('store the severe amount %o as %o', (severeAmount, kept) => {
    const checked = checkProgrammeSettings({ ...DEFAULTS, severeAmount });
    expect(checked).toMatchObject({ ok: true, value: { severeAmount: kept } });
  });

  it.each([
    ['kcal', 'severe-amount-shape'],
    ['500', 'severe-amount-shape'],
    ['2 packets', 'severe-amount-shape'],
    ['500 kcal\n', null],
    ['500\nkcal', 'severe-amount-shape'],
    ['{500} kcal', 'severe-amount-shape'],
    [`500 kcal${' '.repeat(31)}a day`, 'severe-amount-length'],
  ])('refuse the severe amount %o with %o', (severeAmount, code) => {
    expect(codesOf({ ...DEFAULTS, severeAmount })).toEqual(
      code === null ? [] : [`severeAmount ${code}`],
    );
  });
});

describe('the days of the audit log', () => {
  it.each([
    [null, null],
    [90, null],
    [3650, null],
    [89, 'setting-out-of-range'],
    [3651, 'setting-out-of-range'],
    [365.5, 'setting-not-whole'],
    [Number.NaN, 'setting-not-a-number'],
  ])('%o are answered with %o, and read as none then', (auditDays, code) => {
    expect(codesOf({ ...DEFAULTS, auditDays })).toEqual(code === null ? [] : [`auditDays ${code}`]);
    expect(readProgrammeSettings({ auditDays }).auditDays).toBe(code === null ? auditDays : null);
  });
});

describe('the countries that list children at risk', () => {
  it.each([
    [undefined, DEFAULTS.atRiskCountries],
    ['GTM', DEFAULTS.atRiskCountries],
    [{ GTM: true }, DEFAULTS.atRiskCountries],
    [[], []],
    [
      ['PER', 'GTM', 'PER', 'gtm', 'GT', 'GTMX', 7, null],
      ['GTM', 'PER'],
    ],
  ])('%o are read as %o: each once and sorted', (raw, read) => {
    expect(readProgrammeSettings({ atRiskCountries: raw }).atRiskCountries).toEqual(read);
  });

  it('tell a change by all of them, before and after', () => {
    const after = { ...DEFAULTS, atRiskCountries: ['PER'] };
    expect(settingChanges(DEFAULTS, after)).toEqual([
      { name: 'atRiskCountries', before: 'GTM HND NIC SLV', after: 'PER' },
    ]);
    expect(settingChanges(after, { ...DEFAULTS, atRiskCountries: [] })).toEqual([
      { name: 'atRiskCountries', before: 'PER', after: '' },
    ]);
  });
});

describe('texts of the programme', () => {
  it.each([
    [{ GTM: { en: 'x'.repeat(300) } }, null],
    [{ GTM: { en: 'x'.repeat(301) } }, 'text-length'],
    [{ GTM: { en: 'a{b}' } }, 'text-shape'],
    [{ GTM: { en: 'a\u202eb' } }, 'text-shape'],
    [{ Guatemala: { en: 'x' } }, 'text-for-nothing'],
  ])('%o is answered with %o', (consent, code) => {
    expect(codesOf({ ...DEFAULTS, consent })).toEqual(code === null ? [] : [`consent ${code}`]);
  });

  it('are stored without blanks around them and without empty ones', () => {
    const consent = { PER: { en: ' ' }, GTM: { es: ' ¿Podemos\n guardarlas? ', en: '' } };
    expect(checkProgrammeSettings({ ...DEFAULTS, consent })).toMatchObject({
      ok: true,
      value: { consent: { GTM: { es: '¿Podemos guardarlas?' } } },
    });
  });

  it('are said in the language of the person, or in the other one', () => {
    expect(saidIn({ en: 'yes', es: 'sí' }, 'es')).toBe('sí');
    expect(saidIn({ en: 'yes' }, 'es')).toBe('yes');
    expect(saidIn(undefined, 'es')).toBeNull();
  });

  it.each(TEXT_SETTINGS)('%s is checked, read and stored as every text is', (name) => {
    expect(codesOf({ ...DEFAULTS, [name]: { en: '<b>' } })).toEqual([`${name} text-shape`]);
    expect(codesOf({ ...DEFAULTS, [name]: { es: 'x'.repeat(301) } })).toEqual([
      `${name} text-length`,
    ]);
    const checked = checkProgrammeSettings({ ...DEFAULTS, [name]: { en: ' a ', es: '' } });
    expect(checked).toMatchObject({ ok: true, value: { [name]: { en: 'a' } } });
    expect(readProgrammeSettings({ [name]: { en: 'a', es: 7 } })[name]).toEqual({ en: 'a' });
    expect(readProgrammeSettings({ [name]: 'a' })[name]).toEqual({});
    expect(settingChanges(DEFAULTS, { ...DEFAULTS, [name]: { en: 'a' } })).toEqual([
      { name: `${name}.en`, before: null, after: 'a' },
    ]);
  });

  it('name a supplement in 40 characters at most, and the severe one not at all', () => {
    const named = (supplements: ProgrammeSettings['supplements']) =>
      codesOf({ ...DEFAULTS, supplements });
    expect(named({ sup: { en: 'x'.repeat(40) }, mic: { en: 'a' }, MAM: { es: 'b' } })).toEqual([]);
    expect(named({ sup: { en: 'x'.repeat(41) } })).toEqual(['supplements text-length']);
    for (const key of ['SAM', 'none', 'constructor']) {
      expect(named({ [key]: { en: 'x' } })).toEqual(['supplements text-for-nothing']);
    }
    const stored = { sup: { en: 'x'.repeat(41), es: 'Dos sobres' }, SAM: { en: 'x' } };
    expect(readProgrammeSettings({ supplements: stored }).supplements).toEqual({
      sup: { es: 'Dos sobres' },
    });
  });

  it('are compared one by one', () => {
    const before = { ...DEFAULTS, consent: { GTM: { en: 'a', es: 'b' } } };
    const after = { ...DEFAULTS, consent: { GTM: { en: 'c' }, PER: { en: 'd' } } };
    expect(settingChanges(before, after)).toEqual([
      { name: 'consent.GTM.en', before: 'a', after: 'c' },
      { name: 'consent.GTM.es', before: 'b', after: null },
      { name: 'consent.PER.en', before: null, after: 'd' },
    ]);
  });
});

describe('readProgrammeSettings', () => {
  it('returns valid settings unchanged', () => {
    const own = {
      guidanceShown: false,
      infantMuacLine: 11.5,
      severeAmount: '500 kcal',
      nextVisit: { ...DEFAULTS.nextVisit, ordinaryMonths: 4 },
      coverageGoal: 70,
      graduatesKeptYears: 4,
      consent: { GTM: { en: 'May we?', es: '¿Podemos?' } },
      announcement: { es: 'Hay vacunas el lunes.' },
      household: { es: 'Casa' },
      fileDays: 3,
      auditDays: 365,
      supplements: { mic: { es: 'Chispitas' } },
      atRiskCountries: [],
      familyTexts: { come: { es: 'Venga el {day} a {place}.' } },
    };
    expect(readProgrammeSettings(JSON.parse(JSON.stringify(own)))).toEqual(own);
  });

  it.each([undefined, null, 'text', 7, [], {}, { nextVisit: 3 }])(
    'returns the defaults for %o',
    (raw) => {
      expect(readProgrammeSettings(raw)).toEqual(DEFAULTS);
    },
  );

  it('uses the default for each value that is missing, invalid or outside its limits', () => {
    const read = readProgrammeSettings({
      guidanceShown: 'no',
      infantMuacLine: '11.5',
      severeAmount: 500,
      nextVisit: { referredDays: 0, acuteMonths: 2, ordinaryMonths: 1.5, extra: 1 },
    });
    expect(read).toEqual({ ...DEFAULTS, nextVisit: { ...DEFAULTS.nextVisit, acuteMonths: 2 } });
    expect(settingFigureOf(read, 'acuteMonths')).toBe(2);
  });

  it('leaves out each text that is none, of a language or a country that cannot be', () => {
    const texts = {
      GTM: { en: ' May  we? ', es: 7, fr: 'Oui?' },
      PER: { en: '' },
      HTI: 'Ja?',
      gtm: { en: 'small' },
      constructor: { en: 'x' },
      VEN: { en: 'x'.repeat(301), es: '¿{name}?' },
    };
    expect(readProgrammeSettings({ consent: texts }).consent).toEqual({ GTM: { en: 'May we?' } });
    expect(readProgrammeSettings({ consent: [texts] }).consent).toEqual({});
  });

  it('uses the default table when the stored one would see a more severe child later', () => {
    const nextVisit = { ...DEFAULTS.nextVisit, acuteMonths: 3, supplementMonths: 1 };
    expect(readProgrammeSettings({ nextVisit })).toEqual(DEFAULTS);
  });
});

describe('maySetProgramme', () => {
  const account = (different: Partial<Account>): Account => ({
    id: '1',
    username: 'boss',
    displayName: 'Boss',
    roles: ['user', 'admin'],
    ...different,
  });

  it.each([
    [account({}), true],
    [account({ scope: { countries: ['GTM'] } }), false],
    [account({ scope: {} }), false],
    [account({ roles: ['user', 'sync'] }), false],
    [account({ roles: [] }), false],
    [null, false],
  ])('for the account %o is %s', (who, expected) => {
    expect(maySetProgramme(who)).toBe(expected);
  });
});
