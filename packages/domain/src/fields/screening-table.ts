import { heightLimits, LIMITS } from '../limits.ts';
import { MEASURED_POSITIONS, SCREENING_CLASSES } from '../words.ts';
import type { FieldTable } from './field.ts';

/** Every field of a screening beside its id, its revision and who wrote it. */
export const SCREENING_TABLE = {
  /** Id of the child. */
  owner: {
    kind: 'text',
    by: 'record',
    always: true,
    refusal: 'owner-missing',
    question: 'other',
  },
  /** The child's; screenings of older systems do not repeat it. */
  gender: {
    kind: 'sex',
    by: 'record',
    always: true,
    refusal: 'gender-invalid',
    ofChild: true,
    merge: 'winner',
  },
  /** Asked about first: a comment may say the age by which everything else is read. */
  comments: { kind: 'text', by: 'person', decides: true },
  /** The age in months that a comment `age=N` imposed; false: asked about and declined. */
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
  familyHealthPlan: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  followFamilyHealthPlan: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  visitedDoctor: { kind: 'answer', by: 'person', part: 'family-health-plan' },
  measured: { kind: 'word', words: MEASURED_POSITIONS, by: 'person', part: 'more-measures' },
  /** Swelling of both feet. */
  oedema: { kind: 'answer', by: 'person', part: 'swelling', decides: true },
  /** ha or wa lies beyond ±5 and the person said "save anyway". */
  zScoreConfirmed: { kind: 'mark', by: 'person', merge: 'figures' },
  latitude: { kind: 'number', by: 'person', question: 'place' },
  longitude: { kind: 'number', by: 'person', question: 'place' },
  interviewer: { kind: 'text', by: 'record' },

  /** Months on the survey date with fraction, two decimals (or the override). */
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
  /** What was told at the screening, kept when somebody rewrites the assessment. */
  told: { kind: 'told', by: 'record', merge: 'winner' },
} as const satisfies FieldTable;
