import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5 } from './md5.ts';

const expected = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');

describe('md5 of a string', () => {
  it('equals the digest of Node at every length around the end of a block, in characters of one to four bytes', () => {
    for (let length = 0; length <= 130; length += 1) {
      for (const letter of ['a', 'ñ', '李', '🍼']) {
        const text = letter.repeat(length);
        expect(md5(text), `${length} × ${letter}`).toBe(expected(text));
      }
    }
  });

  it('equals the digest of Node for any string', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 80 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(md5(text)).toBe(expected(text));
      }),
    );
  });
});
