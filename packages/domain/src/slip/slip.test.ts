import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstOfSlip,
  isSlip,
  joinSlips,
  makeSlip,
  readSlip,
  readSlips,
  slipInGroups,
} from './slip.ts';

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const A = '0123456789ABCDEF';
const B = 'GHJKMNPQRSTVWXYZ';

describe('a slip', () => {
  it('has 16 letters, another one for other bytes', () => {
    expect(makeSlip(new Uint8Array(10))).toBe('0000000000000000');
    expect(makeSlip(new Uint8Array(10).fill(255))).toBe('ZZZZZZZZZZZZZZZZ');
    expect(makeSlip(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 33))).toBe('0000000000000011');
    expect(() => makeSlip(new Uint8Array(9))).toThrow(RangeError);
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [a, b] = [makeSlip(one), makeSlip(other)];
        expect(isSlip(a)).toBe(true);
        expect(a === b).toBe(one.every((byte, at) => byte === other[at]));
      }),
    );
  });

  it('is read in any case, with blanks and hyphens, and with letters that look alike', () => {
    expect(slipInGroups(A)).toBe('0123-4567-89AB-CDEF');
    expect(readSlip(' o123-4567 89ab-cdef ')).toBe(A);
    expect(readSlip('0I23456789ABCDEF')).toBe(A);
    expect(readSlip('0l23456789abcdef')).toBe(A);
    for (const none of ['', '0123456789ABCDE', `${A}0`, 'U123456789ABCDEF', 'Ñ123456789ABCDEF']) {
      expect(readSlip(none)).toBeNull();
    }
    expect(firstOfSlip(A)).toBe('0123');
  });

  it('of two phones both hold, whichever is read first', () => {
    expect(joinSlips([A], [B])).toEqual([A, B]);
    expect(joinSlips([B], [A])).toEqual([A, B]);
    expect(joinSlips(undefined, [B, A])).toEqual([A, B]);
    expect(joinSlips(undefined, undefined)).toBeUndefined();
  });

  it('that cannot be one is left out of a stored list', () => {
    expect(readSlips([B, 'x', 7, A, B])).toEqual([A, B]);
    expect(readSlips(A)).toEqual([A]);
    expect(readSlips(['x'])).toBeUndefined();
    const asStored = [A, B];
    expect(readSlips(asStored)).toBe(asStored);
  });
});
