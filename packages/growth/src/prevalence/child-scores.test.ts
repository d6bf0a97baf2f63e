import { describe, expect, it } from 'vitest';
import { exactMeasureAtZ } from '../exact/index.ts';
import {
  prevalence,
  type SurveyPlace,
  type SurveyRecord,
  shareOfCounts,
  surveyPlaces,
} from './index.ts';

/** A boy of 1000 days with a given HAZ and WHZ. */
function aBoy(haz: number, whz = 0, other: SurveyRecord = {}): SurveyRecord {
  const height = exactMeasureAtZ({ score: 'zlen', sex: 'Boy', day: 1000 }, haz) ?? Number.NaN;
  const weight = exactMeasureAtZ({ score: 'zwfl', sex: 'Boy', height }, whz) ?? Number.NaN;
  return { sex: 'Boy', ageDays: 1000, height, weight, ...other };
}

const placeOf = (record: SurveyRecord, index: 'HA' | 'WH' | 'WA') => surveyPlaces(record)?.[index];

describe('surveyPlaces', () => {
  it.each<[number, SurveyPlace]>([
    [-6.01, 'flagged'],
    [-6, 'severe'],
    [-3.01, 'severe'],
    [-3, 'moderate'],
    [-2.01, 'moderate'],
    [-2, 'other'],
    [6.01, 'flagged'],
  ])('counts a HAZ of %s as %s', (haz, place) => {
    expect(placeOf(aBoy(haz), 'HA')).toBe(place);
  });

  it('counts oedema as severe only in the weight-based indices', () => {
    const swollen = aBoy(0, 0, { oedema: true });
    expect(surveyPlaces(swollen)).toEqual({
      HA: 'other',
      WA: 'severe',
      BMI: 'severe',
      WH: 'severe',
    });
  });

  it('counts an unmeasured index as missing', () => {
    expect(placeOf({ sex: 'Boy', ageDays: 1000, weight: 12 }, 'HA')).toBe('missing');
  });

  it('includes a child of 1826 days, and no older one', () => {
    expect(surveyPlaces({ sex: 'Girl', ageDays: 1826, height: 105 })?.HA).toBe('other');
    expect(surveyPlaces({ sex: 'Girl', ageDays: 1827, height: 105 })).toBeNull();
  });
});

describe('shareOfCounts', () => {
  const survey = [
    ...Array.from({ length: 30 }, (_, child) =>
      aBoy(child < 7 ? -2.5 : -0.5, child < 4 ? -2.4 : 0),
    ),
    aBoy(0, 0, { oedema: true }),
    aBoy(-7),
    { sex: 'Girl', ageDays: 400 } as const,
  ];

  it.each(['HA', 'WA', 'WH'] as const)('gives %s as `prevalence` does for the records', (index) => {
    const places = survey.map((record) => placeOf(record, index));
    const counted = places.filter((place) => place !== 'missing' && place !== 'flagged');
    const cases = counted.filter((place) => place !== 'other').length;
    const share = shareOfCounts({ cases, n: counted.length, records: survey.length });
    const [all] = prevalence(survey);
    expect(counted.length).toBe(all?.figures[`${index}Z_unwpop`]);
    expect(share.value).toBeCloseTo(all?.figures[`${index}_2_r`] ?? Number.NaN, 10);
    expect(share.lower).toBeCloseTo(all?.figures[`${index}_2_ll`] ?? Number.NaN, 10);
    expect(share.upper).toBeCloseTo(all?.figures[`${index}_2_ul`] ?? Number.NaN, 10);
  });

  it('zero children have no figure, and a single child has no interval', () => {
    expect(shareOfCounts({ cases: 0, n: 0, records: 4 }).value).toBeNull();
    expect(shareOfCounts({ cases: 0, n: 1, records: 1 })).toMatchObject({ value: 0, upper: 0 });
  });
});
