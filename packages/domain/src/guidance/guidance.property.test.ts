import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEXES, type Sex } from '../fields/entities.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { readScreening } from '../screening/read-screening.ts';
import { guidance } from './guidance.ts';
import { type GuidanceLine, isAsGrave, mayFold } from './guidance-line.ts';
import { childOf, entry, type ToldScreening } from './testing/screenings.ts';

const RUNS = process.env['CRECE_DEEP'] === '1' ? 4_000 : 2_000;

const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((figure) => figure / 10);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });

/** Screenings of all ages, near the lines, some with absurd figures. */
const toldScreening: fc.Arbitrary<ToldScreening> = fc
  .record({
    day: fc.oneof(
      fc.integer({ min: -20, max: 1900 }),
      fc.constantFrom(0, 41, 42, 183, 184, 729, 730, 731, 1826, 1827),
    ),
    height: maybe(fc.oneof(tenths(44, 121), fc.constantFrom(0.82, 29, 820))),
    weight: maybe(fc.oneof(tenths(1, 20), fc.constantFrom(0.4, 7500))),
    muac: maybe(
      fc.oneof(tenths(9, 15), fc.constantFrom(11.4, 11.5, 12.4, 12.5, 108, 115, 140, 4, 0, 30)),
    ),
    oedema: fc.constantFrom(undefined, false, false, true),
    ageOverride: fc.option(fc.constantFrom(0, 1.38, 5.99, 6, 30, 60), { nil: undefined, freq: 8 }),
    measured: fc.constantFrom(undefined, 'lying' as const, 'standing' as const),
  })
  .map(({ ageOverride, measured, ...told }) => ({
    ...told,
    ...(ageOverride === undefined ? {} : { ageOverride }),
    ...(measured === undefined ? {} : { measured }),
  }));

type CourseOf = readonly [Sex, ToldScreening, readonly ToldScreening[], boolean];

const course: fc.Arbitrary<CourseOf> = fc.tuple(
  fc.constantFrom(...SEXES),
  toldScreening,
  fc.array(toldScreening, { maxLength: 3 }),
  fc.boolean(),
);

function read([sex, told, before, mayNameFood]: CourseOf) {
  const child = childOf(sex);
  const screening = entry({ ...told, sex });
  const assessment = assessStored(screening, child, []);
  const lines = guidance({
    screening,
    child,
    previousScreenings: before.map((other) => entry({ ...other, sex })),
    settings: { infantMuacLine: 11 },
    mayNameFood,
    isProgrammeAcute: false,
  });
  const { monthAge } = assessment;
  const { muacBand } = readScreening({ ...screening, ...assessment });
  return { screening, lines, ageMonths: monthAge ?? null, muacBand };
}

const LEADING = /^G[1-5]$/;

const has = (lines: readonly GuidanceLine[], ...codes: readonly GuidanceLine['code'][]) =>
  lines.some(({ code }) => codes.includes(code));

/** Lines that mention food have kilocalories in a field name. */
const namesFood = (lines: readonly GuidanceLine[]) => JSON.stringify(lines).includes('Kcal');

describe('the guidance of any screening', () => {
  it('starts with the one leading line of G1 to G5, if there is one', () => {
    fc.assert(
      fc.property(course, (any) => {
        const { lines } = read(any);
        const leading = lines.filter(({ code }) => LEADING.test(code));
        expect(leading.length).toBeLessThanOrEqual(1);
        if (leading.length === 1) expect(lines[0]).toBe(leading[0]);
        for (const { code, place } of lines) expect(place === 'lead').toBe(LEADING.test(code));
      }),
      { numRuns: RUNS },
    );
  });

  it('the guidance is at least as severe as the banner for oedema or MUAC', () => {
    const asked = { red: 0, yellow: 0, swollen: 0 };
    fc.assert(
      fc.property(course, (any) => {
        const { screening, lines, muacBand } = read(any);
        const isToday = screening.oedema === true || muacBand === 'red';
        if (!isToday && muacBand !== 'yellow') return;
        asked[screening.oedema === true ? 'swollen' : muacBand === 'red' ? 'red' : 'yellow'] += 1;
        const least = isToday ? 'today' : 'two-weeks';
        expect(lines.some(({ severity }) => isAsGrave(severity, least))).toBe(true);
        if (isToday) expect(mayFold(lines)).toBe(false);
      }),
      { numRuns: RUNS },
    );
    for (const count of Object.values(asked)) expect(count).toBeGreaterThan(RUNS / 50);
  });

  it('names no food under 6 months, together with G1 or G2, or where food may not be named', () => {
    let named = 0;
    fc.assert(
      fc.property(course, (any) => {
        const { lines, ageMonths } = read(any);
        const isForbidden =
          ageMonths === null || ageMonths < 6 || has(lines, 'G1', 'G2', 'G4') || !any[3];
        if (isForbidden) expect(namesFood(lines)).toBe(false);
        else if (namesFood(lines)) named += 1;
      }),
      { numRuns: RUNS },
    );
    expect(named).toBeGreaterThan(5);
  });

  it('contains only finite numbers', () => {
    fc.assert(
      fc.property(course, (any) => {
        JSON.stringify(read(any).lines, (_key, value: unknown) => {
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
          return value;
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps the panel open for G1, G2, G4, "not yet recovered" or a line for today', () => {
    fc.assert(
      fc.property(course, (any) => {
        const { lines } = read(any);
        const isGrave = lines.some(({ severity }) => isAsGrave(severity, 'this-week'));
        const isNotYet = lines.some((line) => line.code === 'G8' && line.notYet.length > 0);
        expect(mayFold(lines)).toBe(!(has(lines, 'G1', 'G2', 'G4') || isGrave || isNotYet));
      }),
      { numRuns: RUNS },
    );
  });
});
