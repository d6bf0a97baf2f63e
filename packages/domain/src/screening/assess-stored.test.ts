import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { assessMeasures } from './assess-measures.ts';
import { assessStored, withoutRemovedFigures } from './assess-stored.ts';
import { ageAtScreening } from './screening-age.ts';
import { NO_Z_SCORES, storedZScoresOf } from './stored-z-scores.ts';

const girl = { gender: 'Girl' as const, birthDate: '2024-03-10' };

describe('assessStored', () => {
  it('assesses an unchanged stored screening with the same result', () => {
    const screening = aScreening();
    const { monthAge, zScore, status, actions } = screening;
    expect(assessStored(screening, girl, [])).toEqual({ monthAge, zScore, status, actions });
  });

  it('reassesses with the corrected sex and birth date of the child', () => {
    const asBoy = assessStored(aScreening(), { gender: 'Boy', birthDate: '2024-03-10' }, []);
    expect(asBoy.zScore.ha).toBe(-3.85);
    const younger = assessStored(aScreening(), { gender: 'Girl', birthDate: '2024-06-10' }, []);
    expect(younger.monthAge).toBe(11);
  });

  it('keeps an age override, from its field or from its comment', () => {
    const other = { gender: 'Girl' as const, birthDate: '2020-01-01' };
    for (const different of [{ ageOverride: 14 }, { comments: 'age=14' }]) {
      const assessed = assessStored(aScreening(different), other, []);
      expect(assessed.monthAge).toBe(14);
      expect(assessed.zScore.ha).toBe(-2.94);
    }
  });

  it('uses the calendar age when an override was declined', () => {
    const declined = aScreening({ ageOverride: false, comments: "mother's age=30" });
    expect(assessStored(declined, girl, []).monthAge).toBe(14);
    expect(ageAtScreening(declined, girl)?.completedMonths).toBe(14);
  });

  it('assessing does not change the stored override, which a person typed', () => {
    expect(assessStored(aScreening({ ageOverride: 20 }), girl, [])).not.toHaveProperty(
      'ageOverride',
    );
  });

  it('ignores an override that is out of range', () => {
    const assessed = assessStored(aScreening({ comments: 'age=72' }), girl, []);
    expect(assessed.monthAge).toBe(14);
  });

  it('gives no index for a screening before the birth date, and does not fail', () => {
    const early = aScreening({ surveyDate: '2024-03-09' });
    expect(ageAtScreening(early, girl)).toBeNull();
    expect(assessStored(early, girl, [])).toEqual({ zScore: NO_Z_SCORES, actions: [] });
  });

  it('assesses a child past 60 months: up to 60.49 by row 60, from 60.50 by WHZ alone', () => {
    const child = { gender: 'Boy' as const, birthDate: '2019-10-15' };
    const big = { height: 105, weight: 17 };
    const before = assessStored(aScreening({ ...big, surveyDate: '2024-10-30' }), child, []);
    const after = assessStored(aScreening({ ...big, surveyDate: '2024-10-31' }), child, []);
    expect([before.monthAge, before.zScore.ha]).toEqual([60.48, -1.07]);
    expect([after.monthAge, after.zScore.ha, after.zScore.wa]).toEqual([60.52, null, null]);
    expect(after.zScore.wl).toBe(before.zScore.wl);
  });
});

describe('withoutRemovedFigures', () => {
  const before = aScreening();
  const { height: _height, ...withoutHeight } = before;
  const { weight: _weight, ...withoutWeight } = before;
  const { height: _neither, ...withoutBoth } = withoutWeight;
  const figures = ({ zScore: { ha, wa, wl } }: typeof before) => ({ ha, wa, wl });

  it.each([
    ['the height', withoutHeight, { ha: null, wa: -2.35, wl: null }],
    ['the weight', withoutWeight, { ha: -2.94, wa: null, wl: null }],
    ['both', withoutBoth, { ha: null, wa: null, wl: null }],
    ['neither', { ...before, height: 70 }, { ha: -2.94, wa: -2.35, wl: -1.13 }],
  ] as const)('removes the figures whose measures an edit removed: %s', (_what, edited, left) => {
    const written = withoutRemovedFigures(before, edited);
    expect(figures(written)).toEqual(left);
    expect(written.zScore).toEqual(storedZScoresOf(left));
  });

  it('treats an implausible height like a removed one', () => {
    expect(figures(withoutRemovedFigures(before, { ...before, height: 685 })).wl).toBeNull();
    expect(figures(withoutRemovedFigures(before, { ...before, height: 140 })).wl).toBe(-1.13);
  });

  it('keeps figures without measures in older records: nothing else is left of them', () => {
    const edited = { ...withoutHeight, muac: 12.9 };
    expect(figures(withoutRemovedFigures(withoutHeight, edited))).toEqual(figures(before));
  });
});

describe('the assessment to store when measures are missing', () => {
  it('keeps a stored figure that a red MUAC overrules at present', () => {
    const { height: _height, ...lost } = aScreening({ muac: 11.4 });
    const assessed = assessStored(
      { ...lost, zScore: storedZScoresOf({ ...lost.zScore, wl: 0.5 }) },
      girl,
      [],
    );
    expect(assessed.zScore.wl).toBe(0.5);
    expect(assessed.status).toBe('SEVERE_ACUTE');
  });
});

describe('assessMeasures', () => {
  it('treats an invalid age as unknown', () => {
    for (const ageMonths of [Number.NaN, Number.POSITIVE_INFINITY, -1, null]) {
      const assessed = assessMeasures({
        sex: 'Boy',
        ageMonths,
        height: 80,
        weight: 9,
        muac: 10.8,
        isFirst: true,
      });
      expect(assessed).toEqual({ zScore: NO_Z_SCORES, actions: [] });
    }
  });

  it.each([
    ['Boy', 30, 72.5],
    ['Girl', 30, 72.5],
    ['Boy', 15, 83.5],
    ['Girl', 40, 99.5],
  ] as const)('%s of %d months at %d cm has a WHZ', (sex, ageMonths, height) => {
    const assessed = assessMeasures({ sex, ageMonths, height, weight: 10, isFirst: true });
    expect(assessed.zScore.wl).not.toBeNull();
  });
});
