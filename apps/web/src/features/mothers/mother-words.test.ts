import { checkMother, EMPTY_MOTHER_DRAFT, type MotherKind } from '@crece/domain';
import { createTranslator } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { childAge, expectedIn, motherIssueSentence } from './mother-words.ts';

const TODAY = '2026-03-14';
const english = createTranslator('en', await loadSentences('en', 'later'));
const spanish = createTranslator('es', await loadSentences('es', 'later'));

describe('expectedIn', () => {
  const said = (date: string) => expectedIn(date, TODAY, english);

  it('counts days up to 13', () => {
    expect(said('2026-03-14')).toBe('due today');
    expect(said('2026-03-15')).toBe('due tomorrow');
    expect(said('2026-03-16')).toBe('in 2 days');
    expect(said('2026-03-27')).toBe('in 13 days');
  });

  it('counts weeks from 14 days and months from ten weeks', () => {
    expect(said('2026-03-28')).toBe('in 2 weeks');
    expect(said('2026-04-18')).toBe('in 5 weeks');
    expect(said('2026-05-22')).toBe('in 9 weeks');
    expect(said('2026-05-23')).toBe('in 2 months');
    expect(said('2026-12-14')).toBe('in 9 months');
  });

  it('says how long ago a day has passed', () => {
    expect(said('2026-03-13')).toBe('was due yesterday');
    expect(said('2026-02-20')).toBe('was due 3 weeks ago');
  });

  it('a Spanish-speaking person reads the time to a birth in Spanish', () => {
    expect(expectedIn('2026-04-18', TODAY, spanish)).toBe('en 5 semanas');
  });
});

describe('childAge', () => {
  const said = (date: string) => childAge(date, TODAY, english);

  it('counts days, then weeks until two months, then completed months', () => {
    expect(said('2026-03-14')).toBe('born today');
    expect(said('2026-03-13')).toBe('1 day');
    expect(said('2026-03-01')).toBe('13 days');
    expect(said('2026-02-28')).toBe('2 weeks');
    expect(said('2026-01-15')).toBe('8 weeks');
    expect(said('2026-01-14')).toBe('2 months');
    expect(said('2025-09-15')).toBe('5 months');
    expect(said('2025-09-14')).toBe('6 months');
  });

  it('says that a birth date is in the future', () => {
    expect(said('2026-03-15')).toBe('birth date in the future');
  });
});

describe('motherIssueSentence', () => {
  function sentencesOf(kind: MotherKind, date: string, speech = english): string[] {
    const field = kind === 'pregnant' ? 'deliveryDate' : 'childsBirthDate';
    const checked = checkMother({ ...EMPTY_MOTHER_DRAFT, [field]: date }, kind, TODAY);
    return checked.ok ? [] : checked.issues.map((issue) => motherIssueSentence(issue, speech));
  }

  it('every required field has a sentence', () => {
    expect(sentencesOf('pregnant', '')).toEqual([
      'Please enter the first name.',
      'Please enter the last name.',
      'Please enter the expected delivery date.',
      'Please choose yes, no or unknown.',
    ]);
    expect(sentencesOf('nursing', '')).toContain('Please enter the child’s birth date.');
  });

  it('an invalid date has a sentence', () => {
    const sentence = 'This is not a date. Please enter day, month and year.';
    expect(sentencesOf('pregnant', '2026-02-30')).toContain(sentence);
    expect(sentencesOf('nursing', '2026-02-30')).toContain(sentence);
  });

  it('explains a delivery date outside its window with the specified message and the dates', () => {
    const sentence =
      'Invalid delivery date. Enter correct delivery date: 14 Dec 2025 to 14 Dec 2026.';
    expect(sentencesOf('pregnant', '2025-12-13')).toContain(sentence);
    expect(sentencesOf('pregnant', '2025-12-14')).not.toContain(sentence);
    expect(sentencesOf('pregnant', '2026-12-14')).not.toContain(sentence);
    expect(sentencesOf('pregnant', '2026-12-15')).toContain(sentence);
  });

  it("explains a nursing child's age outside its window with the specified message", () => {
    const sentence = 'Invalid childs age. Must be 0 to 6 months: born 14 Sept 2025 to 14 Mar 2026.';
    expect(sentencesOf('nursing', '2025-09-13')).toContain(sentence);
    expect(sentencesOf('nursing', '2025-09-14')).not.toContain(sentence);
    expect(sentencesOf('nursing', '2026-03-14')).not.toContain(sentence);
    expect(sentencesOf('nursing', '2026-03-15')).toContain(sentence);
  });

  it('writes its dates in Spanish', () => {
    expect(sentencesOf('pregnant', '2027-01-01', spanish)).toContain(
      'Fecha de parto no válida. Escriba una fecha correcta: del 14 dic 2025 al 14 dic 2026.',
    );
  });
});
