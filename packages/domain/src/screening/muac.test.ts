import { describe, expect, it } from 'vitest';
import { muacBandOf } from './muac.ts';

describe('muacBandOf', () => {
  it.each([
    [11.49, 'red'],
    [11.5, 'yellow'],
    [12.49, 'yellow'],
    [12.5, 'green'],
    [26.5, 'green'],
  ] as const)('%d cm is %s', (muac, band) => {
    expect(muacBandOf(muac, 20)).toBe(band);
  });

  it('says nothing under 6 months or at an unknown age', () => {
    expect(muacBandOf(10.8, 5.99)).toBeUndefined();
    expect(muacBandOf(10.8, null)).toBeUndefined();
    expect(muacBandOf(10.8, 6)).toBe('red');
  });

  it('never reads millimetres of an older system as a green arm', () => {
    expect([26.51, 108, 145].map((muac) => muacBandOf(muac, 20))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(muacBandOf(5.4, 20)).toBe('red');
  });

  it('takes nothing, 0 and what is no number as not measured', () => {
    expect([undefined, 0, -1, Number.NaN].map((muac) => muacBandOf(muac, 20))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
