import { describe, expect, it } from 'vitest';
import type { Account } from '../permissions/permissions.ts';
import {
  checkProgrammeSettings,
  DEFAULT_PROGRAMME_SETTINGS,
  FIGURE_LIMITS,
  type FigureSetting,
  figureOf,
  maySetProgramme,
  NEXT_VISIT_SETTINGS,
  type ProgrammeSettings,
  readProgrammeSettings,
} from './programme-settings.ts';

const DEFAULTS = DEFAULT_PROGRAMME_SETTINGS;

/**
 * The defaults with one figure changed, and the other intervals set so that they do not conflict
 * with it.
 */
function withFigure(name: FigureSetting, value: number): ProgrammeSettings {
  if (name === 'infantMuacLine' || name === 'coverageGoal') return { ...DEFAULTS, [name]: value };
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
        infantAtRiskDays: 7,
        acuteMonths: 1,
        recoveringMonths: 6,
        supplementMonths: 3,
        ordinaryMonths: 6,
      },
      coverageGoal: 85,
    });
    expect(codesOf(DEFAULTS)).toEqual([]);
  });

  it.each(['infantMuacLine', 'coverageGoal', ...NEXT_VISIT_SETTINGS] as const)(
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
    for (const name of ['coverageGoal', ...NEXT_VISIT_SETTINGS] as const) {
      expect(codesOf(withFigure(name, FIGURE_LIMITS[name].min + 0.5))).toEqual([
        `${name} setting-not-whole`,
      ]);
    }
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

describe('readProgrammeSettings', () => {
  it('returns valid settings unchanged', () => {
    const own = {
      guidanceShown: false,
      infantMuacLine: 11.5,
      severeAmount: '500 kcal',
      nextVisit: { ...DEFAULTS.nextVisit, ordinaryMonths: 4 },
      coverageGoal: 70,
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
    expect(figureOf(read, 'acuteMonths')).toBe(2);
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
