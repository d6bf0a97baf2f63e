import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withoutUndefined } from '../base/optional.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Child } from '../fields/entities.ts';
import {
  assessedCells,
  assessedRow,
  GOLDEN_ASSESSMENTS,
  type GoldenRow,
} from '../golden/assessed-cells.ts';
import { readScreening } from '../screening/read-screening.ts';
import { screeningMark } from '../screening/screening-mark.ts';
import { SURVEY, standingOf, type Visit } from '../standing/testing/histories.ts';
import { aChild } from '../testing/index.ts';
import { RULES_DIGEST, RULES_VERSION, rulesText, rulesTold } from './rules-version.ts';
import { settingsNumberOf } from './settings-number.ts';

/** The day of the screening, one on which the next visit is near, and one past every lapse. */
const DAYS = [0, 26, 200].map((days) => addDays(SURVEY, days));

/** Of one row in so many the standing is worked out too: of all it would take seconds. */
const STANDING_EVERY = 8;

/** The outcomes that close a referral for different times; none. */
const OUTCOMES = [{}, { referralOutcome: 'seen' }, { referralOutcome: 'admitted' }] as const;

/** Where a child stands after a golden screening, and after an unfinished one that followed it. */
function standingsOf(row: GoldenRow, oedema: boolean): unknown {
  const { ageMonths, known, screening } = assessedRow(row);
  const child = aChild({
    gender: screening.gender,
    birthDate: addMonths(SURVEY, -Math.floor(ageMonths)),
  });
  const visit = { ...known, ageOverride: ageMonths, oedema, referralDate: SURVEY };
  const later = { ...visit, surveyDate: addDays(SURVEY, 8), weight: undefined, oedema: undefined };
  return DAYS.flatMap((today) => [
    ...OUTCOMES.map((outcome) => placeOf([{ ...visit, ...outcome }], today, child)),
    placeOf([visit, withoutUndefined(later)], today, child),
  ]);
}

function placeOf(visits: readonly Visit[], today: string, child: Child): unknown {
  const { referral, next, section } = standingOf(visits, today, { child });
  const signs = referral?.signs.map(({ sign, since, state }) => [sign, since, state]) ?? [];
  return [signs, next, section];
}

/** Everything that the rules say of a golden screening, without oedema and with it. */
function figuresOf(row: GoldenRow, index: number): unknown {
  const { screening } = assessedRow(row);
  const of = (oedema: boolean) => [
    screeningMark(readScreening({ ...screening, oedema })),
    index % STANDING_EVERY === 0 ? standingsOf(row, oedema) : null,
  ];
  return [assessedCells(row), of(false), of(true)];
}

describe('the version of the rules', () => {
  it('a changed golden figure raises the version of the rules, with its digest', () => {
    const figures = JSON.stringify(GOLDEN_ASSESSMENTS.map(figuresOf));
    const digest = createHash('sha256').update(figures).digest('hex').slice(0, 16);
    expect(
      digest,
      `The rules make other figures than version ${RULES_VERSION}: raise RULES_VERSION and RULES_DIGEST.`,
    ).toBe(RULES_DIGEST);
  });

  it('the version of the rules precedes the number of the settings', () => {
    expect([rulesText(0), rulesText(7)]).toEqual([`${RULES_VERSION}.0`, `${RULES_VERSION}.7`]);
  });

  it.each([
    ['2.7', { rules: 2, settings: 7 }],
    [rulesText(0), { rules: RULES_VERSION, settings: 0 }],
    ['1', null],
    ['2.', null],
    ['2.7.1', null],
    ['x'.repeat(40), null],
    [undefined, null],
  ])('of the stored %o a screen reads %o', (rules, told) => {
    expect(rulesTold(rules)).toEqual(told);
  });

  it.each([
    [{ number: 7 }, 7],
    [{}, 0],
    [undefined, 0],
    [{ number: -1 }, 0],
    [{ number: '3' }, 0],
    [{ number: 1.5 }, 0],
  ])('the number in %o is %i', (raw, number) => {
    expect(settingsNumberOf(raw)).toBe(number);
  });
});
