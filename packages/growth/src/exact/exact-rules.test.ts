import { describe, expect, it } from 'vitest';
import { type ExactMeasures, type ExactScore, exactMeasureAtZ, exactZScores } from './index.ts';

const GIRL = { sex: 'Girl', ageDays: 1000, weight: 12.5, height: 92 } as const;

function zOf(name: ExactScore, measures: ExactMeasures): number | string {
  const score = exactZScores(measures)[name];
  return score.z ?? score.reason;
}

describe('age in the exact method', () => {
  it.each([
    // [days, months, WHO's whole day]
    [243.49, 8, 243],
    [243.5, 8, 244],
    [730.49, 24, 730],
    [730.5, 24, 731],
    [1217.5, 40, 1218],
    [1704.5, 56, 1705],
  ])('rounds %s days half up, and %s months to the same', (ageDays, ageMonths, day) => {
    const whole = exactZScores({ ...GIRL, ageDays: day });
    expect(exactZScores({ ...GIRL, ageDays }).zwei).toEqual(whole.zwei);
    if (ageDays % 1 === 0.5)
      expect(exactZScores({ sex: 'Girl', weight: 12.5, ageMonths }).zwei).toEqual(whole.zwei);
  });

  it.each([
    [1826, -1.86],
    [1826.2, -1.86],
    // 1826.25 days are exactly 60 months.
    [1826.25, 'age-outside-reference'],
    [1827, 'age-outside-reference'],
    [-0.01, 'age-invalid'],
    [Number.NaN, 'no-age'],
    [Number.POSITIVE_INFINITY, 'no-age'],
  ])('at %s days gives %s', (ageDays, expected) => {
    expect(zOf('zwei', { sex: 'Girl', ageDays, weight: 14 })).toBe(expected);
  });

  it.each([
    [59.999, -1.86],
    [60, 'age-outside-reference'],
    [-1, 'age-invalid'],
  ])('at %s months gives %s', (ageMonths, expected) => {
    expect(zOf('zwei', { sex: 'Girl', ageMonths, weight: 14 })).toBe(expected);
  });

  it('uses the days when both days and months are given', () => {
    expect(zOf('zwei', { ...GIRL, ageMonths: 3 })).toBe(zOf('zwei', GIRL));
  });

  it('outside the standards gives no score, not even weight-for-height', () => {
    for (const ageDays of [1827, -1]) {
      const { zlen, zwei, zwfl, zbmi } = exactZScores({ ...GIRL, ageDays });
      const reason = ageDays < 0 ? 'age-invalid' : 'age-outside-reference';
      expect([zlen, zwei, zwfl, zbmi]).toEqual(new Array(4).fill({ z: null, reason }));
    }
  });

  it('when unknown leaves only weight-for-height', () => {
    const scores = exactZScores({ sex: 'Girl', weight: 12.5, height: 92 });
    expect(scores.zwfl.z).toBe(-0.57);
    expect(scores.zlen).toEqual({ z: null, reason: 'no-age' });
    expect(scores.zbmi).toEqual({ z: null, reason: 'no-age' });
  });

  it('before day 91 gives no arm circumference-for-age', () => {
    expect(zOf('zac', { sex: 'Boy', ageDays: 90, muac: 12 })).toBe('outside-reference');
    expect(zOf('zac', { sex: 'Boy', ageDays: 91, muac: 12 })).toBe(-1.52);
  });
});

describe('lying and standing in the exact method', () => {
  it.each([
    // [days, measured, cm as entered, cm of the tables]
    [730, 'standing', 80, 80.7],
    [730.49, 'standing', 80, 80.7],
    [730.5, 'standing', 80, 80],
    [731, 'standing', 80, 80],
    [730, 'lying', 80, 80],
    [731, 'lying', 80, 79.3],
    [731, undefined, 80, 80],
    [undefined, 'lying', 80, 80],
    [undefined, 'standing', 80, 80],
    // Standing is not believed under 9 months: 9 × 30.4375 is 273.9375 days.
    [273.9, 'standing', 70, 70],
    [273.9375, 'standing', 70, 70.7],
  ] as const)('at %s days measured %s, %s cm counts as %s cm', (ageDays, measured, height, cm) => {
    expect(exactZScores({ ...GIRL, ageDays, measured, height }).convertedHeight).toBe(cm);
  });

  it.each([
    [8.99, 'standing', true],
    [9, 'standing', false],
    [8.99, 'lying', false],
    [undefined, 'standing', false],
    [-1, 'standing', false],
  ] as const)(
    'at %s months measured %s: standing is disbelieved is %s',
    (ageMonths, measured, expected) => {
      const { isStandingDisbelieved } = exactZScores({
        sex: 'Boy',
        ageMonths,
        measured,
        height: 70,
      });
      expect(isStandingDisbelieved).toBe(expected);
    },
  );

  it('compares a child of 103.1 cm measured lying with exactly 102.4 cm', () => {
    // WHO's own software uses 102.39999999999999 and interpolates two rows.
    const lying = exactZScores({ ...GIRL, ageDays: 1500, height: 103.1, measured: 'lying' });
    const standing = exactZScores({ ...GIRL, ageDays: 1500, height: 102.4, measured: 'standing' });
    expect(lying.convertedHeight).toBe(102.4);
    expect(lying.zwfl).toEqual(standing.zwfl);
    expect(lying.bmi).toBe(standing.bmi);
  });

  it('treats every height of one decimal, lying, like the same child standing 0.7 cm lower', () => {
    for (let tenths = 660; tenths <= 1207; tenths++) {
      const lying = { ...GIRL, ageDays: 1500, height: tenths / 10, measured: 'lying' } as const;
      const standing = { ...GIRL, ageDays: 1500, height: (tenths - 7) / 10 } as const;
      expect(exactZScores(lying)).toEqual(exactZScores(standing));
    }
  });

  it("changes at day 731 by WHO's difference between lying and standing", () => {
    const median = (day: number) => exactMeasureAtZ({ score: 'zlen', sex: 'Boy', day }, 0);
    expect([median(730), median(731)]).toEqual([87.8018, 87.1303]);
    // Measured in the same way on both days, the child has no jump.
    for (const measured of ['lying', 'standing'] as const) {
      const on = (ageDays: number) =>
        exactZScores({ sex: 'Boy', ageDays, height: 85, weight: 12, measured }, 6);
      for (const name of ['zlen', 'zwfl', 'zbmi'] as const)
        expect(Math.abs((on(731)[name].z ?? 9) - (on(730)[name].z ?? -9))).toBeLessThan(0.03);
    }
  });
});

describe('weight-for-length and weight-for-height', () => {
  const LYING = { sex: 'Boy', measured: 'lying' } as const;
  const STANDING = { sex: 'Boy', measured: 'standing' } as const;

  it.each([
    [LYING, 44.9, 'outside-reference'],
    [LYING, 45, 0],
    [LYING, 110, 0],
    [LYING, 110.1, 'outside-reference'],
    [STANDING, 64.9, 'outside-reference'],
    [STANDING, 65, 0],
    [STANDING, 120, 0],
    [STANDING, 120.1, 'outside-reference'],
  ])('%o of %s cm gives the score %s at the median weight', (child, height, expected) => {
    const place =
      child.measured === 'lying'
        ? ({ score: 'zwfl', sex: 'Boy', length: height } as const)
        : ({ score: 'zwfl', sex: 'Boy', height } as const);
    const weight = exactMeasureAtZ(place, 0) ?? 12;
    expect(zOf('zwfl', { ...child, height, weight })).toBe(expected);
  });

  it('checks the table limits with the converted height', () => {
    const lying = { sex: 'Girl', ageDays: 800, weight: 8, measured: 'lying' } as const;
    expect(zOf('zwfl', { ...lying, height: 65.6 })).toBe('outside-reference');
    expect(typeof zOf('zwfl', { ...lying, height: 65.7 })).toBe('number');
    expect(zOf('zwfl', { ...lying, height: 120.8 })).toBe('outside-reference');
  });

  it('without age and position treats a child as lying below 87 cm and standing from 87 cm', () => {
    const child = { sex: 'Girl', weight: 11.5 } as const;
    const at = (height: number, measured?: 'lying' | 'standing') =>
      zOf('zwfl', { ...child, height, measured });
    expect(at(86.9)).toBe(at(86.9, 'lying'));
    expect(at(86.9)).not.toBe(at(86.9, 'standing'));
    expect(at(87)).toBe(at(87, 'standing'));
    expect(at(87)).not.toBe(at(87, 'lying'));
  });

  it('uses the age rather than the position to choose the table', () => {
    const child = { sex: 'Girl', weight: 11.5, height: 87 } as const;
    expect(zOf('zwfl', { ...child, ageDays: 730, measured: 'lying' })).toBe(
      zOf('zwfl', { ...child, measured: 'lying' }),
    );
    expect(zOf('zwfl', { ...child, ageDays: 731 })).toBe(
      zOf('zwfl', { ...child, measured: 'standing' }),
    );
  });

  it('interpolates between two tenths of a centimetre', () => {
    const z = (height: number) =>
      exactZScores({ sex: 'Boy', weight: 9, height, measured: 'lying' }, 9).zwfl.z ?? Number.NaN;
    expect(z(75.25)).toBeLessThan(z(75.2));
    expect(z(75.25)).toBeGreaterThan(z(75.3));
    expect(z(75.25)).toBeCloseTo((z(75.2) + z(75.3)) / 2, 4);
  });
});

describe('input that removes a score', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a weight of %s kg removes the scores of weight',
    (weight) => {
      const { zwei, zwfl, zbmi, zlen } = exactZScores({ ...GIRL, weight });
      const none = { z: null, reason: 'not-measured' };
      expect([zwei, zwfl, zbmi]).toEqual([none, none, none]);
      expect(zlen.z).toBe(-0.22);
    },
  );

  it.each([0, -0.5, Number.NaN])(
    'a height of %s cm, standing or lying, removes the scores of height',
    (height) => {
      for (const measured of ['lying', 'standing', undefined] as const)
        for (const ageDays of [300, 1000]) {
          const scores = exactZScores({ ...GIRL, ageDays, height, measured });
          const none = { z: null, reason: 'not-measured' };
          expect([scores.zlen, scores.zwfl, scores.zbmi]).toEqual([none, none, none]);
          expect(scores.bmi).toBeNull();
        }
    },
  );

  it('a height that is zero or less after conversion removes its scores', () => {
    const scores = exactZScores({ ...GIRL, height: 0.7, measured: 'lying' });
    expect(scores.convertedHeight).toBe(0);
    expect(scores.zlen).toEqual({ z: null, reason: 'not-measured' });
    expect(scores.bmi).toBeNull();
  });

  it('oedema removes the weight-based three, and not length, arm or head', () => {
    const child = { ...GIRL, muac: 14, headCircumference: 48, oedema: true };
    const { zlen, zwei, zwfl, zbmi, zac, zhc, bmi } = exactZScores(child);
    const none = { z: null, reason: 'oedema' };
    expect([zwei, zwfl, zbmi]).toEqual([none, none, none]);
    expect([zlen.z, zac.z, zhc.z]).toEqual([-0.22, -1.22, -0.16]);
    expect(bmi).toBeCloseTo(14.768, 3);
  });

  it('an unknown sex removes every score', () => {
    const { zlen, zwfl } = exactZScores({ ...GIRL, sex: undefined });
    expect([zlen, zwfl]).toEqual(new Array(2).fill({ z: null, reason: 'no-sex' }));
  });
});

describe('implausibility flags', () => {
  it.each([
    ['zlen', -6, 6],
    ['zwei', -6, 5],
    ['zwfl', -5, 5],
    ['zbmi', -5, 5],
    ['zac', -5, 5],
    ['zhc', -5, 5],
  ] as const)('mark %s below %s and above %s, and not at the limit', (name, low, high) => {
    const flagAt = (z: number) => {
      const place =
        name === 'zwfl'
          ? ({ score: name, sex: 'Boy', height: 80 } as const)
          : ({ score: name, sex: 'Boy', day: 800 } as const);
      const measure = exactMeasureAtZ(place, z) ?? Number.NaN;
      // BMI cannot be entered directly: for a child of one metre it equals the weight.
      const height = name === 'zlen' ? measure : name === 'zbmi' ? 100 : 80;
      const score = exactZScores({
        sex: 'Boy',
        ageDays: 800,
        height,
        weight: measure,
        muac: measure,
        headCircumference: measure,
      })[name];
      return score.z === null ? score.reason : [score.z, score.isFlagged];
    };
    expect([low - 0.01, low - 0.004, low].map(flagAt)).toEqual([
      [low - 0.01, true],
      [low, false],
      [low, false],
    ]);
    expect([high, high + 0.004, high + 0.01].map(flagAt)).toEqual([
      [high, false],
      [high, false],
      [high + 0.01, true],
    ]);
  });
});

describe('decimals of the exact scores', () => {
  it('exact scores have the requested number of decimals, two by default', () => {
    const child = { sex: 'Girl', ageDays: 1522, weight: 17 } as const;
    expect(zOf('zwei', child)).toBe(0.24);
    expect(exactZScores(child, 4).zwei.z).toBe(0.24);
    expect(exactZScores(child, 0).zwei.z).toBe(0);
  });
});
