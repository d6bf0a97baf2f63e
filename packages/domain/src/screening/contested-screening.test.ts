import { describe, expect, it } from 'vitest';
import type { Child, Screening } from '../fields/entities.ts';
import { aChild, anAssessedScreening } from '../testing/index.ts';
import {
  candidateChildren,
  candidateScreenings,
  decidingFields,
  readContested,
} from './contested-screening.ts';
import { screeningMark } from './screening-mark.ts';

const girl = aChild({ birthDate: '2024-03-10' });
const well = anAssessedScreening(girl, { height: 75, weight: 9.4 });

function contested(
  screenings: readonly [Screening, ...Screening[]],
  children: readonly [Child, ...Child[]] = [girl],
) {
  const read = readContested(screenings, children, { isFirst: true, isNewest: true });
  return { ...read, mark: screeningMark(read.reading) };
}

/** Both orders of the two versions: the result must not depend on which one this phone holds. */
const bothWays = <T>(a: T, b: T): readonly [readonly [T, T], readonly [T, T]] => [
  [a, b],
  [b, a],
];

describe('a value in conflict', () => {
  it('weight: the more severe result is shown, whichever version is stored here', () => {
    for (const versions of bothWays(well, { ...well, weight: 6.5 })) {
      const read = contested(versions);
      expect(read.mark).toEqual({ sign: 'severe', colour: 'red' });
      expect(read.screening.weight).toBe(6.5);
      expect(read.isUndecided).toBe(true);
    }
  });

  it('weight: two values with the same care are not undecided', () => {
    for (const versions of bothWays(well, { ...well, weight: 9.5 })) {
      expect(contested(versions).isUndecided).toBe(false);
    }
  });

  it('birth date: the age with the more severe result is shown', () => {
    for (const children of bothWays(girl, aChild({ birthDate: '2023-03-10' }))) {
      const read = contested([well], children);
      expect(read.mark.colour).toBe('red');
      expect(read.child.birthDate).toBe('2023-03-10');
      expect(read.isUndecided).toBe(true);
    }
  });

  it('sex: the value with the more severe result is shown', () => {
    const at = anAssessedScreening(girl, { height: 75, weight: 8 });
    for (const children of bothWays(girl, aChild({ gender: 'Boy' }))) {
      const read = contested([{ ...at, height: 72 }], children);
      expect(read.child.gender).toBe('Boy');
      expect(read.mark.colour).toBe('red');
    }
  });

  it('override: the age with the more severe result is shown', () => {
    for (const versions of bothWays<Screening>(
      { ...well, ageOverride: false },
      { ...well, ageOverride: 26 },
    )) {
      expect(contested(versions).reading.monthAge).toBe(26);
      expect(contested(versions).mark.colour).toBe('red');
    }
  });

  it('oedema: yes is shown', () => {
    for (const versions of bothWays<Screening>(well, { ...well, oedema: true })) {
      expect(contested(versions).mark.sign).toBe('swelling');
    }
  });

  it('two fields: the most severe of all four combinations is shown', () => {
    const mine = { ...well, height: 72, weight: 7.3 };
    const theirs = { ...well, height: 78, weight: 8.4 };
    expect([contested([mine]).mark.sign, contested([theirs]).mark.sign]).toEqual(['red', 'yellow']);
    for (const versions of bothWays(mine, theirs)) {
      const { screening, mark } = contested(versions);
      expect([screening.height, screening.weight]).toEqual([78, 7.3]);
      expect(mark.sign).toBe('severe');
    }
  });

  it('in screening and child: all combinations count', () => {
    const children = [girl, aChild({ birthDate: '2024-12-10' })] as const;
    const arm = anAssessedScreening(girl, { muac: 13 });
    const read = contested([arm, { ...arm, muac: 10.8 }], children);
    expect(read.mark).toEqual({ sign: 'severe', colour: 'red' });
    expect(read.child.birthDate).toBe('2024-03-10');
  });

  it('a measure in only one version is tried with and without', () => {
    const { weight: _none, ...without } = well;
    for (const versions of bothWays<Screening>(without, { ...well, weight: 6.5 })) {
      expect(contested(versions).mark.sign).toBe('severe');
    }
  });
});

describe('the candidate records of a conflict', () => {
  it('the record is the only candidate when no field of the assessment differs', () => {
    expect(candidateScreenings(well, [{ ...well, visitedDoctor: true }])).toEqual([well]);
    expect(candidateChildren(girl, [{ ...girl, firstName: 'Luz' }])).toEqual([girl]);
  });

  it('double with each field in conflict', () => {
    const others = [{ ...well, height: 70, weight: 8, muac: 12 }];
    expect(candidateScreenings(well, others)).toHaveLength(8);
    expect(
      candidateChildren(girl, [{ ...girl, birthDate: '2024-03-11', gender: 'Boy' }]),
    ).toHaveLength(4);
  });

  it('candidates are few when many versions are in conflict, and include each version', () => {
    const others = [1, 2, 3, 4, 5].map((step) => ({
      ...well,
      height: 70 + step,
      weight: 8 + step / 10,
      muac: 12 + step / 10,
    }));
    const candidates = candidateScreenings(well, others);
    expect(candidates.length).toBeLessThanOrEqual(256 + others.length);
    for (const version of [well, ...others]) expect(candidates).toContainEqual(version);
  });

  it('never differ in derived fields', () => {
    expect(decidingFields('scr')).toEqual(
      new Set([
        ...['surveyDate', 'height', 'weight', 'muac', 'oedema', 'comments', 'ageOverride'],
        // A contested outcome ends nothing.
        ...['referralOutcome', 'referralDate'],
      ]),
    );
    expect(decidingFields('chld')).toEqual(
      new Set(['birthDate', 'birthDateEstimated', 'gender', 'departure', 'departureDate']),
    );
    expect(decidingFields('mthr').size).toBe(0);
    expect(decidingFields(null).size).toBe(0);
  });
});

describe('the day from which food may be named', () => {
  it('food may be named from the day on which the child completes 6 months', () => {
    expect(contested([well]).foodFrom).toBe('2024-09-10');
  });

  it('food may be named from the latest day of all candidates', () => {
    for (const children of bothWays(girl, aChild({ birthDate: '2025-01-10' }))) {
      expect(contested([well], children).foodFrom).toBe('2025-07-10');
    }
  });

  it('follows an age override', () => {
    const versions = [
      { ...well, ageOverride: 3 },
      { ...well, ageOverride: 8 },
    ] as const;
    expect(contested(versions).foodFrom).toBe('2025-08-10');
  });
});
