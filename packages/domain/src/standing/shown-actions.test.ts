import { describe, expect, it } from 'vitest';
import { ACTION_CODES, type ActionCode } from '../fields/entities.ts';
import {
  ACTION_SENTENCES,
  muacRefer,
  type ShowingContext,
  type ShownAction,
  shownActions,
} from './shown-actions.ts';

const RED: readonly ActionCode[] = ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'];

function shown(actions: readonly ActionCode[], different: Partial<ShowingContext> = {}) {
  return shownActions(actions, {
    supType: 'sup',
    overdue: false,
    ageMonthsToday: 14,
    ...different,
  });
}

function codes(list: readonly ShownAction[]): readonly string[] {
  return list.map(({ code }) => code);
}

describe('shownActions', () => {
  it('shows the actions of a screening in order, with the supplement in the food action', () => {
    expect(shown(RED)).toEqual([
      { code: 'RED_START', sentence: 'start', from: 'screening', supplement: 'sup' },
      { code: 'RED_ENROLL', sentence: 'enroll', from: 'screening' },
      { code: 'RED_INCLUDE', sentence: 'invite', from: 'screening' },
    ]);
  });

  it("names today's supplement", () => {
    const supplement = (code: ActionCode, supType: ShowingContext['supType']) =>
      shown([code], { supType })[0]?.supplement;
    expect(supplement('RED_START', 'MAM')).toBe('MAM');
    expect(supplement('PRIOR_RED_CONTINUE', 'mic')).toBe('mic');
    expect(supplement('SEVERE_PROVIDE', 'SAM')).toBe('SAM');
    expect(supplement('MODERATE_PROVIDE', 'MAM')).toBe('MAM');
  });

  it('shows the same sentence only once', () => {
    const severe: ActionCode[] = [
      'SEVERE_REPORT',
      'SEVERE_VERIFY',
      'PRIOR_RED_CONTINUE',
      'PRIOR_RED_REVIEW',
      'PRIOR_RED_LESSONS',
      'PRIOR_RED_NEXT',
      'RESCREEN_ONE_MONTH',
      'REVIEW_HEALTH_LESSONS',
    ];
    expect(codes(shown(severe))).toEqual(severe.slice(0, -1));
  });

  it('puts the action for a red or yellow MUAC first', () => {
    expect(shown(RED, { muacBand: 'red' })[0]).toEqual({
      code: 'SEVERE_REPORT',
      sentence: 'report',
      from: 'muac',
    });
    expect(codes(shown(RED, { muacBand: 'yellow' }))).toEqual(['MODERATE_ENCOURAGE', ...RED]);
    expect(codes(shown(RED, { muacBand: 'green' }))).toEqual(RED);
  });

  it('shows the MUAC action once when the class has it too', () => {
    const severe: ActionCode[] = ['SEVERE_REPORT', 'SEVERE_VERIFY'];
    expect(codes(shown(severe, { muacBand: 'red' }))).toEqual(severe);
    expect(codes(shown(severe, { muacBand: 'yellow' }))).toEqual(severe);
    expect(codes(shown(['MODERATE_WEIGH', 'MODERATE_ENCOURAGE'], { muacBand: 'yellow' }))).toEqual([
      'MODERATE_ENCOURAGE',
      'MODERATE_WEIGH',
    ]);
  });

  it('shows no welcome with oedema, a red or yellow MUAC, or an implausible figure', () => {
    for (const code of ['GREEN_TELL', 'PRIOR_GREEN_TELL'] as const) {
      expect(codes(shown([code], { muacBand: 'red' }))).toEqual(['SEVERE_REPORT']);
      expect(codes(shown([code], { muacBand: 'yellow' }))).toEqual(['MODERATE_ENCOURAGE']);
      expect(codes(shown([code], { oedema: true }))).toEqual(['OEDEMA_REFER']);
      expect(codes(shown([code], { hasDoubts: true }))).toEqual(['MEASURE_AGAIN']);
      expect(codes(shown([code], { muacBand: 'green', oedema: false }))).toEqual([code]);
      expect(codes(shown([code]))).toEqual([code]);
    }
  });

  it('gives the months of the table', () => {
    const timed = (acuteMonths?: number) =>
      shown(['SEVERE_WEIGH', 'RESCREEN_ONE_MONTH'], { acuteMonths }).map(
        ({ interval }) => interval,
      );
    expect(timed()).toEqual([{ months: 1 }, { months: 1 }]);
    expect(timed(2)).toEqual([{ months: 2 }, { months: 2 }]);
  });

  it('sends an infant at risk to a health worker, without an invitation or "at 6 months"', () => {
    const codesOfInfant: ActionCode[] = [
      'RED_ENROLL',
      'RED_INCLUDE',
      'UNDER_6_REEVALUATE',
      'GREEN_TELL',
    ];
    expect(codes(shown(codesOfInfant, { isInfantAtRisk: true }))).toEqual([
      'INFANT_TO_HEALTH_WORKER',
      'RED_ENROLL',
    ]);
  });

  it('invites nobody, names no amount and no month beside a referral', () => {
    expect(
      [...codes(shown(ACTION_CODES, { isReferred: true, supType: 'MAM' }))].toSorted(),
    ).toEqual([
      'MODERATE_ENCOURAGE',
      'PRIOR_RED_LESSONS',
      'RED_ENROLL',
      'SEVERE_REPORT',
      'SEVERE_REVIEW',
      'SEVERE_VERIFY',
    ]);
  });

  it('names no food while an age in conflict may be under 6 months', () => {
    expect(codes(shown(['RED_START'], { noFood: true }))).toEqual(['UNDER_6_ASK_CLINIC']);
    expect(codes(shown(['RED_START'], { noFood: false }))).toEqual(['RED_START']);
  });

  it('puts oedema of both feet first at any age', () => {
    const told = shown(['GREEN_TELL'], { oedema: true, muacBand: 'red', ageMonthsToday: 3 });
    expect(codes(told)).toEqual(['OEDEMA_REFER', 'SEVERE_REPORT']);
    expect(codes(shown(['GREEN_TELL'], { oedema: false }))).toEqual(['GREEN_TELL']);
  });

  it('names no food under 6 months today, or at an unknown age', () => {
    const food: ActionCode[] = ['RED_START', 'PRIOR_RED_CONTINUE', 'SEVERE_PROVIDE'];
    for (const ageMonthsToday of [0, 5, 5.99, null]) {
      expect(shown(food, { ageMonthsToday })).toEqual([
        { code: 'UNDER_6_ASK_CLINIC', sentence: 'ask-clinic', from: 'screening' },
      ]);
    }
    expect(codes(shown(food, { ageMonthsToday: 6 }))).toEqual(food);
  });

  it('shows overdue, and never "no supplement", after the supplement has lapsed', () => {
    expect(codes(shown(RED, { supType: 'none', overdue: true }))).toEqual([
      'SCREENING_OVERDUE',
      'RED_ENROLL',
      'RED_INCLUDE',
    ]);
  });

  it('actions do not mention food when no supplement is needed', () => {
    expect(codes(shown(RED, { supType: 'none' }))).toEqual(['RED_ENROLL', 'RED_INCLUDE']);
  });
});

describe('the action sentences', () => {
  it('name food only in start, continue and provide', () => {
    const food = ACTION_CODES.filter((code) => shown([code])[0]?.supplement !== undefined);
    expect(food.map((code) => ACTION_SENTENCES[code])).toEqual([
      'provide',
      'provide',
      'start',
      'continue',
    ]);
  });

  it('the MUAC banner starts with a referral', () => {
    expect([
      muacRefer('red'),
      muacRefer('yellow'),
      muacRefer('green'),
      muacRefer(undefined),
    ]).toEqual(['SEVERE_REPORT', 'MODERATE_ENCOURAGE', null, null]);
  });
});

describe('the sentence of each code', () => {
  // Source: decisions, section 3, "What each action conveys".
  it.each([
    ['SEVERE_REPORT', 'report'],
    ['SEVERE_VERIFY', 'verify'],
    ['SEVERE_REVIEW', 'review'],
    ['SEVERE_WEIGH', 'weigh'],
    ['SEVERE_PROVIDE', 'provide'],
    ['MODERATE_PROVIDE', 'provide'],
    ['MODERATE_ENCOURAGE', 'urge-visit'],
    ['MODERATE_REVIEW', 'review'],
    ['MODERATE_WEIGH', 'weigh'],
    ['RED_START', 'start'],
    ['RED_ENROLL', 'enroll'],
    ['RED_INCLUDE', 'invite'],
    ['ORANGE_ENROLL', 'enroll'],
    ['ORANGE_ENCOURAGE', 'invite'],
    ['GREEN_TELL', 'tell'],
    ['PRIOR_RED_CONTINUE', 'continue'],
    ['PRIOR_RED_REVIEW', 'review'],
    ['PRIOR_RED_LESSONS', 'lessons'],
    ['PRIOR_RED_NEXT', 'invite'],
    ['PRIOR_ORANGE_ENROLL', 'enroll'],
    ['PRIOR_ORANGE_ENCOURAGE', 'invite'],
    ['PRIOR_GREEN_TELL', 'tell'],
    ['UNDER_6_REEVALUATE', 'reevaluate'],
    ['RESCREEN_ONE_MONTH', 'rescreen'],
    ['REVIEW_HEALTH_LESSONS', 'review'],
  ] as const)('the sentence of %s is "%s"', (code, sentence) => {
    expect(shown([code])).toEqual([expect.objectContaining({ code, sentence, from: 'screening' })]);
  });

  it('every stored code is listed in this test', () => {
    expect(ACTION_CODES).toHaveLength(25);
  });

  it('a code that is only added for display has its own sentence', () => {
    expect(shown(['RED_START'], { overdue: true })[0]).toEqual({
      code: 'SCREENING_OVERDUE',
      sentence: 'overdue',
      from: 'screening',
    });
    expect(shown([], { oedema: true })).toEqual([
      { code: 'OEDEMA_REFER', sentence: 'refer-swelling', from: 'oedema' },
    ]);
  });
});

describe('a red MUAC with a class of moderate', () => {
  it('a severe class with a red MUAC starts with its referral', () => {
    expect(codes(shown(['SEVERE_REPORT', 'SEVERE_VERIFY'], { muacBand: 'red' }))).toEqual([
      'SEVERE_REPORT',
      'SEVERE_VERIFY',
    ]);
    expect(shown(['SEVERE_REPORT'], { muacBand: 'red' })[0]?.from).toBe('muac');
  });
});
