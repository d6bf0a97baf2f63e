import { CONFLICT_RULES } from '@crece/domain';
import { createTranslator } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { LUZ, MARCH, ROSA } from '../../testing/tasks.ts';
import { type Question, questionsOf } from './questions.ts';
import type { SideFields } from './read-side.ts';
import { fieldWords, inline, keepLabel, questionWords, valueWords } from './value-words.ts';

const english = createTranslator('en', await loadSentences('en', 'later'));
const spanish = createTranslator('es', await loadSentences('es', 'later'));

function ask(id: string, ...fields: string[]): Question {
  const [question] = questionsOf({ id, fields });
  if (question === undefined) throw new Error(`nothing is asked about ${fields.join()}`);
  return question;
}

describe('valueWords', () => {
  it.each([
    [ask(MARCH._id, 'weight'), { weight: 8.1 }, '8.1 kg', '8,1 kg'],
    [ask(MARCH._id, 'weight'), { weight: 8 }, '8.0 kg', '8,0 kg'],
    [ask(MARCH._id, 'height'), { height: 77.95 }, '77.95 cm', '77,95 cm'],
    [
      ask(MARCH._id, 'outsideLimits'),
      { outsideLimits: { weight: 2.2, height: 41 } },
      '41.0 cm · 2.2 kg',
      '41,0 cm · 2,2 kg',
    ],
    [ask(MARCH._id, 'muac'), {}, 'nothing entered', 'sin dato'],
    [ask(MARCH._id, 'oedema'), { oedema: true }, 'Yes', 'Sí'],
    [ask(MARCH._id, 'visitedDoctor'), { visitedDoctor: false }, 'No', 'No'],
    [ask(MARCH._id, 'measured'), { measured: 'lying' }, 'Lying down', 'Boca arriba'],
    [ask(MARCH._id, 'ageOverride'), { ageOverride: 30.5 }, '30.5 months', '30,5 meses'],
    [ask(MARCH._id, 'ageOverride'), { ageOverride: 1 }, '1 month', '1 mes'],
    [
      ask(MARCH._id, 'ageOverride'),
      { ageOverride: false },
      'the calendar age',
      'la edad del calendario',
    ],
    [ask(MARCH._id, 'surveyDate'), { surveyDate: '2026-03-14' }, '14 Mar 2026', '14 mar 2026'],
    [
      ask(MARCH._id, 'latitude', 'longitude'),
      { latitude: 14.6349, longitude: -90.50689 },
      '14.6349° · −90.5069°',
      '14,6349° · −90,5069°',
    ],
    [ask(LUZ._id, 'gender'), { gender: 'Girl' }, 'Girl', 'Niña'],
    [ask(LUZ._id, 'memberStatus'), { memberStatus: 'Unknown' }, 'Unknown', 'No se sabe'],
    [
      ask(LUZ._id, 'birthDate'),
      { birthDate: '2024-05-08', birthDateEstimated: true },
      'about 8 May 2024',
      'hacia el 8 may 2024',
    ],
    [ask(LUZ._id, 'comments'), { comments: 'Twin' }, 'Twin', 'Twin'],
    [ask(LUZ._id, 'language'), { language: 'es' }, 'Español', 'Español'],
    [ask(LUZ._id, 'language'), { language: 'qu' }, 'qu', 'qu'],
    [ask(LUZ._id, 'language'), {}, 'nothing entered', 'sin dato'],
    [
      ask(ROSA._id, 'deliveryDate'),
      { deliveryDate: '2026-05-02' },
      'expects her child on 2 May 2026',
      'espera a su hijo para el 2 may 2026',
    ],
    [
      ask(ROSA._id, 'deliveryDate'),
      { childsBirthDate: '2026-02-01' },
      'child born on 1 Feb 2026',
      'hijo nacido el 1 feb 2026',
    ],
    [ask(LUZ._id, 'school'), { school: { name: 'Sol' } }, '{"name":"Sol"}', '{"name":"Sol"}'],
    [ask(LUZ._id, 'siblings'), { siblings: 3.5 }, '3.5', '3,5'],
  ])('writes %j of %j', (question, fields, inEnglish, inSpanish) => {
    expect(inline(valueWords(english, question, fields))).toBe(inEnglish);
    expect(inline(valueWords(spanish, question, fields))).toBe(inSpanish);
  });

  it('shows an unknown value of an older writer unchanged, instead of guessing', () => {
    expect(inline(valueWords(english, ask(LUZ._id, 'gender'), { gender: 'x' }))).toBe('x');
    expect(inline(valueWords(english, ask(MARCH._id, 'weight'), { weight: 'heavy' }))).toBe(
      'heavy',
    );
    expect(inline(valueWords(english, ask(LUZ._id, 'birthDate'), { birthDate: 'May' }))).toBe(
      'May',
    );
  });
});

describe('keepLabel', () => {
  const label = (question: Question, fields: object) =>
    keepLabel(english, valueWords(english, question, { ...fields }));

  it('repeats a value that fits into a button', () => {
    expect(label(ask(MARCH._id, 'weight'), { weight: 8.1 })).toBe('Keep 8.1 kg');
    expect(label(ask(MARCH._id, 'oedema'), { oedema: false })).toBe('Keep “No”');
    expect(label(ask(LUZ._id, 'ward'), { ward: 'abcdefghijklmnopqr' })).toBe(
      'Keep “abcdefghijklmnopqr”',
    );
    expect(label(ask(LUZ._id, 'ward'), { ward: 'abcdefghijklmnopqrs' })).toBe(
      'Keep the chosen one',
    );
    expect(label(ask(LUZ._id, 'ward'), {})).toBe('Keep it empty');
  });
});

describe('an outcome', () => {
  it('an outcome is written with its day, also "moved away" on the child itself', () => {
    const words = (name: 'referralOutcome' | 'departure', fields: SideFields) =>
      valueWords(english, { name: 'referral', fields: [name] }, fields).text;
    const left = { departure: 'moved-away', departureDate: '2025-05-11' };
    expect(words('departure', left)).toBe('Moved away · 11 May 2025');
    const seen = { referralOutcome: 'seen', referralDate: '2025-05-11', referralNote: 'bus' };
    expect(words('referralOutcome', seen)).toBe('Seen at the clinic · 11 May 2025 · bus');
  });
});

describe('button for a declined age', () => {
  it('repeats the calendar age when it fits, but not in three lines', () => {
    const label = (translator: typeof english) =>
      keepLabel(
        translator,
        valueWords(translator, ask(MARCH._id, 'ageOverride'), { ageOverride: false }),
      );
    expect(label(english)).toBe('Keep “the calendar age”');
    expect(label(spanish)).toBe('Dejar lo elegido');
  });
});

describe('question texts', () => {
  it('exist for every field in both languages, and name the child', () => {
    for (const translator of [english, spanish]) {
      const names = Object.values(CONFLICT_RULES).flatMap(({ questions }) => [
        ...questions.values(),
      ]);
      for (const name of names) {
        const question: Question = { name, fields: [name] };
        expect(questionWords(translator, question, 'Luz M.')).toContain('Luz M.');
        expect(fieldWords(translator, question)).not.toBe('');
      }
    }
    const other: Question = { name: 'other', fields: ['school'] };
    expect(questionWords(english, other, 'Luz')).toBe('Which value of “school” is right for Luz?');
    expect(fieldWords(spanish, other)).toBe('«school»');
  });
});
