import { describe, expect, it } from 'vitest';
import type { MeasuredFacts } from './acute-evidence.ts';
import { statusOf } from './status-table.ts';

/** A child of 20 months with all indices at −0.5 and no MUAC. */
function facts(different: {
  ageMonths?: number | null;
  ha?: number | null;
  wa?: number | null;
  wl?: number | null;
  muac?: number;
}): MeasuredFacts {
  const { ageMonths = 20, ha = -0.5, wa = -0.5, wl = -0.5, muac } = different;
  return { ageMonths, zScore: { ha, wa, wl }, muac };
}

function statusAndColor(different: Parameters<typeof facts>[0]): (string | undefined)[] {
  const { zscoreStatus, statusColor } = statusOf(facts(different));
  return [zscoreStatus, statusColor];
}

const SAM = ['Acute: sam supplements required', 'redZoneZscore'];
const MAM = ['Acute: mam supplements required', 'redZoneZscore'];
const SUP = ['Acute: supplements required', 'redZoneZscore'];
const MIC = ['Micro nutrients required', 'redZoneZscore'];
const RISK = ['At Risk: Come to next screening', 'marginalZscore'];
const NORMAL = ['Normal', 'normalZscore'];
const NOTHING = [undefined, undefined];

describe('status and colour by WHZ', () => {
  it.each([
    [-3.01, SAM],
    [-3, MAM],
    [-2.01, MAM],
    [-2, RISK],
    [-1.01, RISK],
    [-1, NORMAL],
    [4, NORMAL],
  ])('at WHZ %d', (wl, expected) => {
    expect(statusAndColor({ wl })).toEqual(expected);
  });

  it('WHZ decides at every age', () => {
    for (const ageMonths of [0, 5.99, 6, 47.99, 48, 60.97]) {
      expect(statusAndColor({ ageMonths, wl: -3.01 })).toEqual(SAM);
      expect(statusAndColor({ ageMonths, wl: -2.01 })).toEqual(MAM);
    }
  });

  it('WHZ has priority over MUAC: a good one makes the child green although MUAC is red', () => {
    expect(statusAndColor({ muac: 10.8 })).toEqual(NORMAL);
    expect(statusAndColor({ wl: -3.5, muac: 13 })).toEqual(SAM);
  });
});

describe('status and colour by HAZ and WAZ', () => {
  it.each([
    [5.99, RISK],
    [6, SUP],
    [35.99, SUP],
    [36, MIC],
    [47.99, MIC],
    [48, RISK],
    [60, RISK],
    [null, RISK],
  ])('below −2 at %s months', (ageMonths, expected) => {
    expect(statusAndColor({ ageMonths, ha: -2.01 })).toEqual(expected);
    expect(statusAndColor({ ageMonths, wa: -2.01 })).toEqual(expected);
  });

  it('HAZ and WAZ are at risk exactly at −2, and normal exactly at −1', () => {
    expect(statusAndColor({ ha: -2 })).toEqual(RISK);
    expect(statusAndColor({ wa: -2 })).toEqual(RISK);
    expect(statusAndColor({ ha: -1.01 })).toEqual(RISK);
    expect(statusAndColor({ ha: -1, wa: -1 })).toEqual(NORMAL);
  });
});

describe('status and colour by MUAC alone', () => {
  const alone = { ha: null, wa: null, wl: null };

  it.each([
    [11.49, SAM],
    [11.5, MAM],
    [12.49, MAM],
    [12.5, NORMAL],
  ])('at a MUAC of %d cm', (muac, expected) => {
    expect(statusAndColor({ ...alone, muac })).toEqual(expected);
  });

  it('counts from 6 months; under 6 months nothing is assessed', () => {
    expect(statusAndColor({ ...alone, ageMonths: 6, muac: 11.2 })).toEqual(SAM);
    expect(statusAndColor({ ...alone, ageMonths: 5.99, muac: 11.2 })).toEqual(NOTHING);
    expect(statusAndColor({ ...alone, ageMonths: null, muac: 11.2 })).toEqual(NOTHING);
  });
});

describe('status and colour without usable measures', () => {
  it('status and colour without usable measures are absent, never green', () => {
    const none = { ha: null, wa: null, wl: null };
    expect(statusAndColor(none)).toEqual(NOTHING);
    expect(statusAndColor({ ...none, ha: 0.5 })).toEqual(NOTHING);
    expect(statusAndColor({ ...none, wa: -1 })).toEqual(NOTHING);
    expect(statusAndColor({ ...none, muac: 0 })).toEqual(NOTHING);
  });

  it('low HAZ or WAZ alone shows a warning', () => {
    const none = { ha: null, wa: null, wl: null };
    expect(statusAndColor({ ...none, ha: -1.01 })).toEqual(RISK);
    expect(statusAndColor({ ...none, wa: -2.01 })).toEqual(SUP);
  });

  it('give a reason that distinguishes a MUAC taken too early', () => {
    const none = { ha: null, wa: null, wl: null };
    expect(statusOf(facts({ ...none, ageMonths: 4, muac: 11.2 })).reason).toEqual({
      rule: 'not-assessed',
      facts: [],
      cause: 'muac-under-6-months',
    });
    expect(statusOf(facts(none)).reason.cause).toBe('no-usable-measurement');
  });
});

describe('the reason of a status', () => {
  it('lists the index, its figure and the line', () => {
    expect(statusOf(facts({ wl: -2.08 })).reason).toEqual({
      rule: 'acute-moderate',
      facts: [{ index: 'wl', value: -2.08, line: -2, isBelow: true }],
    });
    expect(statusOf(facts({ wl: -3.2 })).reason.facts).toEqual([
      { index: 'wl', value: -3.2, line: -3, isBelow: true },
    ]);
    expect(statusOf(facts({ ha: -2.94, wa: -2.35, wl: -1.13 })).reason).toEqual({
      rule: 'low-for-age',
      facts: [
        { index: 'ha', value: -2.94, line: -2, isBelow: true },
        { index: 'wa', value: -2.35, line: -2, isBelow: true },
      ],
    });
    expect(statusOf(facts({ ageMonths: 40, wa: -2.5 })).reason).toEqual({
      rule: 'low-for-age-micronutrients',
      facts: [{ index: 'wa', value: -2.5, line: -2, isBelow: true }],
    });
    expect(statusOf(facts({ ha: -1.5 })).reason).toEqual({
      rule: 'at-risk',
      facts: [{ index: 'ha', value: -1.5, line: -1, isBelow: true }],
    });
    expect(statusOf(facts({ wl: 0.12 })).reason).toEqual({
      rule: 'normal',
      facts: [{ index: 'wl', value: 0.12, line: -1, isBelow: false }],
    });
  });

  it('lists MUAC when MUAC decided', () => {
    const alone = { ha: null, wa: null, wl: null };
    const factsOf = (muac: number) => statusOf(facts({ ...alone, muac })).reason.facts;
    expect(factsOf(11.2)).toEqual([{ index: 'muac', value: 11.2, line: 11.5, isBelow: true }]);
    expect(factsOf(12)).toEqual([{ index: 'muac', value: 12, line: 12.5, isBelow: true }]);
    expect(factsOf(13)).toEqual([{ index: 'muac', value: 13, line: 12.5, isBelow: false }]);
  });
});

describe('low HAZ or WAZ, but yellow', () => {
  it.each([
    [5.99, 'starts-at-6'],
    [6, undefined],
    [47.99, undefined],
    [48, 'ends-at-48'],
  ])('a low HAZ that is yellow is explained at %d months', (ageMonths, lowForAge) => {
    expect(statusOf(facts({ ageMonths, ha: -2.01 })).lowForAge).toBe(lowForAge);
  });

  it('no explanation is given when nothing is low, or when the child is red', () => {
    expect(statusOf(facts({ ageMonths: 4, ha: -2 })).lowForAge).toBeUndefined();
    expect(statusOf(facts({ ageMonths: 4, ha: -2.5, wl: -2.01 })).lowForAge).toBeUndefined();
  });
});
