import { describe, expect, it } from 'vitest';
import { compareRevisions, isAncestry, parseRevision } from './revision.ts';

describe('parseRevision', () => {
  it('reads generation and hash', () => {
    expect(parseRevision('3-0123456789abcdef0123456789abcdef')).toEqual({
      generation: 3,
      hash: '0123456789abcdef0123456789abcdef',
    });
    expect(parseRevision('12-a')).toEqual({ generation: 12, hash: 'a' });
  });

  it('accepts generations from 1 to the largest safe integer', () => {
    expect(parseRevision('1-a')?.generation).toBe(1);
    expect(parseRevision('9007199254740991-a')?.generation).toBe(9_007_199_254_740_991);
    for (const wrong of [
      '0-a',
      '-1-a',
      '01-a',
      '1.5-a',
      '1e3-a',
      '9007199254740992-a',
      '-a',
      '1',
    ]) {
      expect(parseRevision(wrong)).toBeNull();
    }
    expect(parseRevision('99999999999999999999-a')).toBeNull();
  });

  it('accepts hashes of 1 to 64 lower-case hexadecimal digits', () => {
    expect(parseRevision(`1-${'f'.repeat(64)}`)?.hash).toHaveLength(64);
    const wrong = [
      `1-${'f'.repeat(65)}`,
      '1-',
      '1-A',
      '1-g',
      '1-a b',
      '1-a\n',
      ' 1-a',
      '1-a-b',
      '',
    ];
    for (const revision of wrong) expect(parseRevision(revision)).toBeNull();
  });
});

describe('isAncestry', () => {
  it('requires generations that fall by one, newest first', () => {
    expect(isAncestry(['3-c', '2-b', '1-a'])).toBe(true);
    expect(isAncestry(['1-a'])).toBe(true);
    expect(isAncestry(['7-c', '6-b'])).toBe(true);
    for (const wrong of [
      ['3-c', '1-a'],
      ['1-a', '2-b'],
      ['2-b', '2-a'],
      ['1-a', '0-0'],
      ['1-x'],
      [],
    ]) {
      expect(isAncestry(wrong)).toBe(false);
    }
  });
});

describe('compareRevisions', () => {
  it('compares generations as numbers, then hashes as text', () => {
    const sorted = ['2-ff', '9-0', '10-0', '10-09', '10-1', '10-a'];
    expect(sorted.toReversed().sort(compareRevisions)).toEqual(sorted);
    expect(compareRevisions('4-a', '4-a')).toBe(0);
  });
});
