import { describe, expect, it } from 'vitest';
import type { AssessedChild } from './assess-measures.ts';
import { assessScreening, previewScreening } from './assess-screening.ts';
import type { ScreeningDraft } from './screening-draft.ts';

const today = '2025-05-10';

/** A girl of 14 months today. */
const girl: AssessedChild = { gender: 'Girl', birthDate: '2024-03-10' };

function aDraft(different: Partial<ScreeningDraft> = {}): ScreeningDraft {
  return {
    surveyDate: today,
    height: '68.5',
    weight: '7.1',
    muac: '11.9',
    comments: '',
    ...different,
  };
}

/** A child with this birth date. */
function childOf(birthDate: string, gender: 'Boy' | 'Girl' = 'Girl'): AssessedChild {
  return { gender, birthDate };
}

function issuesOf(
  different: Partial<ScreeningDraft>,
  child: AssessedChild = girl,
  others: Parameters<typeof assessScreening>[2] = [],
): readonly unknown[] {
  const result = assessScreening(aDraft(different), child, others, today);
  return result.ok ? [] : result.issues;
}

function accepted(
  different: Partial<ScreeningDraft>,
  child: AssessedChild = girl,
  others: Parameters<typeof assessScreening>[2] = [],
) {
  const result = assessScreening(aDraft(different), child, others, today);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  return { ...result.value, notices: result.notices };
}

describe('assessScreening', () => {
  it('assesses a girl of 14 months with 7.1 kg, 68.5 cm and MUAC 11.9', () => {
    const { fields, assessment, reading, age, isFirst, notices } = accepted({
      height: '68,5',
      comments: '  slept badly ',
      familyHealthPlan: true,
    });
    expect(fields).toEqual({
      surveyDate: today,
      height: 68.5,
      weight: 7.1,
      muac: 11.9,
      familyHealthPlan: true,
      comments: 'slept badly',
    });
    expect(assessment).toEqual({
      monthAge: 14,
      zScore: {
        ha: -2.94,
        wa: -2.35,
        wl: -1.13,
        haStatus: 'redZoneZscore',
        waStatus: 'redZoneZscore',
        wlStatus: 'marginalZscore',
      },
      status: 'RED_CHILD',
      actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
    });
    expect(reading).toMatchObject({
      zscoreStatus: 'Acute: supplements required',
      statusColor: 'redZoneZscore',
      supType: 'sup',
      muacBand: 'yellow',
      bmi: 15.13,
      obese: false,
    });
    expect([age, isFirst, notices]).toEqual([{ ageMonths: 14, completedMonths: 14 }, true, []]);
  });

  it('assesses a MUAC alone: red at 20 months, not assessed at 4', () => {
    const alone = { height: '', weight: '', muac: '11.2' };
    const older = accepted(alone, childOf('2023-09-10'));
    expect(older.assessment.status).toBe('SEVERE_ACUTE');
    expect(older.reading.statusColor).toBe('redZoneZscore');
    const younger = accepted(alone, childOf('2025-01-10'));
    expect(younger.assessment).toMatchObject({
      status: 'UNDER_6_MONTHS',
      actions: ['UNDER_6_REEVALUATE'],
    });
    expect(younger.reading.statusColor).toBeUndefined();
    expect(younger.reading.reason.cause).toBe('muac-under-6-months');
    expect(younger.notices).toEqual([{ code: 'under-6-months', params: { completedMonths: 4 } }]);
  });
});

describe('the survey date', () => {
  it('the survey date is required, and must be a date', () => {
    expect(issuesOf({ surveyDate: ' ' })).toEqual([
      { code: 'survey-date-required', field: 'surveyDate' },
    ]);
    expect(issuesOf({ surveyDate: '2025-02-30' })).toEqual([
      { code: 'survey-date-invalid', field: 'surveyDate' },
    ]);
  });

  it('the survey date may be today, not tomorrow', () => {
    expect(issuesOf({ surveyDate: '2025-05-10' })).toEqual([]);
    expect(issuesOf({ surveyDate: '2025-05-11' })).toEqual([
      { code: 'survey-date-in-future', field: 'surveyDate', params: { today } },
    ]);
  });

  it('the survey date may be the birth date, not the day before', () => {
    const newborn = childOf('2025-05-01');
    const small = { height: '50', weight: '3.2', muac: '' };
    expect(issuesOf({ ...small, surveyDate: '2025-05-01' }, newborn)).toEqual([]);
    expect(issuesOf({ ...small, surveyDate: '2025-04-30' }, newborn)).toEqual([
      {
        code: 'survey-date-before-birth',
        field: 'surveyDate',
        params: { birthDate: '2025-05-01' },
      },
    ]);
  });

  it('the survey date may be the fifth birthday, and not a day later because the child has graduated', () => {
    const tall = { height: '105', weight: '17', muac: '' };
    expect(issuesOf(tall, childOf('2020-05-10'))).toEqual([]);
    expect(issuesOf(tall, childOf('2020-05-09'))).toEqual([
      { code: 'child-graduated', params: { ageMonths: 60.03 } },
    ]);
  });
});

describe('the limits', () => {
  const height = (text: string, birthDate: string) =>
    issuesOf({ height: text, weight: '', muac: '' }, childOf(birthDate)).filter(
      (issue) => (issue as { field?: string }).field === 'height',
    );
  const outOfRange = (min: number, max: number) => [
    { code: 'height-out-of-range', field: 'height', params: { min, max } },
  ];

  it('the limits of height are 45 to 110 cm under 24 months', () => {
    const birthDate = '2023-05-11';
    expect(height('44.9', birthDate)).toEqual(outOfRange(45, 110));
    expect(height('45', birthDate)).toEqual([]);
    expect(height('110', birthDate)).toEqual([]);
    expect(height('110.1', birthDate)).toEqual(outOfRange(45, 110));
  });

  it('the limits of height are 65 to 120 cm from 24 months', () => {
    const birthDate = '2023-05-10';
    expect(height('64.9', birthDate)).toEqual(outOfRange(65, 120));
    expect(height('65', birthDate)).toEqual([]);
    expect(height('120', birthDate)).toEqual([]);
    expect(height('120.1', birthDate)).toEqual(outOfRange(65, 120));
  });

  it.each([
    ['2.99', false],
    ['3', true],
    ['18', true],
    ['18.01', false],
    ['-7', false],
  ])('the limits of weight: %s kg gives %s', (weight, allowed) => {
    expect(issuesOf({ height: '', weight, muac: '' })).toEqual([
      ...(allowed
        ? []
        : [{ code: 'weight-out-of-range', field: 'weight', params: { min: 3, max: 18 } }]),
      { code: 'height-required-with-weight', field: 'height' },
    ]);
  });

  it.each([
    ['5.49', false],
    ['5.5', true],
    ['26.5', true],
    ['26.51', false],
  ])('the limits of MUAC: %s cm gives %s', (muac, allowed) => {
    expect(issuesOf({ muac })).toEqual(
      allowed
        ? []
        : [{ code: 'muac-out-of-range', field: 'muac', params: { min: 5.5, max: 26.5 } }],
    );
  });

  it('text that is not a number is reported with the limits', () => {
    expect(issuesOf({ height: '6o', weight: '7.1.1', muac: 'x' })).toEqual([
      { code: 'height-not-a-number', field: 'height', params: { min: 45, max: 110 } },
      { code: 'weight-not-a-number', field: 'weight', params: { min: 3, max: 18 } },
      { code: 'muac-not-a-number', field: 'muac', params: { min: 5.5, max: 26.5 } },
    ]);
  });
});

describe('the measurements that are needed', () => {
  it('a screening needs height and weight, or MUAC', () => {
    expect(issuesOf({ height: '', weight: '', muac: '' })).toEqual([
      { code: 'height-weight-or-muac-required' },
    ]);
    expect(issuesOf({ height: '', weight: '' })).toEqual([]);
    expect(issuesOf({ muac: '' })).toEqual([]);
  });

  it('height needs weight and weight height, also together with MUAC', () => {
    expect(issuesOf({ height: '', muac: '' })).toEqual([
      { code: 'height-required-with-weight', field: 'height' },
    ]);
    expect(issuesOf({ weight: '' })).toEqual([
      { code: 'weight-required-with-height', field: 'weight' },
    ]);
  });
});

describe('a z-score beyond ±5', () => {
  // A boy of 12 months: WHO's row is L 1, M 75.7488, S 0.03137, so 56 cm is HAZ −8.31.
  const boy = childOf('2024-05-10', 'Boy');
  const short = { height: '56', weight: '9', muac: '' };

  it('a z-score beyond ±5 must be confirmed before saving, and the confirmation is stored', () => {
    const [issue] = issuesOf(short, boy);
    expect(issue).toEqual({ code: 'z-score-implausible', params: { index: 'ha', z: -8.31 } });
    const { fields, notices } = accepted({ ...short, zScoreConfirmed: true }, boy);
    expect(fields.zScoreConfirmed).toBe(true);
    expect(notices).toEqual([{ code: 'weight-for-height-implausible', params: { z: 6.54 } }]);
  });

  it('stores no confirmation when none was needed', () => {
    const { fields } = accepted({ zScoreConfirmed: true });
    expect(Object.keys(fields)).not.toContain('zScoreConfirmed');
  });

  it('a z-score must be confirmed only when beyond 5 after rounding: HAZ −5.0007 is −5.00', () => {
    const atHeight = (height: string) => issuesOf({ height, weight: '9', muac: '' }, boy);
    expect(atHeight('63.9')).toEqual([]);
    expect(atHeight('63.866')).toEqual([]);
    expect(atHeight('63.85')).toEqual([
      { code: 'z-score-implausible', params: { index: 'ha', z: -5.01 } },
    ]);
  });

  it('for weight-for-height gives only a notice', () => {
    const thin = accepted({ height: '80', weight: '5.6', muac: '', zScoreConfirmed: true }, boy);
    expect(thin.assessment.zScore.wl).toBeLessThan(-5);
    expect(thin.notices[0]).toMatchObject({ code: 'weight-for-height-implausible' });
  });
});

describe('the age override', () => {
  const old = childOf('2019-01-10');

  it('replaces the age for limits, tables, rules and the record', () => {
    const { fields, assessment, age, notices } = accepted(
      { comments: 'Age=14', ageOverride: 14 },
      old,
    );
    expect(age).toEqual({ ageMonths: 14, completedMonths: 14 });
    expect(fields.ageOverride).toBe(14);
    expect(assessment).toMatchObject({ monthAge: 14, status: 'RED_CHILD' });
    expect(assessment).not.toHaveProperty('ageOverride');
    expect(assessment.zScore.ha).toBe(-2.94);
    expect(notices).toEqual([
      { code: 'age-override', field: 'comments', params: { ageMonths: 14 } },
    ]);
  });

  it('moves the height limits', () => {
    const limits = (comments: string, ageOverride: number) =>
      issuesOf({ comments, ageOverride, height: '121', weight: '', muac: '' }, old)[0];
    expect(limits('age=23,9', 23.9)).toMatchObject({ params: { min: 45, max: 110 } });
    expect(limits('age=24', 24)).toMatchObject({ params: { min: 65, max: 120 } });
  });

  it('outside 0 to 60 is an issue of the comment field', () => {
    expect(issuesOf({ comments: 'age=61' })).toEqual([
      {
        code: 'age-override-out-of-range',
        field: 'comments',
        params: { typed: '61', min: 0, max: 60 },
      },
    ]);
    const at = (ageOverride: number, height: string, weight: string) =>
      issuesOf({ comments: `age=${ageOverride}`, ageOverride, height, weight });
    expect(at(60, '105', '17')).toEqual([]);
    expect(at(0, '50', '3.2')).toEqual([]);
  });

  it('an override within one month of the calendar age, above and below, needs no confirmation', () => {
    // The girl is 14.00 months old today.
    expect(accepted({ comments: 'age=15' }).fields).toMatchObject({ ageOverride: 15 });
    expect(accepted({ comments: 'edad=13' }).fields).toMatchObject({ ageOverride: 13 });
    const asked = { code: 'age-override-to-confirm', field: 'comments' };
    expect(issuesOf({ comments: 'age=15.01' })).toEqual([
      { ...asked, params: { months: 15.01, calendarMonths: 14 } },
    ]);
    expect(issuesOf({ comments: 'age=12.99' })).toEqual([
      { ...asked, params: { months: 12.99, calendarMonths: 14 } },
    ]);
  });

  it('an override must be confirmed when a word is before it, even close to the calendar age', () => {
    for (const comments of ["mother's age=14", 'gestational age=14', 'mamá dice edad=14']) {
      expect(issuesOf({ comments })).toMatchObject([{ code: 'age-override-to-confirm' }]);
    }
    expect(issuesOf({ comments: 'shy; age=14' })).toEqual([]);
  });

  it('a declined override is ignored, and that answer is stored', () => {
    const { fields, assessment, age } = accepted({
      comments: "Mother's age=30",
      ageOverride: false,
    });
    expect(age.ageMonths).toBe(14);
    expect([assessment.monthAge, fields.ageOverride]).toEqual([14, false]);
  });

  it('an override must be confirmed again when it differs from the accepted age', () => {
    expect(issuesOf({ comments: 'age=31', ageOverride: 30 })).toMatchObject([
      { code: 'age-override-to-confirm', params: { months: 31 } },
    ]);
  });

  it('an override in years, weeks or days is refused', () => {
    expect(issuesOf({ comments: 'age=2 years' })).toEqual([
      { code: 'age-override-not-months', field: 'comments', params: { typed: '2 years' } },
    ]);
  });
});

describe('first and later screenings', () => {
  const earlier = { _id: 'scr_1', surveyDate: '2025-01-10', created: '2025-01-10T10:00:00.000Z' };
  const sameDay = { _id: 'scr_2', surveyDate: today, created: '2025-05-10T10:00:00.000Z' };

  it("the child's other screenings tell a first from a later one", () => {
    expect(accepted({}).isFirst).toBe(true);
    expect(accepted({}, girl, [earlier]).assessment.actions).toEqual([
      'PRIOR_RED_CONTINUE',
      'PRIOR_RED_REVIEW',
      'PRIOR_RED_LESSONS',
      'PRIOR_RED_NEXT',
    ]);
  });

  it('order a new screening last on its day, and a new one with a past date by that date', () => {
    expect(accepted({}, girl, [sameDay]).isFirst).toBe(false);
    expect(accepted({ surveyDate: '2025-01-09' }, girl, [earlier, sameDay]).isFirst).toBe(true);
  });

  it('ignore the stored version of the screening that is being edited', () => {
    const edited = { id: earlier._id, created: earlier.created };
    expect(accepted({ ...edited, surveyDate: today }, girl, [earlier]).isFirst).toBe(true);
    expect(accepted({ ...edited, surveyDate: today }, girl, [earlier, sameDay]).isFirst).toBe(true);
    const late = { id: 'scr_3', created: '2025-05-10T11:00:00.000Z' };
    expect(accepted(late, girl, [sameDay]).isFirst).toBe(false);
  });
});

describe('the notice of a child over the qualifying age', () => {
  const tall = { height: '90', weight: '12', muac: '' };
  const code = (birthDate: string, others: Parameters<typeof assessScreening>[2] = []) =>
    accepted(tall, childOf(birthDate), others).notices.map((notice) => notice.code);

  it('appears from 37 completed months, on a first screening only', () => {
    expect(code('2022-04-11')).toEqual([]);
    expect(code('2022-04-10')).toEqual(['over-qualifying-age']);
    expect(code('2022-04-10', [{ _id: 'scr_1', surveyDate: '2025-01-10' }])).toEqual([]);
  });
});

describe('the notice of a child under 6 months', () => {
  it('ends at 6 months', () => {
    const muacOnly = { height: '', weight: '', muac: '13' };
    const code = (birthDate: string) =>
      accepted(muacOnly, childOf(birthDate)).notices.map((notice) => notice.code);
    expect(code('2024-11-11')).toEqual(['under-6-months']);
    expect(code('2024-11-10')).toEqual([]);
  });
});

describe('previewScreening', () => {
  const preview = (different: Partial<ScreeningDraft>) =>
    previewScreening(aDraft(different), girl, [], today);

  it('reports no issue for a value that is only missing', () => {
    const empty = preview({ height: '', weight: '', muac: '' });
    expect(empty.issues).toEqual([]);
    expect(empty.missing).toEqual([{ code: 'height-weight-or-muac-required' }]);
    expect(empty.reading).toBeNull();
    expect(empty.age).toEqual({ ageMonths: 14, completedMonths: 14 });
    expect(empty.limits.height).toEqual({ min: 45, max: 110 });
  });

  it('assesses the values that are readable', () => {
    const muacOnly = preview({ height: '6', weight: '', muac: '11.2' });
    expect(muacOnly.issues.map((issue) => issue.code)).toEqual(['height-out-of-range']);
    expect(muacOnly.reading?.zscoreStatus).toBe('Acute: sam supplements required');
    expect(preview({}).assessment?.zScore.ha).toBe(-2.94);
    const heightOnly = preview({ weight: '', muac: '' });
    expect([heightOnly.assessment?.zScore.ha, heightOnly.assessment?.zScore.wl]).toEqual([
      -2.94,
      null,
    ]);
    expect(heightOnly.missing.map((issue) => issue.code)).toEqual(['weight-required-with-height']);
  });

  it('reports oedema before any measurement, and only for yes', () => {
    const unmeasured = { height: '', weight: '', muac: '' };
    const told = preview({ ...unmeasured, oedema: true });
    expect(told.reading?.includesSwelling).toBe(true);
    expect(told.missing).toEqual([{ code: 'height-weight-or-muac-required' }]);
    expect(preview({ ...unmeasured, oedema: false }).reading).toBeNull();
  });

  it('reports an implausible z-score until it is confirmed', () => {
    const short = { height: '50', weight: '6' };
    expect(preview(short).issues.map((issue) => issue.code)).toEqual(['z-score-implausible']);
    expect(preview({ ...short, zScoreConfirmed: true }).issues).toEqual([]);
  });

  it('a preview without a date has neither age nor height limits', () => {
    const undated = preview({ surveyDate: '' });
    expect([undated.age, undated.limits.height, undated.reading]).toEqual([null, null, null]);
    expect(undated.missing[0]).toEqual({ code: 'survey-date-required', field: 'surveyDate' });
  });
});
