import { describe, expect, it } from 'vitest';
import {
  digitsOf,
  isWholePart,
  partsOfPasted,
  partsOfText,
  textOfParts,
  wholeYear,
} from './date-parts.ts';

describe('a date typed in three parts', () => {
  it('three parts are a date once every one is there, with blanks filled by zeros', () => {
    expect(textOfParts({ day: '3', month: '5', year: '2024' })).toBe('2024-05-03');
    expect(textOfParts({ day: '31', month: '12', year: '2024' })).toBe('2024-12-31');
    expect(textOfParts({ day: '', month: '', year: '' })).toBe('');
  });

  it('keeps unfinished parts as they are, as no date', () => {
    for (const parts of [
      { day: '3', month: '', year: '' },
      { day: '3', month: '5', year: '202' },
      { day: '', month: '5', year: '2024' },
    ]) {
      expect(textOfParts(parts)).not.toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(partsOfText(textOfParts(parts))).toEqual(parts);
    }
    expect(partsOfText('2024-05-03')).toEqual({ day: '03', month: '05', year: '2024' });
    expect(partsOfText('')).toEqual({ day: '', month: '', year: '' });
  });

  it('leads on when no further digit can follow', () => {
    expect(['3', '4', '12', '1', '0', ''].map((day) => isWholePart('day', day))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['1', '2', '12', '0'].map((month) => isWholePart('month', month))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['202', '2024'].map((year) => isWholePart('year', year))).toEqual([false, true]);
  });

  it('reads a year of two digits as the latest one that is not in the future', () => {
    expect(wholeYear('26', 2026)).toBe('2026');
    expect(wholeYear('27', 2026)).toBe('27');
    expect(wholeYear('05', 2026)).toBe('2005');
    expect(wholeYear('2024', 2026)).toBe('2024');
    expect(wholeYear('4', 2026)).toBe('4');
  });

  it('takes a whole date that is pasted, the day first or the year first', () => {
    const parts = { day: '3', month: '5', year: '2024' };
    expect(partsOfPasted('3/5/2024')).toEqual(parts);
    expect(partsOfPasted('2024.5.3')).toEqual(parts);
    expect(partsOfPasted('3/5/24')).toBeNull();
    expect(partsOfPasted('3 May')).toBeNull();
  });

  it('takes the wide digits of some keyboards as the digits they are', () => {
    expect(digitsOf('０３')).toBe('03');
    expect(digitsOf('3a-')).toBe('3');
    expect(digitsOf('mayo')).toBe('');
    expect(partsOfPasted('３/５/２０２４')).toEqual({ day: '3', month: '5', year: '2024' });
  });
});
