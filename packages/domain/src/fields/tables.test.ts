import { describe, expect, it } from 'vitest';
import { CONFLICT_RULES, FIELD_TABLES } from './conflicts.ts';
import { namesWhere } from './field.ts';
import {
  ANSWER_NAMES,
  CHILD_FIELD_NAMES,
  CHILD_RECORD_NAMES,
  CHILD_SUMMARY_NAMES,
  MOTHER_FIELD_NAMES,
  REFERRAL_NAMES,
  SCREENING_ASSESSMENT_NAMES,
  SCREENING_FIELD_NAMES,
} from './records.ts';
import { SCREENING_TABLE } from './screening-table.ts';

const sorted = (names: Iterable<string>) => [...names].sort();

// The names are written here a second time by hand, so that a change to what forms type or rules
// calculate is always deliberate.
describe('the tables of fields', () => {
  it('list what a person types about a child, what rules calculate, and what stays unchanged', () => {
    expect(CHILD_FIELD_NAMES).toEqual([
      'firstName',
      'lastName',
      'gender',
      'birthDate',
      'birthDateEstimated',
      'memberStatus',
      'mother',
      'father',
      'address',
      'city',
      'idGroup',
      'ward',
      'phone',
      'comments',
      'consent',
      'mayMessage',
      'language',
      'cardNumber',
      'landmark',
    ]);
    const summary = ['zscoreStatus', 'statusColor', 'lastScreening', 'supType', 'bmi', 'obese'];
    expect(CHILD_SUMMARY_NAMES).toEqual(summary);
    expect(sorted(CHILD_RECORD_NAMES)).toEqual([
      'interviewer',
      'messaged',
      'monthAge',
      'movedFrom',
      'owner',
      'sameAs',
      'screeningStatus',
    ]);
  });

  it('list what a person types at a screening, and what assessment adds', () => {
    expect(sorted(SCREENING_FIELD_NAMES)).toEqual([
      'ageOverride',
      'comments',
      'familyHealthPlan',
      'followFamilyHealthPlan',
      'height',
      'latitude',
      'longitude',
      'measured',
      'muac',
      'oedema',
      'outsideLimits',
      'surveyDate',
      'visitedDoctor',
      'weight',
      'zScoreConfirmed',
    ]);
    // `told` is not an assessment field: reassessing must not remove it.
    expect(sorted(SCREENING_ASSESSMENT_NAMES)).toEqual(['actions', 'monthAge', 'status', 'zScore']);
    expect(namesWhere(SCREENING_TABLE, { by: 'record' } as const)).toContain('told');
  });

  it("list what a person adds after a screening, which the screening's own form leaves alone", () => {
    expect(REFERRAL_NAMES).toEqual(['referralOutcome', 'referralDate', 'referralNote']);
  });

  it('list what a person types about a mother', () => {
    expect(sorted(MOTHER_FIELD_NAMES)).toEqual([
      'address',
      'childsBirthDate',
      'city',
      'comments',
      'deliveryDate',
      'firstName',
      'lastName',
      'memberStatus',
      'phone',
      'ward',
    ]);
  });

  it('list which fields never conflict in a merge, and which come from one side together', () => {
    const { chld, scr, mthr } = CONFLICT_RULES;
    expect(sorted(chld.winners)).toEqual(sorted(CHILD_SUMMARY_NAMES));
    expect(sorted(scr.winners)).toEqual([
      'actions',
      'gender',
      'monthAge',
      'status',
      'told',
      'zScore',
    ]);
    expect(mthr.winners.size).toBe(0);
    expect([chld, scr, mthr].map(({ unions }) => [...unions])).toEqual([
      ['sameAs', 'movedFrom'],
      ['movedFrom', 'slip', 'clinicAnswers'],
      [],
    ]);
    expect([chld, scr, mthr].map(({ settled }) => [...settled])).toEqual([
      ['consent', 'mayMessage', 'messaged'],
      [],
      [],
    ]);
    expect([chld, scr, mthr].map(({ figures }) => [...figures])).toEqual([
      [],
      ['zScoreConfirmed'],
      [],
    ]);
    expect([chld, scr, mthr].map(({ leaders }) => Object.fromEntries(leaders))).toEqual([
      { birthDateEstimated: 'birthDate', departureDate: 'departure' },
      {
        longitude: 'latitude',
        referralDate: 'referralOutcome',
        referralNote: 'referralOutcome',
      },
      { childsBirthDate: 'deliveryDate' },
    ]);
  });

  it('list the question for each field, in the order of asking', () => {
    const asked = ([kind, names]: [keyof typeof CONFLICT_RULES, string]) =>
      expect([...new Set(CONFLICT_RULES[kind].questions.values())].join(' ')).toBe(names);
    asked([
      'chld',
      'firstName lastName gender birthDate memberStatus mother father address city idGroup ward ' +
        'phone comments language cardNumber landmark interviewer referral other',
    ]);
    asked([
      'scr',
      'other comments ageOverride surveyDate height weight muac outsideLimits familyHealthPlan ' +
        'followFamilyHealthPlan visitedDoctor measured oedema place interviewer referral',
    ]);
    asked([
      'mthr',
      'firstName lastName memberStatus address city ward phone comments motherDate interviewer',
    ]);
  });

  it('name the form part of each yes/no answer of a screening, without which the form does not show it', () => {
    const parts = ANSWER_NAMES.map((name) => [name, SCREENING_TABLE[name].part]);
    expect(parts).toEqual([
      ['familyHealthPlan', 'family-health-plan'],
      ['followFamilyHealthPlan', 'family-health-plan'],
      ['visitedDoctor', 'family-health-plan'],
      ['oedema', 'swelling'],
    ]);
  });

  it('let no person type, and no merge put in conflict, the fields that rules calculate', () => {
    for (const table of Object.values(FIELD_TABLES)) {
      for (const [name, { by, merge }] of Object.entries(table)) {
        if (by === 'rules') expect([name, merge]).toEqual([name, 'winner']);
      }
    }
  });
});
