import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ScreeningClass,
  StatusColor,
  SupplementType,
  ZscoreStatus,
} from '../fields/entities.ts';
import { aScreening } from '../testing/index.ts';
import type { MeasuredFacts } from './acute-evidence.ts';
import { assessMeasures } from './assess-measures.ts';
import { assessStored } from './assess-stored.ts';
import { classify } from './classify.ts';
import { readScreening } from './read-screening.ts';
import { statusOf } from './status-table.ts';
import { supplementFor } from './supplement.ts';

/** From mild to severe. `undefined` means "not assessed" and ranks as the mildest. */
const COLORS: readonly (StatusColor | undefined)[] = [
  undefined,
  'normalZscore',
  'marginalZscore',
  'redZoneZscore',
];
const STATUSES: readonly (ZscoreStatus | undefined)[] = [
  undefined,
  'Normal',
  'At Risk: Come to next screening',
  'Micro nutrients required',
  'Acute: supplements required',
  'Acute: mam supplements required',
  'Acute: sam supplements required',
];
/** UNDER_6_MONTHS has no severity: at a given age either every class is this one or none is. */
const CLASSES: readonly (ScreeningClass | undefined)[] = [
  undefined,
  'UNDER_6_MONTHS',
  'GREEN_CHILD',
  'ORANGE_CHILD',
  'RED_CHILD',
  'MODERATE_ACUTE_CHILD',
  'SEVERE_ACUTE',
];
/** `sup` and `mic` never occur at the same age. */
const SUPPLEMENTS: readonly SupplementType[] = ['none', 'mic', 'sup', 'MAM', 'SAM'];

/** Figures with two decimals, close to the lines at which rules change. */
function around(lines: readonly number[], min: number, max: number): fc.Arbitrary<number> {
  const near = lines.flatMap((line) => [line - 0.01, line, line + 0.01]);
  return fc.oneof(
    fc.constantFrom(...near.map((figure) => Math.round(figure * 100) / 100)),
    fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100),
  );
}

const age = around([6, 24, 36, 48, 60], 0, 61);
const zFigure = around([-3, -2, -1], -6, 6);
const muacFigure = around([11.5, 12.5], 6, 26);
const zOrNull = fc.option(zFigure, { nil: null });

/** A figure and another that is equal or worse; or null for both missing. */
function pairOf(figure: fc.Arbitrary<number>): fc.Arbitrary<readonly [number, number] | null> {
  const pair = fc.tuple(figure, figure).map(([a, b]) => [Math.max(a, b), Math.min(a, b)] as const);
  return fc.option(pair, { nil: null });
}

function severity({ ageMonths, ...facts }: MeasuredFacts, isFirst: boolean): readonly number[] {
  const outcome = statusOf({ ageMonths, ...facts });
  const { status } = classify({ ageMonths, ...facts }, isFirst);
  const months = ageMonths === null ? null : Math.floor(ageMonths);
  return [
    COLORS.indexOf(outcome.statusColor),
    STATUSES.indexOf(outcome.zscoreStatus),
    CLASSES.indexOf(status),
    SUPPLEMENTS.indexOf(supplementFor(facts.zScore, outcome.evidence, months)),
  ];
}

describe('all assessment rules together', () => {
  it('give an outcome for every combination of age and figures', () => {
    fc.assert(
      fc.property(
        age,
        zOrNull,
        zOrNull,
        zOrNull,
        fc.option(muacFigure, { nil: undefined }),
        fc.boolean(),
        (ageMonths, ha, wa, wl, muac, isFirst) => {
          const facts = { ageMonths, zScore: { ha, wa, wl }, muac };
          const outcome = statusOf(facts);
          const { status, actions } = classify(facts, isFirst);
          const isAssessable =
            wl !== null ||
            (muac !== undefined && ageMonths >= 6) ||
            [ha, wa].some((z) => z !== null && z < -1);
          expect(outcome.zscoreStatus !== undefined).toBe(isAssessable);
          expect(outcome.statusColor !== undefined).toBe(isAssessable);
          expect(outcome.reason.facts.length > 0).toBe(isAssessable);
          expect(status !== undefined).toBe(isAssessable || ageMonths < 6);
          expect(actions.length > 0).toBe(isAssessable || ageMonths < 6);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('never give a milder colour, status, class or supplement for a worse figure', () => {
    fc.assert(
      fc.property(
        age,
        pairOf(zFigure),
        pairOf(zFigure),
        pairOf(zFigure),
        pairOf(muacFigure),
        fc.boolean(),
        (ageMonths, ha, wa, wl, muac, isFirst) => {
          const facts = (i: 0 | 1): MeasuredFacts => ({
            ageMonths,
            zScore: { ha: ha?.[i] ?? null, wa: wa?.[i] ?? null, wl: wl?.[i] ?? null },
            muac: muac?.[i],
          });
          const better = severity(facts(0), isFirst);
          const worse = severity(facts(1), isFirst);
          expect(better).not.toContain(-1);
          expect(worse).not.toContain(-1);
          better.forEach((rank, i) => {
            expect(worse[i]).toBeGreaterThanOrEqual(rank);
          });
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('never give a milder colour for a lower weight at the same height', () => {
    const weight = fc.integer({ min: 300, max: 1800 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(
        fc.constantFrom('Boy', 'Girl'),
        age,
        fc.integer({ min: 450, max: 1200 }).map((tenths) => tenths / 10),
        weight,
        weight,
        fc.boolean(),
        (sex, ageMonths, height, a, b, isFirst) => {
          const rank = (kg: number) => {
            const { zScore } = assessMeasures({ sex, ageMonths, height, weight: kg, isFirst });
            return severity({ ageMonths, zScore }, isFirst);
          };
          const heavier = rank(Math.max(a, b));
          const lighter = rank(Math.min(a, b));
          heavier.forEach((severe, i) => {
            expect(lighter[i]).toBeGreaterThanOrEqual(severe);
          });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('assessing arbitrary stored values', () => {
  const anyNumber = fc.option(fc.oneof(fc.double(), fc.integer(), fc.constant(0)), {
    nil: undefined,
  });
  const anyText = fc.oneof(
    fc.string(),
    fc.constantFrom('2024-02-29', '2024-02-30', 'age=30', 'age=-1'),
    fc.date().map((date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10))),
  );

  it('gives no NaN, no infinity, no −0 and no exception', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Boy', 'Girl'),
        anyText,
        anyText,
        anyText,
        fc.tuple(anyNumber, anyNumber, anyNumber, anyNumber),
        (gender, birthDate, surveyDate, comments, [height, weight, muac, ageOverride]) => {
          const {
            height: _h,
            weight: _w,
            muac: _m,
            ...bare
          } = aScreening({ surveyDate, comments });
          const measured = Object.fromEntries(
            Object.entries({ height, weight, muac, ageOverride }).filter(
              ([, value]) => value !== undefined,
            ),
          );
          const screening = { ...bare, gender, ...measured };
          const assessment = assessStored(screening, { gender, birthDate }, []);
          const reading = readScreening({ ...screening, ...assessment });
          const numbers = [
            ...numbersIn(assessment),
            ...numbersIn({ ...reading, reason: reading.reason.facts.map(({ line }) => line) }),
          ];
          for (const number of numbers) {
            expect(Number.isFinite(number)).toBe(true);
            expect(Object.is(number, -0)).toBe(false);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
