import { programmeWhz, programmeZScores } from '@crece/growth';
import { describe, expect, it } from 'vitest';
import { monthsAgo, rowAbout, type StatedScreening, UNIT } from '../testing/records.ts';

const about = (entries: readonly StatedScreening[], age = 30) =>
  rowAbout('summary', { age, entries });
const status = (entry: StatedScreening, age = 30) => about([entry], age)?.['status'];
const improvement = (newest: StatedScreening, before: StatedScreening, age = 30) =>
  about(
    [
      { ago: 1, ...newest },
      { ago: 4, ...before },
    ],
    age,
  )?.['ImprovementFromLastScreening'];

describe('the status in the summary report', () => {
  it.each([
    ['SAM', { wl: -3.01 }],
    ['MAM', { wl: -3 }],
    ['MAM', { wl: -2.01 }],
    ['SAM', { muac: 11.49 }],
    ['MAM', { muac: 11.5 }],
    ['MAM', { muac: 12.49 }],
    ['Normal', { muac: 12.5 }],
    ['Chronic', { ha: -2.01, wl: -2 }],
    ['Risk', { ha: -2, wl: 0 }],
    ['Risk', { wl: -2 }],
    ['Risk', { ha: -1.01, wl: 0 }],
    ['Risk', { wl: -1.01 }],
    ['Normal', { ha: -1, wl: -1 }],
    ['Not assessed', {}],
    ['Not assessed', { ha: 0 }],
    ['Chronic', { ha: -2.5 }],
    ['Not assessed', { muac: 108 }],
  ])('the status is %s for %o', (expected, entry) => {
    expect(status(entry)).toBe(expected);
  });

  it('ignores a MUAC under 6 months', () => {
    expect(status({ muac: 10.8 }, 6)).toBe('Not assessed');
    expect(status({ muac: 10.8 }, 7)).toBe('SAM');
  });

  it("the status is next to the programme's own, which is blank when nothing can be assessed", () => {
    expect(about([{ wa: -2.5, wl: 0, ha: 0 }])).toMatchObject({
      status: 'Normal',
      programmeStatus: 'Acute: supplements required',
    });
    expect(about([{}])).toMatchObject({ status: 'Not assessed', programmeStatus: null });
  });
});

/** The least figure from which on a z-score is reached, by halving. */
function figureFor(z: number, least: number, most: number, zOf: (figure: number) => number | null) {
  let [low, high] = [least, most];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if ((zOf(middle) ?? Number.NaN) < z) low = middle;
    else high = middle;
  }
  return high;
}

/** Height and weight of a girl of 26 to 29 months, of which the figures are worked out. */
function measuring({ ha = -0.5, wl, ...rest }: StatedScreening, ageMonths: number) {
  if (wl === undefined) return rest;
  const about = { sex: 'Girl', ageMonths } as const;
  const height = figureFor(
    ha,
    60,
    110,
    (each) => programmeZScores({ ...about, height: each }).haz.z,
  );
  const weightOf = (weight: number) => programmeWhz({ ...about, height, weight }).z;
  return { ...rest, height, weight: figureFor(wl, 5, 25, weightOf) };
}

describe('the improvement in the summary report', () => {
  it.each([
    ['worse', { wl: -3.21 }, { wl: -3.1 }],
    ['same', { wl: -3.2 }, { wl: -3.1 }],
    ['same', { wl: -3.1 }, { wl: -3.2 }],
    ['improved', { wl: -2.5 }, { wl: -3.1 }],
    ['improved', { wl: -2.5 }, { wl: -2.61 }],
    ['worse', { wl: -2.2 }, { wl: 0.4 }],
    ['worse', { ha: -2.61, wl: 0 }, { ha: -2.5, wl: 0 }],
    ['same', { ha: -2.6, wl: 0 }, { ha: -2.5, wl: 0 }],
    ['improved', { ha: -2.5, wl: -1 }, { ha: -2.61, wl: 0 }],
    ['recovered', { wl: -1.5 }, { wl: -2.5 }],
    ['recovered', { wl: 0 }, { ha: -2.5, wl: 0 }],
    ['recovered', { wl: 0, muac: 12.5 }, { muac: 11 }],
    // Nobody measured the arm again, by which the child was acute.
    ['–', { wl: 0 }, { muac: 11 }],
    // Still referred: for its weight, for its arm, for feet that nobody looked at again.
    ['–', { wl: -3.1 }, { wl: -3.21 }],
    ['–', { wl: -2.5, muac: 11 }, { wl: -2.9 }],
    ['–', { wl: 0 }, { wl: -2.5, oedema: true }],
    ['recovered', { wl: 0, oedema: false }, { wl: -2.5, oedema: true }],
    ['–', { wl: 0 }, { wl: -1.5 }],
    ['–', { wl: -1.5 }, { wl: 0 }],
    ['–', { muac: 12 }, { wl: -2.5 }],
    ['–', { wl: -2.5 }, { muac: 12 }],
    ['–', {}, { wl: -2.5 }],
    ['–', { wl: 0 }, {}],
  ])('the improvement is %s: measured are %o after %o', (expected, newest, before) => {
    expect(improvement(measuring(newest, 29), measuring(before, 26))).toBe(expected);
  });

  it.each([
    ['worse', { wl: -3.21 }, { wl: -3.1 }],
    ['same', { wl: -3.1 }, { wl: -3.2 }],
    ['–', { wl: -2.5 }, { wl: -2.61 }],
    ['–', { wl: -1.5 }, { wl: -2.5 }],
    ['–', { ha: -2.5, wl: -1 }, { ha: -2.61, wl: 0 }],
  ])('the improvement is %s: only stated are %o after %o', (expected, newest, before) => {
    expect(improvement(newest, before)).toBe(expected);
  });

  it('a first screening has no improvement, and a child from 60 months is graduated', () => {
    expect(about([{ wl: -2.5 }])?.['ImprovementFromLastScreening']).toBe('first screening');
    expect(about([{ wl: -2.5 }], 60)?.['ImprovementFromLastScreening']).toBe('graduated');
    expect(improvement({ wl: -2.5 }, { wl: 0 }, 59)).toBe('worse');
    expect(improvement({ wl: -2.5 }, { wl: 0 }, 60)).toBe('graduated');
  });

  it('compares with the previous screening, not with the first', () => {
    const entries = [
      { ago: 1, wl: -2.5 },
      { ago: 4, wl: -2.45 },
      { ago: 8, wl: -3.5 },
    ];
    expect(about(entries)?.['ImprovementFromLastScreening']).toBe('same');
  });
});

describe('the months parameter of the summary report', () => {
  const seen = (surveyDate: string, months: number) =>
    rowAbout('summary', { age: 30, entries: [{ surveyDate, wl: 0 }] }, { months }) !== undefined;

  it('counts completed months, so that 6 months and 30 days are still 6', () => {
    expect([seen('2025-11-16', 6), seen('2025-11-15', 6)]).toEqual([true, false]);
    expect([seen('2025-05-16', 12), seen('2025-05-15', 12)]).toEqual([true, false]);
  });

  it('the months are 6 by default', () => {
    const row = (ago: number) => rowAbout('summary', { entries: [{ ago, wl: 0 }] });
    expect([row(6) === undefined, row(7) === undefined]).toEqual([false, true]);
  });

  it('uses the newest screening that is not dated after tomorrow', () => {
    const future = { surveyDate: '2026-06-17', wl: 0 };
    const tomorrow = { surveyDate: '2026-06-16', wl: 0 };
    expect(about([future, { ago: 3, wl: -2.5 }])).toMatchObject({
      LastScreeningDate: monthsAgo(3),
      status: 'MAM',
    });
    expect(about([tomorrow, { ago: 3, wl: -2.5 }])?.['LastScreeningDate']).toBe('2026-06-16');
  });
});

describe('the coordinating council in the summary report', () => {
  it("the council is the unit's, blank for a unit without one", () => {
    const child = { entries: [{ wl: 0 }] };
    expect(rowAbout('summary', child)?.['CoordinatingCounsel']).toBe(
      'Guatemala Coban Area Coordinating Council',
    );
    const unit = { ...UNIT, stakeDB: 'quito_calderon_stake_ecu' };
    expect(rowAbout('summary', child, { unit })?.['CoordinatingCounsel']).toBeNull();
  });
});
