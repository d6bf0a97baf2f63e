import { kindOfId, type RecordKind, SCREENING_ASSESSMENT_NAMES } from '@crece/domain';
import type { Choice, TaskRef } from '@crece/storage';

/** What a question can be about; `other` is a field that only another writer knows. */
export const QUESTION_NAMES = [
  'firstName',
  'lastName',
  'gender',
  'birthDate',
  'memberStatus',
  'mother',
  'father',
  'address',
  'city',
  'idGroup',
  'ward',
  'phone',
  'comments',
  'ageOverride',
  'surveyDate',
  'height',
  'weight',
  'muac',
  'familyHealthPlan',
  'followFamilyHealthPlan',
  'visitedDoctor',
  'measured',
  'oedema',
  'zScoreConfirmed',
  'place',
  'motherDate',
  'interviewer',
] as const;
export type QuestionName = (typeof QUESTION_NAMES)[number];

/** One question to a person: fields that belong together are asked about once. */
export interface Question {
  readonly name: QuestionName | 'other';
  /** The contested fields that the answer decides; the first names an `other` question. */
  readonly fields: readonly [string, ...string[]];
}

/** Fields that mean something only together. */
const TOGETHER: Readonly<Record<string, QuestionName>> = {
  birthDateEstimated: 'birthDate',
  latitude: 'place',
  longitude: 'place',
  deliveryDate: 'motherDate',
  childsBirthDate: 'motherDate',
};

/** What a screening's figures give and its child tells: computed anew by every choice, never asked. */
const DERIVED_OF_SCREENING: ReadonlySet<string> = new Set<string>([
  ...SCREENING_ASSESSMENT_NAMES,
  'gender',
]);

function isAsked(kind: RecordKind | null, field: string): boolean {
  return kind !== 'scr' || !DERIVED_OF_SCREENING.has(field);
}

function questionName(field: string): Question['name'] {
  const together = Object.hasOwn(TOGETHER, field) ? TOGETHER[field] : undefined;
  return together ?? QUESTION_NAMES.find((name) => name === field) ?? 'other';
}

/** The questions about a record with two values, in the order of `QUESTION_NAMES`. */
export function questionsOf({ id, fields }: Pick<TaskRef, 'id' | 'fields'>): readonly Question[] {
  const kind = kindOfId(id);
  const questions: Question[] = [];
  for (const field of fields) {
    if (!isAsked(kind, field)) continue;
    const name = questionName(field);
    const known = questions.findIndex((question) => name !== 'other' && question.name === name);
    const before = questions[known];
    if (before === undefined) questions.push({ name, fields: [field] });
    else questions[known] = { name, fields: [...before.fields, field] };
  }
  const place = ({ name }: Question) =>
    name === 'other' ? QUESTION_NAMES.length : QUESTION_NAMES.indexOf(name);
  return questions.toSorted((a, b) => place(a) - place(b));
}

/** The side that a choice so far names for a question. */
export function answerTo(choice: Choice, question: Question): 'first' | 'second' | null {
  return choice[question.fields[0]] ?? null;
}

/** The choice with this answer in it. */
export function withAnswer(choice: Choice, question: Question, side: 'first' | 'second'): Choice {
  return {
    ...choice,
    ...Object.fromEntries(question.fields.map((field) => [field, side])),
  };
}
