import { describe, expect, it } from 'vitest';
import { LUZ, MARCH, ROSA } from '../../testing/tasks.ts';
import { answerTo, questionsOf, withAnswer } from './questions.ts';

const namesOf = (id: string, fields: readonly string[]) =>
  questionsOf({ id, fields }).map(({ name, fields: asked }) => [name, ...asked].join(' '));

describe('questionsOf', () => {
  it('asks about each field once, in the order of the form', () => {
    expect(namesOf(MARCH._id, ['comments', 'height', 'muac', 'weight'])).toEqual([
      'comments comments',
      'height height',
      'weight weight',
      'muac muac',
    ]);
  });

  it('asks one question about fields that have a meaning only together', () => {
    expect(namesOf(LUZ._id, ['birthDate', 'birthDateEstimated'])).toEqual([
      'birthDate birthDate birthDateEstimated',
    ]);
    expect(namesOf(MARCH._id, ['latitude', 'longitude'])).toEqual(['place latitude longitude']);
    expect(namesOf(ROSA._id, ['childsBirthDate', 'deliveryDate'])).toEqual([
      'motherDate childsBirthDate deliveryDate',
    ]);
  });

  it('asks about a child’s sex, and, beside the comment, about the age that the comment set', () => {
    expect(namesOf(LUZ._id, ['gender'])).toEqual(['gender gender']);
    expect(namesOf(MARCH._id, ['ageOverride', 'comments', 'weight'])).toEqual([
      'comments comments',
      'ageOverride ageOverride',
      'weight weight',
    ]);
  });

  it('asks last about fields that only another writer knows, each by its name', () => {
    expect(namesOf(LUZ._id, ['school', 'bloodType', 'ward'])).toEqual([
      'ward ward',
      'other school',
      'other bloodType',
    ]);
  });

  it('asks who made a record before fields without their own sentence', () => {
    expect(namesOf(LUZ._id, ['monthAge', 'interviewer', 'school'])).toEqual([
      'interviewer interviewer',
      'other monthAge',
      'other school',
    ]);
  });
});

describe('withAnswer', () => {
  it('answers all fields of a question and keeps the other answers', () => {
    const [question] = questionsOf({ id: MARCH._id, fields: ['latitude', 'longitude'] });
    if (question === undefined) throw new Error('no question');
    const choice = withAnswer({ weight: 'first' }, question, 'second');
    expect(choice).toEqual({ weight: 'first', latitude: 'second', longitude: 'second' });
    expect(answerTo(choice, question)).toBe('second');
    expect(answerTo({ weight: 'first' }, question)).toBeNull();
  });
});
