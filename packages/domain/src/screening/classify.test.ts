import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

interface Case {
  ageMonths?: number | null;
  ha?: number | null;
  wa?: number | null;
  wl?: number | null;
  muac?: number;
}

/**
 * Class and actions, as one line of text, of a child of 20 months whose other indices are all −0.5.
 */
function classified(isFirst: boolean, different: Case): string {
  const { ageMonths = 20, ha = -0.5, wa = -0.5, wl = -0.5, muac } = different;
  const { status, actions } = classify({ ageMonths, zScore: { ha, wa, wl }, muac }, isFirst);
  return `${status ?? '-'}: ${actions.join(' ')}`;
}

const first = (different: Case) => classified(true, different);
const later = (different: Case) => classified(false, different);

const NONE = { ha: null, wa: null, wl: null };
const SEVERE =
  'SEVERE_ACUTE: SEVERE_REPORT SEVERE_VERIFY SEVERE_REVIEW SEVERE_WEIGH SEVERE_PROVIDE';
const MODERATE =
  'MODERATE_ACUTE_CHILD: MODERATE_PROVIDE MODERATE_ENCOURAGE MODERATE_REVIEW MODERATE_WEIGH';

describe('a first screening from 6 months', () => {
  it.each([
    [{ ha: -2.01 }, 'RED_CHILD: RED_START RED_ENROLL RED_INCLUDE'],
    [{ wa: -2.01 }, 'RED_CHILD: RED_START RED_ENROLL RED_INCLUDE'],
    [{ ha: -2 }, 'ORANGE_CHILD: ORANGE_ENROLL ORANGE_ENCOURAGE'],
    [{ wl: -1.01 }, 'ORANGE_CHILD: ORANGE_ENROLL ORANGE_ENCOURAGE'],
    [{ ha: -1, wa: -1, wl: -1 }, 'GREEN_CHILD: GREEN_TELL'],
    [{ ...NONE, muac: 12.5 }, 'GREEN_CHILD: GREEN_TELL'],
  ])('gives the class and actions for %j', (different, expected) => {
    expect(first(different)).toBe(expected);
  });
});

describe('a later screening from 6 months', () => {
  const red = 'RED_CHILD: PRIOR_RED_CONTINUE PRIOR_RED_REVIEW PRIOR_RED_LESSONS PRIOR_RED_NEXT';

  it.each([
    [{ ha: -2.01 }, red],
    [{ ageMonths: 6, ha: -2.01 }, red],
    [{ ageMonths: 60, wa: -2.01 }, red],
    [{ wa: -2 }, 'ORANGE_CHILD: PRIOR_ORANGE_ENROLL PRIOR_ORANGE_ENCOURAGE'],
    [{ wl: -1 }, 'GREEN_CHILD: PRIOR_GREEN_TELL'],
  ])('gives the class and actions for %j', (different, expected) => {
    expect(later(different)).toBe(expected);
  });
});

describe('a screening under 6 months', () => {
  it('a first screening under 6 months has the same messages without food, and a re-evaluation', () => {
    expect(first({ ageMonths: 5.99, ha: -2.01 })).toBe(
      'RED_CHILD: RED_ENROLL RED_INCLUDE UNDER_6_REEVALUATE',
    );
    expect(first({ ageMonths: 5.99, ha: -1.01 })).toBe(
      'ORANGE_CHILD: ORANGE_ENROLL ORANGE_ENCOURAGE UNDER_6_REEVALUATE',
    );
    expect(first({ ageMonths: 0 })).toBe('GREEN_CHILD: GREEN_TELL UNDER_6_REEVALUATE');
  });

  it('a later screening under 6 months is UNDER_6_MONTHS for any colour', () => {
    expect(later({ ageMonths: 5.99, ha: -2.01 })).toBe('UNDER_6_MONTHS: UNDER_6_REEVALUATE');
    expect(later({ ageMonths: 5.99 })).toBe('UNDER_6_MONTHS: UNDER_6_REEVALUATE');
  });

  it('a screening under 6 months is UNDER_6_MONTHS when nothing could be assessed, even with a MUAC', () => {
    for (const tell of [first, later]) {
      expect(tell({ ...NONE, ageMonths: 5.99, muac: 10.8 })).toBe(
        'UNDER_6_MONTHS: UNDER_6_REEVALUATE',
      );
    }
  });
});

describe('a screening without usable measures from 6 months', () => {
  it('a screening without usable measures from 6 months has neither class nor actions', () => {
    expect(first(NONE)).toBe('-: ');
    expect(later({ ...NONE, ageMonths: 6 })).toBe('-: ');
    expect(later({ ...NONE, ageMonths: null, muac: 10.8 })).toBe('-: ');
  });
});

describe('acute malnutrition from 48 months, or by MUAC alone', () => {
  it('acute malnutrition has its own class from 48 months', () => {
    for (const tell of [first, later]) {
      expect(tell({ ageMonths: 48, wl: -3.01 })).toBe(SEVERE);
      expect(tell({ ageMonths: 48, wl: -3 })).toBe(MODERATE);
      expect(tell({ ageMonths: 48, wl: -2.01 })).toBe(MODERATE);
    }
    expect(first({ ageMonths: 48, wl: -2 })).toBe('ORANGE_CHILD: ORANGE_ENROLL ORANGE_ENCOURAGE');
  });

  it('MUAC gives acute malnutrition its own class at every age at which it is assessed', () => {
    for (const tell of [first, later]) {
      expect(tell({ ...NONE, ageMonths: 6, muac: 11.49 })).toBe(SEVERE);
      expect(tell({ ...NONE, muac: 11.5 })).toBe(MODERATE);
      expect(tell({ ...NONE, muac: 12.49 })).toBe(MODERATE);
    }
  });
});

describe('an acute WHZ under 48 months', () => {
  it('adds its action to the others when severe', () => {
    expect(first({ ageMonths: 47.99, wl: -3.01 })).toBe(
      'RED_CHILD: SEVERE_REPORT SEVERE_VERIFY RED_START RED_ENROLL RED_INCLUDE ' +
        'RESCREEN_ONE_MONTH REVIEW_HEALTH_LESSONS',
    );
    expect(later({ ageMonths: 3, wl: -3.01 })).toBe(
      'UNDER_6_MONTHS: SEVERE_REPORT SEVERE_VERIFY UNDER_6_REEVALUATE ' +
        'RESCREEN_ONE_MONTH REVIEW_HEALTH_LESSONS',
    );
  });

  it('adds its action to the others when moderate', () => {
    expect(later({ wl: -3 })).toBe(
      'RED_CHILD: MODERATE_ENCOURAGE PRIOR_RED_CONTINUE PRIOR_RED_REVIEW PRIOR_RED_LESSONS ' +
        'PRIOR_RED_NEXT RESCREEN_ONE_MONTH',
    );
    expect(first({ ageMonths: 3, wl: -2.01 })).toBe(
      'RED_CHILD: MODERATE_ENCOURAGE RED_ENROLL RED_INCLUDE UNDER_6_REEVALUATE RESCREEN_ONE_MONTH',
    );
    expect(first({ wl: -2 })).toBe('ORANGE_CHILD: ORANGE_ENROLL ORANGE_ENCOURAGE');
  });
});
