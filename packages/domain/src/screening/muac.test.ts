import { describe, expect, it } from 'vitest';
import { decidingMuacBand, muacBandOf } from './muac.ts';

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

  it('gives no band under 6 months or at an unknown age', () => {
    expect(muacBandOf(10.8, 5.99)).toBeUndefined();
    expect(muacBandOf(10.8, null)).toBeUndefined();
    expect(muacBandOf(10.8, 6)).toBe('red');
  });

  it("rates an older system's millimetres as a tenth of the value, but does not let them decide", () => {
    expect([108, 114, 115, 124, 125, 145].map((muac) => muacBandOf(muac, 20))).toEqual([
      'red',
      'red',
      'yellow',
      'yellow',
      'green',
      'green',
    ]);
    expect([55, 265].map((muac) => muacBandOf(muac, 20))).toEqual(['red', 'green']);
    expect([55, 108, 265].map((muac) => decidingMuacBand(muac, 20))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(muacBandOf(108, 5.99)).toBeUndefined();
  });

  it('treats a value that is plausible neither in cm nor in mm as not measured', () => {
    expect([26.51, 54.9, 265.1].map((muac) => muacBandOf(muac, 20))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([muacBandOf(26.5, 20), muacBandOf(5.4, 20)]).toEqual(['green', 'red']);
    expect([decidingMuacBand(26.5, 20), decidingMuacBand(11.4, 20)]).toEqual(['green', 'red']);
  });

  it('treats undefined, 0 and non-numbers as not measured', () => {
    expect([undefined, 0, -1, Number.NaN].map((muac) => muacBandOf(muac, 20))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
