import { describe, expect, it } from 'vitest';
import { readSlipFragment, slipFragment } from './slip-link.ts';

const LINK = { slip: '0123456789ABCDEF', signs: ['whz', 'muac'], day: '2026-11-28' } as const;
const TEXT = '0123456789ABCDEF.WA.20261128';

describe('the code on a slip', () => {
  it('says slip, signs and day, the worst sign first', () => {
    expect(slipFragment(LINK)).toBe(TEXT);
    expect(slipFragment({ ...LINK, signs: ['muac', 'swelling', 'whz'] })).toContain('.SWA.');
    expect(readSlipFragment(TEXT)).toEqual(LINK);
  });

  it('is read from an address of any host', () => {
    expect(readSlipFragment(`https://crece.example/referral#${TEXT}`)).toEqual(LINK);
    expect(readSlipFragment(`HTTP://192.168.0.7:3000/referral#${TEXT.toLowerCase()}`)).toEqual(
      LINK,
    );
  });

  it.each([
    '',
    'https://example.org/',
    '0123456789ABCDEF',
    '0123456789ABCDEF.WA.20261328',
    '0123456789ABCDEF.AW.20261128',
    '0123456789ABCDEU.WA.20261128',
  ])('that is none is not read: %s', (text) => {
    expect(readSlipFragment(text)).toBeNull();
  });

  it('fits a small drawing: at most 120 characters with an address of 80', () => {
    const address = `https://${'a'.repeat(64)}.org/referral#`;
    expect(
      `${address}${slipFragment({ ...LINK, signs: ['swelling', 'whz', 'muac'] })}`.length,
    ).toBeLessThanOrEqual(120);
  });
});
