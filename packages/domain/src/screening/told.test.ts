import { describe, expect, it } from 'vitest';
import type { Child, Screening } from '../fields/entities.ts';
import { aChild, anAssessedScreening, aScreening } from '../testing/index.ts';
import { compareWithTold } from './compare-with-told.ts';
import { storedZScoresOf } from './stored-z-scores.ts';
import { saysSomething, storedAssessment } from './told.ts';

const girl = aChild({ birthDate: '2024-03-10' });
const normal = { height: 75, weight: 9.4, muac: 14 };

function differenceOf(screening: Screening, child: Child, others: readonly Screening[] = []) {
  return compareWithTold(screening, child, [screening, ...others]).difference;
}

/** A record of an older system: without our rules version, with its own figures. */
function older(screening: Screening, different: Partial<Screening>): Screening {
  const { rules: _rules, ...rest } = screening;
  return { ...rest, ...different };
}

describe('the reason why a screening differs from its earlier assessment', () => {
  it('no reason is given when the stored figures equal the measured ones', () => {
    expect(differenceOf(anAssessedScreening(girl, normal), girl)).toBeNull();
  });

  it('birth-date: the old figures belong to the age by the old birth date', () => {
    const born = aChild({ birthDate: '2025-03-10' });
    const screening = anAssessedScreening(born, { ...normal, surveyDate: '2026-05-10' });
    const difference = differenceOf(screening, aChild({ birthDate: '2024-03-10' }));
    expect(difference).toMatchObject({ reason: 'birth-date', differsInColour: true });
    expect(difference?.indices).toEqual(['ha', 'wa', 'wl']);
    expect(difference?.told).toMatchObject({ statusColor: 'normalZscore', monthAge: 14 });
  });

  it.each([
    ['came', {}, { ageOverride: 26 }],
    ['changed', { ageOverride: 14 }, { ageOverride: 26 }],
    ['was declined', { comments: 'age=26' }, { ageOverride: false }],
  ] as const)('age-override: the override %s', (_how, before, after) => {
    const screening = { ...anAssessedScreening(girl, { ...normal, ...before }), ...after };
    expect(differenceOf(screening, girl)?.reason).toBe('age-override');
  });

  it('sex: the old figures belong to the other sex', () => {
    const screening = anAssessedScreening(girl, normal);
    expect(differenceOf(screening, aChild({ gender: 'Boy' }))?.reason).toBe('sex');
  });

  it('order: only the class differs, because another screening was added before it', () => {
    const low = { height: 68.5, weight: 5.6 };
    const underSix = aChild({ birthDate: '2025-01-10' });
    const screening = anAssessedScreening(underSix, low);
    expect(screening.status).toBe('RED_CHILD');
    const earlier = anAssessedScreening(underSix, {
      ...low,
      _id: 'scr_test_stake_gtm_1744200300000_aaaaaa',
      surveyDate: '2025-04-09',
    });
    expect(compareWithTold(screening, underSix, [screening, earlier]).status).toBe(
      'UNDER_6_MONTHS',
    );
    const difference = differenceOf(screening, underSix, [earlier]);
    expect(difference).toMatchObject({ reason: 'order', indices: [], differsInClass: true });
  });

  it('corrected: the stored figures are right, and the earlier assessment is kept', () => {
    const first = anAssessedScreening(girl, { ...normal, weight: 6.3 });
    const corrected = {
      ...anAssessedScreening(girl, normal),
      told: storedAssessment(first),
    };
    const difference = differenceOf(corrected, girl);
    expect(difference?.reason).toBe('corrected');
    expect(difference?.told.zScore).toEqual(first.zScore);
  });

  it('the reason that "Convert z-scores" recorded remains when no other is found', () => {
    const of = aScreening({ ...normal, zScore: storedZScoresOf({ ha: 1, wa: 2, wl: 3 }) });
    const told = { zScore: of.zScore, actions: [], reason: 'older-record' as const };
    const converted = { ...anAssessedScreening(girl, normal), told };
    const difference = differenceOf(converted, girl);
    expect(difference).toMatchObject({ reason: 'older-record', differsInClass: false });
    expect(difference?.told).not.toHaveProperty('reason');
  });

  it('birth-date: also when the stored figures were rewritten and the first ones are kept', () => {
    const born = aChild({ birthDate: '2025-03-10' });
    const day = { surveyDate: '2026-05-10' };
    const first = anAssessedScreening(born, { ...normal, ...day });
    const anew = {
      ...anAssessedScreening(girl, { ...normal, ...day }),
      told: storedAssessment(first),
    };
    expect(differenceOf(anew, girl)?.reason).toBe('birth-date');
  });

  it('two-corrections: no person saw the figures of both together', () => {
    const weighed = anAssessedScreening(girl, { height: 72, weight: 6.3 });
    const merged = { ...weighed, height: 72.7 };
    expect(differenceOf(merged, girl)).toMatchObject({ reason: 'two-corrections' });
  });

  it('measures-missing: the height of a stored figure is missing', () => {
    const { height: _lost, ...screening } = anAssessedScreening(girl, normal);
    const told = { ...screening, zScore: storedZScoresOf({ ...screening.zScore, wl: -3.8 }) };
    expect(differenceOf(told, girl)?.reason).toBe('measures-missing');
  });

  it('older-record: another system calculated the figures', () => {
    const boy = aChild({ gender: 'Boy', birthDate: '2023-09-10' });
    const screening = anAssessedScreening(boy, { height: 82, weight: 7.5 });
    const difference = differenceOf(
      older(screening, { zScore: storedZScoresOf({ ...screening.zScore, wl: -0.5 }) }),
      boy,
    );
    expect(difference).toMatchObject({ reason: 'older-record', indices: ['wl'] });
    expect(compareWithTold(screening, boy, [screening]).zScore.wl).toBe(-4.74);
  });
});

describe('a difference to the earlier assessment', () => {
  const screening = anAssessedScreening(girl, normal);
  const { ha, wa, wl } = screening.zScore;

  it.each([
    [0.004, []],
    [0.01, ['ha']],
    [-0.01, ['ha']],
    [1, ['ha']],
  ] as const)('in HAZ that is stored %d off is reported as %j', (off, indices) => {
    const moved = {
      ...screening,
      zScore: storedZScoresOf({ ha: (ha ?? 0) + off, wa, wl }),
    };
    expect(differenceOf(moved, girl)?.indices ?? []).toEqual(indices);
  });

  it('includes an index that only one of the two has', () => {
    const without = { ...screening, zScore: storedZScoresOf({ ha, wa, wl: null }) };
    expect(differenceOf(without, girl)?.indices).toEqual(['wl']);
  });

  it('includes colour and supplement only for the newest screening', () => {
    const grave = { ...screening, zScore: storedZScoresOf({ ha, wa, wl: -3.5 }) };
    const later = anAssessedScreening(girl, {
      ...normal,
      _id: 'scr_test_stake_gtm_1757419500000_bbbbbb',
      surveyDate: '2025-09-10',
    });
    expect(differenceOf(grave, girl)).toMatchObject({
      differsInColour: true,
      differsInSupplement: true,
    });
    expect(differenceOf(grave, girl, [later])).toMatchObject({
      differsInColour: false,
      differsInSupplement: false,
      indices: ['wl'],
    });
  });

  it('excludes a class that an older system did not store', () => {
    const { status: _status, ...silent } = older(screening, { actions: [] });
    expect(differenceOf(silent, girl)).toBeNull();
    expect(differenceOf(older(screening, { status: 'RED_CHILD' }), girl)).toMatchObject({
      differsInClass: true,
      indices: [],
    });
  });

  it('no difference is reported when an older system stored no assessment', () => {
    const none = storedZScoresOf({ ha: null, wa: null, wl: null });
    const { status: _status, ...silent } = older(screening, { actions: [], zScore: none });
    expect(saysSomething(storedAssessment(silent))).toBe(false);
    expect(differenceOf(silent, girl)).toBeNull();
  });
});

describe('saysSomething', () => {
  const none = storedZScoresOf({ ha: null, wa: null, wl: null });
  it.each([
    [{ zScore: none, actions: [] }, false],
    [{ zScore: none, actions: [], monthAge: 14 }, false],
    [{ zScore: { ...none, wa: 0 }, actions: [] }, true],
    [{ zScore: none, actions: [], status: 'GREEN_CHILD' as const }, true],
    [{ zScore: none, actions: ['GREEN_TELL' as const] }, true],
  ])('recognises an empty assessment: case %#', (told, isSaid) => {
    expect(saysSomething(told)).toBe(isSaid);
  });
});
