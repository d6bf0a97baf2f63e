import { describe, expect, it } from 'vitest';
import { muacFromMillimetres, usableMeasures, usableMuac } from './usable-measures.ts';

describe('usableMeasures', () => {
  it.each([
    ['height', 29.9, false],
    ['height', 30, true],
    ['height', 30.1, true],
    ['height', 139.9, true],
    ['height', 140, true],
    ['height', 140.1, false],
    ['weight', 0.49, false],
    ['weight', 0.5, true],
    ['weight', 0.51, true],
    ['weight', 39.99, true],
    ['weight', 40, true],
    ['weight', 40.01, false],
    ['muac', 26.4, true],
    ['muac', 26.5, true],
    ['muac', 26.6, false],
    ['muac', 2, true],
  ] as const)('%s %d is usable: %s', (measure, value, isUsable) => {
    const read = usableMeasures({ [measure]: value });
    expect(read[measure]).toBe(isUsable ? value : undefined);
    expect(read.doubts).toEqual(isUsable ? [] : [{ measure, cause: 'implausible', value }]);
  });

  it.each([
    [54.9, 'implausible'],
    [55, 'millimetres'],
    [55.1, 'millimetres'],
    [264.9, 'millimetres'],
    [265, 'millimetres'],
    [265.1, 'implausible'],
  ] as const)('a MUAC of %d is doubtful (%s) and no rule uses it', (muac, cause) => {
    const read = usableMeasures({ muac });
    expect(read.muac).toBeUndefined();
    expect(read.doubts).toEqual([{ measure: 'muac', cause, value: muac }]);
  });

  it('lists every doubt, and returns the other figures', () => {
    expect(usableMeasures({ height: 750, weight: 9.4, muac: 108 })).toEqual({
      height: undefined,
      weight: 9.4,
      muac: undefined,
      doubts: [
        { measure: 'height', cause: 'implausible', value: 750 },
        { measure: 'muac', cause: 'millimetres', value: 108 },
      ],
    });
  });

  it.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    '%s counts as not measured, without a doubt',
    (value) => {
      expect(usableMeasures({ height: value, weight: value, muac: value })).toEqual({
        height: undefined,
        weight: undefined,
        muac: undefined,
        doubts: [],
      });
    },
  );
});

describe('muacFromMillimetres', () => {
  it.each([
    [54.9, null],
    [55, 5.5],
    [108, 10.8],
    [114, 11.4],
    [115, 11.5],
    [124, 12.4],
    [125, 12.5],
    [265, 26.5],
    [265.1, null],
    [10.8, null],
    [undefined, null],
    [Number.NaN, null],
  ] as const)('%s gives %s cm', (muac, cm) => {
    expect(muacFromMillimetres(muac)).toBe(cm);
  });
});

describe('usableMuac', () => {
  it.each([
    [26.5, 26.5],
    [26.6, undefined],
    [108, undefined],
    [0, undefined],
    [undefined, undefined],
  ] as const)('%s counts as %s', (muac, cm) => {
    expect(usableMuac(muac)).toBe(cm);
  });
});
