import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Screening } from '../fields/entities.ts';
import { aChild, aScreening } from '../testing/index.ts';
import { isAcuteScreening, isAcuteStored } from './acute-screening.ts';
import { reassessScreening } from './compare-with-told.ts';
import type { StoredScreening } from './stored-screening.ts';
import { storedZScoresOf } from './stored-z-scores.ts';

function without(...names: (keyof StoredScreening)[]): StoredScreening {
  const screening = aScreening();
  for (const name of names) Reflect.deleteProperty(screening, name);
  return screening;
}

describe('isAcuteStored', () => {
  // A girl of 14 months with 68.5 cm: WHZ is −2.00 at 6.585 kg and −2.01 at 6.58 kg.
  it.each<[string, Partial<Screening>, boolean]>([
    ['WHZ on the line of −2', { weight: 6.585 }, false],
    ['WHZ below −2', { weight: 6.58 }, true],
    ['a red MUAC beside a good WHZ', { muac: 11.4 }, true],
    ['a yellow MUAC beside a good WHZ', { muac: 11.5 }, false],
    ['a red MUAC written in millimetres', { muac: 114 }, true],
    ['swelling before the birth date', { surveyDate: '2020-01-01', oedema: true }, true],
    ['a red MUAC before the birth date', { surveyDate: '2020-01-01', muac: 9 }, false],
    ['a red MUAC at five months', { surveyDate: '2024-09-09', muac: 9, weight: 8 }, false],
    ['a red MUAC at six months', { surveyDate: '2024-09-10', muac: 9, weight: 8 }, true],
    ['an age in a comment under six months', { comments: 'age=5', muac: 9, weight: 8 }, false],
  ])('answers for %s', (_, different, isAcute) => {
    expect(isAcuteStored(aScreening(different), aChild())).toBe(isAcute);
  });

  it('answers by MUAC, or by the stored WHZ, when the weight is missing', () => {
    const unknown = storedZScoresOf({ ha: -2.94, wa: null, wl: null });
    const wasted = storedZScoresOf({ ha: -2.94, wa: null, wl: -3.1 });
    const lost = without('weight');
    const answers = (different: Partial<Screening>) =>
      isAcuteStored({ ...lost, ...different }, aChild());
    expect(answers({ muac: 12.4, zScore: unknown })).toBe(true);
    expect(answers({ muac: 12.5, zScore: unknown })).toBe(false);
    expect(answers({ muac: 12.5, zScore: wasted })).toBe(true);
  });

  it('always equals the full assessment', () => {
    const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const hundredths = (from: number, to: number) =>
      fc.integer({ min: from * 100, max: to * 100 }).map((figure) => figure / 100);
    const z = fc.option(hundredths(-6, 6), { nil: null });
    const height = fc.oneof(hundredths(28, 145), fc.constantFrom(44.9, 45, 110, 120));
    const weight = fc.oneof(hundredths(0, 42), hundredths(3, 12));
    const muac = fc.oneof(
      hundredths(9, 14),
      fc.constantFrom(0, 26.5, 26.6, 55, 114, 115, 124, 300),
    );
    const day = fc
      .date({ min: new Date('2019-12-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const stored = fc.record({
      surveyDate: day,
      height: sometimes(height),
      weight: sometimes(weight),
      muac: sometimes(muac),
      oedema: fc.constantFrom(undefined, undefined, false, true),
      comments: fc.constantFrom(undefined, undefined, 'age=5.9', 'age=24', 'age=200'),
      ageOverride: fc.constantFrom(undefined, undefined, false, 3, 30),
      zScore: fc.record({ ha: z, wa: z, wl: z }).map(storedZScoresOf),
    });
    const child = fc.record({
      gender: fc.constantFrom('Girl', 'Boy'),
      birthDate: fc.constantFrom('2020-01-01', '2023-05-31', '2024-02-29'),
      birthDateEstimated: fc.constantFrom(undefined, true as const),
    });
    const answers = new Set<boolean>();
    fc.assert(
      fc.property(stored, child, (different, of) => {
        const screening = { ...aScreening(), ...different } as StoredScreening;
        const isAcute = isAcuteScreening(reassessScreening(screening, of, true));
        answers.add(isAcute);
        expect(isAcuteStored(screening, of)).toBe(isAcute);
      }),
      { numRuns: 5_000 },
    );
    expect([...answers].sort()).toEqual([false, true]);
  });
});
