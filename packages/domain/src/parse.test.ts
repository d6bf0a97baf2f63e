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

  it.each(['', '   ', '\t'])('has nothing in %j', (text) => {
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
  it('reads what a date input gives', () => {
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
  ])('finds the age in %j', (comments, ageMonths) => {
    expect(ageOverrideFrom(comments)).toEqual({ ageMonths });
  });

  it.each([
    ['age=60.01', '60.01'],
    ['age=61', '61'],
    ['age=-1', '-1'],
    ['age=300 or age=30', '300'],
  ])('tells that the age in %j is out of range', (comments, invalid) => {
    expect(ageOverrideFrom(comments)).toEqual({ invalid });
  });

  it.each([undefined, '', 'age is 30', 'age=', 'age=thirty', 'package=3', 'average=3', 'age:30'])(
    'finds none in %j',
    (comments) => {
      expect(ageOverrideFrom(comments)).toBeNull();
    },
  );
});

describe('parseText', () => {
  it('trims, and leaves nothing of blanks', () => {
    expect(parseText('  Ana María ')).toBe('Ana María');
    expect(parseText(' \n ')).toBeUndefined();
  });
});
