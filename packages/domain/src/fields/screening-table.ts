import { heightLimits, LIMITS } from '../base/limits.ts';
import { MEASURED_POSITIONS, REFERRAL_OUTCOMES, SCREENING_CLASSES } from '../base/words.ts';
import type { FieldTable } from './field.ts';

/** Every field of a screening except its id, its revision and its provenance. */
export const SCREENING_TABLE = {
  /** Id of the child. */
  owner: {
    kind: 'text',
    by: 'record',
    always: true,
    refusal: 'owner-missing',
    question: 'other',
  },
  /** The child's sex; screenings of older systems do not repeat it. */
  gender: {
    kind: 'sex',
    by: 'record',
    always: true,
    refusal: 'gender-invalid',
    ofChild: true,
    merge: 'winner',
  },
  /** The first question in a conflict: a comment may set the age that all other assessments use. */
  comments: { kind: 'text', by: 'person', decides: true },
  /**
   * The age in months that a comment `age=N` sets; false when the person was asked and declined.
   */
  ageOverride: { kind: 'override', by: 'person', limits: LIMITS.ageOverrideMonths, decides: true },
  surveyDate: {
    kind: 'date',
    by: 'person',
    always: true,
    refusal: 'survey-date-invalid',
    decides: true,
  },
  height: {
    kind: 'measure',
    by: 'person',
    unit: 'cm',
    typedLimits: heightLimits,
    refusal: 'height-invalid',
    decides: true,
  },
  weight: {
    kind: 'measure',
    by: 'person',
    unit: 'kg',
    typedLimits: () => LIMITS.weight,
    refusal: 'weight-invalid',
    decides: true,
  },
  muac: {
    kind: 'measure',
    by: 'person',
    unit: 'cm',
    typedLimits: () => LIMITS.muac,
    refusal: 'muac-invalid',
    decides: true,
  },
  /** A height or weight outside the form's limits that the person kept: `{ weight: 2.2 }`. */
  outsideLimits: { kind: 'outside', by: 'person' },
  familyHealthPlan: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  followFamilyHealthPlan: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  visitedDoctor: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  measured: { kind: 'word', words: MEASURED_POSITIONS, by: 'person', part: 'more-measures' },
  /** Oedema of both feet. */
  oedema: { kind: 'answer', by: 'person', part: 'swelling', decides: true },
  /** HAZ or WAZ lies beyond ±5 and the person chose "save anyway". */
  zScoreConfirmed: { kind: 'mark', by: 'person', merge: 'figures' },
  latitude: { kind: 'number', by: 'person', question: 'place' },
  longitude: { kind: 'number', by: 'person', question: 'place' },
  interviewer: { kind: 'text', by: 'record' },
  /** What became of the referral that this screening asked for; absent until somebody knows. */
  referralOutcome: {
    kind: 'word',
    words: REFERRAL_OUTCOMES,
    by: 'follow-up',
    question: 'referral',
    decides: true,
  },
  /** The day of the outcome: at the clinic, or of the attempt that failed. */
  referralDate: { kind: 'date', by: 'follow-up', question: 'referral', decides: true },
  referralNote: { kind: 'text', by: 'follow-up', question: 'referral' },

  /** Age in months on the survey date, two decimals (or the override). */
  monthAge: { kind: 'number', by: 'rules', limits: { min: 0, max: Infinity }, merge: 'winner' },
  zScore: { kind: 'zScores', by: 'rules', always: true, merge: 'winner' },
  status: {
    kind: 'word',
    words: SCREENING_CLASSES,
    by: 'rules',
    merge: 'winner',
    olderPlace: ['zScore', 'status'],
  },
  actions: {
    kind: 'actions',
    by: 'rules',
    always: true,
    merge: 'winner',
    olderPlace: ['zScore', 'actions'],
  },
  /** The assessment that was told at the screening, kept when a later one replaces it. */
  told: { kind: 'told', by: 'record', merge: 'winner' },
  /** The units from which it moved with its child, each with the id that it had there. */
  movedFrom: { kind: 'homes', by: 'record', merge: 'union' },
  /** The codes of its printed slips: whoever holds one may answer what became of the referral. */
  slip: { kind: 'slips', by: 'record', merge: 'union' },
  clinicAnswers: { kind: 'clinicAnswers', by: 'record', merge: 'union' },
} as const satisfies FieldTable;
