import { describe, expect, it } from 'vitest';
import { FORMER_VOLUNTEER, isFormerName, nameMark, shownAuthor } from './former-names.ts';

const ERASED = 'Ana María López';

describe('nameMark', () => {
  it('is the published FNV-1a of the folded name', () => {
    expect(nameMark('')).toBe(0x811c9dc5);
    expect(nameMark('A')).toBe(0xe40c292c);
    expect(nameMark('foobar')).toBe(0xbf9cf968);
  });

  it('does not depend on case, accents and blanks', () => {
    expect(nameMark('  ANA  maria lopez')).toBe(nameMark(ERASED));
    expect(nameMark('Ana María Lópes')).not.toBe(nameMark(ERASED));
  });

  it('is a number of 32 bits for letters of every script', () => {
    for (const name of ['អាណា', '𠮷野家', 'Åsa Ögren']) {
      expect(Number.isInteger(nameMark(name))).toBe(true);
      expect(nameMark(name)).toBeGreaterThanOrEqual(0);
      expect(nameMark(name)).toBeLessThan(2 ** 32);
    }
  });
});

describe('isFormerName', () => {
  const noOther = new Map([[nameMark(ERASED), null]]);
  const withOther = new Map([[nameMark(ERASED), '2026-05-01T00:00:00.000Z']]);

  it('knows the name of an erased account, whenever it was written', () => {
    expect(isFormerName(noOther, 'ana maria lopez', '2030-01-01T00:00:00.000Z')).toBe(true);
    expect(isFormerName(noOther, ERASED)).toBe(true);
    expect(isFormerName(noOther, 'Ana López')).toBe(false);
  });

  it('leaves what a living account of the same name may have written to the living one', () => {
    expect(isFormerName(withOther, ERASED, '2026-04-30T23:59:59.999Z')).toBe(true);
    expect(isFormerName(withOther, ERASED, '2026-05-01T00:00:00.000Z')).toBe(false);
    expect(isFormerName(withOther, ERASED)).toBe(false);
  });

  it('gives figures and files a word in place of the name', () => {
    expect(shownAuthor(noOther, ERASED)).toBe(FORMER_VOLUNTEER);
    expect(shownAuthor(noOther, 'Ben')).toBe('Ben');
    expect(shownAuthor(noOther, undefined)).toBeUndefined();
  });
});
