import { describe, expect, it } from 'vitest';
import type { SourceCell } from './cells.ts';
import { FileSurvey, type ImportAnswers, measureIn } from './questions.ts';

const FIELDS = ['gender', 'birthDate', 'surveyDate', 'muac', 'weight', 'height'] as const;

function surveyOf(...rows: readonly SourceCell[][]): FileSurvey {
  const survey = new FileSurvey(FIELDS);
  for (const [place, cells] of rows.entries()) survey.add(place + 2, cells);
  return survey;
}
const asked = (survey: FileSurvey, answers: ImportAnswers = {}) =>
  survey.questions(answers).map(({ code }) => code);

describe('questions about a file', () => {
  it('an unambiguous file has no questions', () => {
    const survey = surveyOf(['Girl', '2024-03-10', '2025-05-10', 11.9, 7.1, 68.5]);
    expect(asked(survey)).toEqual([]);
  });

  it('ask for the order of dates when no date allows only one order', () => {
    const survey = surveyOf(['Girl', '3/4/2024', '5/6/2025', null, null, null]);
    expect(survey.questions({})).toEqual([
      {
        code: 'dateOrder',
        options: ['dmy', 'mdy'],
        count: 2,
        examples: [
          { row: 2, text: '3/4/2024' },
          { row: 2, text: '5/6/2025' },
        ],
      },
    ]);
    expect(asked(survey, { dateOrder: 'mdy' })).toEqual([]);
  });

  it('ask for no order when one date settles it, and ask when two dates contradict each other', () => {
    const day = surveyOf(['Girl', '3/4/2024', '15/6/2025', null, null, null]);
    expect(asked(day)).toEqual([]);
    expect(day.settled({}).dateOrder).toBe('dmy');
    const month = surveyOf(['Girl', '3/4/2024', '6/15/2025', null, null, null]);
    expect(month.settled({}).dateOrder).toBe('mdy');
    const both = surveyOf(['Girl', '15/4/2024', '6/15/2025'], ['Girl', '3/4/2024', null]);
    expect(asked(both)).toEqual(['dateOrder']);
  });

  it('ask for the unit of figures that cannot be in cm or kg, at both ends of the range', () => {
    expect(asked(surveyOf(['Girl', null, null, 54.9, 499, 299.9]))).toEqual([]);
    expect(asked(surveyOf(['Girl', null, null, 55, 500, 300]))).toEqual([
      'muacUnit',
      'weightUnit',
      'heightUnit',
    ]);
    expect(asked(surveyOf(['Girl', null, null, '265', '40000', '1400']))).toHaveLength(3);
    expect(asked(surveyOf(['Girl', null, null, 265.1, 40_001, 1_401]))).toEqual([]);
    expect(asked(surveyOf(['Girl', null, null, null, null, '0,3']))).toEqual(['heightUnit']);
    expect(asked(surveyOf(['Girl', null, null, null, null, 1.4]))).toEqual(['heightUnit']);
    expect(asked(surveyOf(['Girl', null, null, null, null, 1.41]))).toEqual([]);
  });

  it('ask for the meaning of M unless the other letters settle it', () => {
    expect(asked(surveyOf(['M']))).toEqual(['letterM']);
    expect(surveyOf(['M'], ['F']).settled({}).letterM).toBe('boy');
    expect(surveyOf(['M'], ['H']).settled({}).letterM).toBe('girl');
    expect(asked(surveyOf(['M'], ['H'], ['F']))).toEqual(['letterM']);
  });
});

describe('measureIn', () => {
  it('converts from the answered unit, and only figures that fit it', () => {
    expect(measureIn('muac', 108, { muacUnit: 'mm' })).toBe(10.8);
    expect(measureIn('muac', 10.8, { muacUnit: 'mm' })).toBe(10.8);
    expect(measureIn('muac', 108, { muacUnit: 'cm' })).toBe(108);
    expect(measureIn('muac', 108, {})).toBe(108);
    expect(measureIn('weight', 7_105, { weightUnit: 'g' })).toBe(7.105);
    expect(measureIn('height', 0.685, { heightUnit: 'm' })).toBe(68.5);
    expect(measureIn('height', 685, { heightUnit: 'mm' })).toBe(68.5);
    expect(measureIn('height', 685, { heightUnit: 'm' })).toBe(685);
  });
});
