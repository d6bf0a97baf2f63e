import { describe, expect, it } from 'vitest';
import { ageOverrideFrom, parseDateInput, parseDecimal, parseText } from './parse.ts';

describe('parseDecimal', () => {
  it.each([
    ['7.1', 7.1],
    ['7,1', 7.1],
    [' 68.50 ', 68.5],
    ['12', 12],
    ['12.', 12],
    [',5', 0.5],
    ['+3', 3],
    ['-3', -3],
    ['−3,5', -3.5],
    ['0', 0],
  ])('reads %j as %d', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it.each(['', '   ', '\t'])('returns null for %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it.each(['7.1.2', '1,234.5', '7 1', '7kg', '1e3', '0x10', 'NaN', 'Infinity', '.', '-', '９'])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBe('invalid');
    },
  );

  it('refuses a number too large to hold', () => {
    expect(parseDecimal('9'.repeat(400))).toBe('invalid');
  });
});

describe('parseDateInput', () => {
  it('reads the value of a date input', () => {
    expect(parseDateInput(' 2024-02-29 ')).toBe('2024-02-29');
    expect(parseDateInput('')).toBeNull();
    expect(parseDateInput('2023-02-29')).toBe('invalid');
    expect(parseDateInput('05/03/2024')).toBe('invalid');
  });
});

describe('ageOverrideFrom', () => {
  it.each([
    ['age=30', 30],
    ['AGE=30,5 says the mother', 30.5],
    ['weighed twice; Age = 7.25', 7.25],
    ['age=12 then age=13', 12],
    ['(age=0)', 0],
    ['age=-0', 0],
    ['age=60', 60],
    ['age= first, age=9', 9],
    ['age=30.', 30],
    ['edad=30', 30],
    ['EDAD = 7,5', 7.5],
    ['age=30 y tos', 30],
    ['age=30 a girl', 30],
    ['age=30 months', 30],
    ['age=30 meses', 30],
  ])('finds the age in %j', (comments, ageMonths) => {
    expect(ageOverrideFrom(comments)).toEqual({ ageMonths, hasWordBefore: false });
  });

  it.each(['gestational age=32', "mother's age=30", 'mamá dice Age=34,5', 'la edad=20', '2 age=4'])(
    'reports that a word stands before the age in %j',
    (comments) => {
      expect(ageOverrideFrom(comments)).toMatchObject({ hasWordBefore: true });
    },
  );

  it.each([
    ['age=2 years', '2 years'],
    ['age=2 year', '2 year'],
    ['age=2yrs', '2yrs'],
    ['age=2y', '2y'],
    ['age=2-year', '2-year'],
    ['gestational age=32 weeks', '32 weeks'],
    ['age=32w', '32w'],
    ['age=10 days', '10 days'],
    ['edad=2 años', '2 años'],
    ['edad=2 anos', '2 anos'],
    ['edad=32 semanas', '32 semanas'],
    ['edad=10 días', '10 días'],
    ['age=70 weeks', '70 weeks'],
  ])('reports that %j is not in months', (comments, notMonths) => {
    expect(ageOverrideFrom(comments)).toEqual({ notMonths });
  });

  it.each([
    ['age=60.01', '60.01'],
    ['age=61', '61'],
    ['age=-1', '-1'],
    ['age=300 or age=30', '300'],
  ])('reports that the age in %j is out of range', (comments, invalid) => {
    expect(ageOverrideFrom(comments)).toEqual({ invalid });
  });

  it.each([undefined, '', 'age is 30', 'age=', 'age=thirty', 'package=3', 'average=3', 'age:30'])(
    'finds no age in %j',
    (comments) => {
      expect(ageOverrideFrom(comments)).toBeNull();
    },
  );
});

describe('parseText', () => {
  it('trims text, and returns undefined for blanks', () => {
    expect(parseText('  Ana María ')).toBe('Ana María');
    expect(parseText(' \n ')).toBeUndefined();
  });
});
