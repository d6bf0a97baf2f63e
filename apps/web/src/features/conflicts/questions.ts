import { CONFLICT_RULES, kindOfId, type QuestionName } from '@crece/domain';
import type { Choice, TaskRef } from '@crece/storage';

/** One question to a person; fields that belong together are in one question. */
export interface Question {
  readonly name: QuestionName;
  /**
   * The fields in conflict that the answer decides; the first is the name of an `other` question.
   */
  readonly fields: readonly [string, ...string[]];
}

const NONE: ReadonlyMap<string, QuestionName> = new Map();

/**
 * The questions about a record with two values, in the order of its field table; last those about
 * fields without their own sentence, or that only another writer knows.
 */
export function questionsOf({ id, fields }: Pick<TaskRef, 'id' | 'fields'>): readonly Question[] {
  const kind = kindOfId(id);
  const names = kind === null ? NONE : CONFLICT_RULES[kind].questions;
  const order = [...names.values()];
  const questions: Question[] = [];
  for (const field of fields) {
    const name = names.get(field) ?? 'other';
    const known = questions.findIndex((question) => name !== 'other' && question.name === name);
    const before = questions[known];
    if (before === undefined) questions.push({ name, fields: [field] });
    else questions[known] = { name, fields: [...before.fields, field] };
  }
  const place = ({ name }: Question) => (name === 'other' ? order.length : order.indexOf(name));
  return [...questions].sort((a, b) => place(a) - place(b));
}

/** The side chosen so far for a question; null without an answer. */
export function answerTo(choice: Choice, question: Question): 'first' | 'second' | null {
  return choice[question.fields[0]] ?? null;
}

/** The choice with this answer added. */
export function withAnswer(choice: Choice, question: Question, side: 'first' | 'second'): Choice {
  return {
    ...choice,
    ...Object.fromEntries(question.fields.map((field) => [field, side])),
  };
}
