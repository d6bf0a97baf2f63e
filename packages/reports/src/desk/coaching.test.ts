import type { DeskList } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { coachingOf, listOfDigit } from './coaching.ts';
import { DIGIT_MEASURES, noListCounts, placeOfList } from './desk-lists.ts';

const EVEN = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4];
const DIGITS = { weight: EVEN, height: EVEN, muac: EVEN };

function notes(counts: Partial<Record<DeskList, number>>, digits = DIGITS) {
  const lists = noListCounts();
  for (const [list, count] of Object.entries(counts)) {
    lists[placeOfList(list as DeskList)] = count;
  }
  for (const measure of DIGIT_MEASURES) {
    digits[measure].forEach((count, digit) => {
      lists[placeOfList(listOfDigit(measure, digit))] = count;
    });
  }
  return coachingOf(lists);
}

describe('coaching', () => {
  it('no notes are given when everything was measured', () => {
    expect(notes({ covered: 40, 'known-muac': 40 })).toEqual([]);
  });

  it('counts every flagged child', () => {
    expect(notes({ covered: 40, flagged: 1 })).toEqual([{ topic: 'flagged', count: 1, of: 40 }]);
  });

  it('notes gaps from 3 children and above one tenth of them', () => {
    const gap = (count: number, of: number) =>
      notes({ covered: of, 'swelling-not-looked': count }).length;
    expect([gap(2, 10), gap(3, 10), gap(3, 30), gap(4, 30), gap(3, 29)]).toEqual([0, 1, 0, 1, 1]);
  });

  it('counts a missing MUAC only for children from 6 months', () => {
    expect(notes({ covered: 90, 'known-muac': 7, 'missing-muac': 3 })).toEqual([
      { topic: 'muac-missing', count: 3, of: 10 },
    ]);
  });

  it('notes the most frequent last digit, from 30 measures', () => {
    const weight = [20, 1, 1, 1, 1, 2, 1, 1, 1, 1];
    expect(notes({}, { ...DIGITS, weight })).toEqual([
      { topic: 'weight-rounded', count: 20, of: 30, digit: 0 },
    ]);
    expect(notes({}, { ...DIGITS, weight: [19, ...weight.slice(1)] })).toEqual([]);
  });

  it('ignores chance: 8 of 30 with the same digit give no note', () => {
    expect(notes({}, { ...DIGITS, height: [8, 2, 3, 2, 3, 2, 3, 2, 3, 2] })).toEqual([]);
  });
});
