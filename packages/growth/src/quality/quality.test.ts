import { describe, expect, it } from 'vitest';
import { type ExactMeasures, exactMeasureAtZ } from '../exact/index.ts';
import { evenP, lastDigit, preferenceScore, ratioP } from './counts.ts';
import { gradeOfPenalty, SMART } from './cut-offs.ts';
import { ZHistogram } from './histogram.ts';
import { openQualityCheck, type QualityReport, quality } from './index.ts';

function figure(report: QualityReport, name: string) {
  const found = report.figures.find((each) => each.figure === name);
  if (found === undefined) throw new Error(`no figure ${name}`);
  return found;
}

function children(count: number, of: (index: number) => ExactMeasures): ExactMeasures[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

describe('lastDigit', () => {
  it.each([
    [12, 0],
    [12.3, 3],
    [12.34, 3],
    [12.35, 4],
    // 2.675 × 10 is 26.749999999999996 in binary, but must end in 7.
    [2.675, 7],
    [8.15, 2],
    [99.95, 0],
    [1e300, 0],
    [1e308, 0],
  ])('the last digit of %s is %s', (measure, digit) => {
    expect(lastDigit(measure)).toBe(digit);
  });
});

describe('preferenceScore', () => {
  it('the score is 0 for evenly distributed digits, 100 when all values have the same digit', () => {
    expect(preferenceScore(new Array(10).fill(7))).toBe(0);
    expect(preferenceScore([50, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeCloseTo(100, 10);
  });

  it('the score does not grow with the size of the survey', () => {
    const counts = [30, 5, 5, 5, 5, 30, 5, 5, 5, 5];
    const tenfold = counts.map((count) => count * 10);
    // χ² is 2 × 20² / 10 + 8 × 5² / 10 = 100 of 100 children; √(100 / 900).
    expect(preferenceScore(counts)).toBeCloseTo(100 / 3, 10);
    expect(preferenceScore(tenfold)).toBeCloseTo(100 / 3, 10);
  });

  it('zero children have no score', () => {
    expect(preferenceScore(new Array(10).fill(0))).toBeNull();
    expect(evenP(new Array(12).fill(0))).toBeNull();
  });
});

describe('ratioP', () => {
  it('tests by χ² whether two counts have the expected ratio', () => {
    // (60 − 50)² / 50 twice is 4.
    expect(ratioP(60, 40, 1)).toBeCloseTo(0.0455, 4);
    expect(ratioP(50, 50, 1)).toBe(1);
    expect(ratioP(85, 100, 0.85)).toBe(1);
    expect(ratioP(0, 0, 1)).toBeNull();
  });
});

describe('ZHistogram', () => {
  const histogramOf = (...scores: number[]) => {
    const histogram = new ZHistogram();
    for (const z of scores) histogram.add(z);
    return histogram;
  };

  it('gives mean, deviation, skewness and kurtosis', () => {
    // Deviations −2, −1, 0, 3: squares 14, cubes 18, fourth powers 98.
    const { n, mean, deviation, skewness, kurtosis } = histogramOf(-2, -1, 0, 3).moments();
    expect([n, mean]).toEqual([4, 0]);
    expect(deviation).toBeCloseTo(Math.sqrt(14 / 3), 12);
    expect(skewness).toBeCloseTo((2 * 18) / 14 ** 1.5, 12);
    expect(kurtosis).toBeCloseTo((4 * 98) / 196 - 3, 12);
  });

  it('keeps every plausible score to the hundredth, ±6 included', () => {
    const { n, mean } = histogramOf(-6, 6, 1.23, -1.23).moments();
    expect([n, mean]).toEqual([4, 0]);
    expect(histogramOf(-0.29, 0.57).moments().mean).toBeCloseTo(0.14, 12);
  });

  it('gives the counted hundredths, the lowest first, and none beyond ±6', () => {
    const histogram = histogramOf(1.5, -0.001, 6.01, 0, -6, -6.01, 6, 1.5);
    histogram.add(-2, 3);
    expect(histogram.hundredths()).toEqual([
      [-600, 1],
      [-200, 3],
      [0, 2],
      [150, 2],
      [600, 1],
    ]);
  });

  it('counts the scores within two limits, both included', () => {
    expect(histogramOf(-3, -3.01, 2, 3).moments(-3, 3).n).toBe(3);
  });

  it('gives no deviation for one score, and no shape for equal scores', () => {
    expect(histogramOf().moments()).toEqual({
      n: 0,
      mean: null,
      deviation: null,
      skewness: null,
      kurtosis: null,
    });
    expect(histogramOf(1).moments()).toMatchObject({ mean: 1, deviation: null, skewness: null });
    expect(histogramOf(1, 1).moments()).toMatchObject({ deviation: 0, kurtosis: null });
  });
});

describe('the SMART table', () => {
  it.each([
    ['flagged', [2.5, 2.51, 5, 5.01, 7.5, 7.51], [0, 5, 5, 10, 10, 20]],
    ['probability', [0.101, 0.1, 0.051, 0.05, 0.0011, 0.001], [0, 2, 2, 4, 4, 10]],
    ['digitPreference', [7.49, 7.5, 12.49, 12.5, 20.49, 20.5], [0, 2, 2, 4, 4, 10]],
    ['standardDeviation', [1.09, 1.1, 1.149, 1.15, 1.19, 1.2], [0, 5, 5, 10, 10, 20]],
    ['standardDeviation', [0.91, 0.9, 0.851, 0.85, 0.801, 0.8], [0, 5, 5, 10, 10, 20]],
    ['shape', [0.19, 0.2, 0.39, 0.4, 0.59, 0.6], [0, 1, 1, 3, 3, 5]],
    ['shape', [-0.19, -0.2, -0.39, -0.4, -0.59, -0.6], [0, 1, 1, 3, 3, 5]],
  ] as const)('%s: %j cost %j', (name, values, points) => {
    const { gradeOf, penalties } = SMART[name];
    expect(values.map((value) => penalties[gradeOf(value)])).toEqual(points);
  });

  it('grades the sum of the penalties', () => {
    expect([9, 10, 14, 15, 24, 25].map(gradeOfPenalty)).toEqual([
      'excellent',
      'good',
      'good',
      'acceptable',
      'acceptable',
      'problematic',
    ]);
  });
});

describe('quality', () => {
  it('counts missing values, and MUAC only from 6 months', () => {
    const report = quality([
      { sex: 'Boy', ageMonths: 5.99, weight: 7, height: 65 },
      { sex: 'Girl', ageMonths: 6, weight: 7, height: 65, muac: 13 },
      { ageMonths: 7, weight: 0, height: 65 },
      { sex: 'Boy', weight: 8, height: Number.NaN },
    ]);
    const shares = ['sex', 'age', 'weight', 'height', 'muac'].map(
      (name) => figure(report, `missing-${name}`).value,
    );
    expect(shares).toEqual([25, 25, 25, 25, 50]);
    expect(figure(report, 'missing-muac').n).toBe(2);
    expect(figure(report, 'records')).toEqual({
      figure: 'records',
      value: 4,
      n: 4,
      verdict: 'not-judged',
    });
  });

  it('reports ages outside the standards', () => {
    const report = quality([-1, 0, 59.99, 60].map((ageMonths) => ({ sex: 'Boy', ageMonths })));
    expect(figure(report, 'age-outside')).toMatchObject({ value: 50, n: 4 });
  });

  it('judges sex and age ratios by their probability', () => {
    const report = quality(
      children(100, (index) => ({
        sex: index < 60 ? 'Boy' : 'Girl',
        ageMonths: index < 46 ? 29.99 : index < 98 ? 30 : index < 99 ? 5.99 : 60,
      })),
    );
    expect(figure(report, 'sex-ratio')).toMatchObject({ value: 1.5, n: 100 });
    expect(figure(report, 'sex-ratio-p').verdict).toBe('acceptable');
    expect(figure(report, 'sex-ratio-p').value).toBeCloseTo(0.0455, 4);
    expect(figure(report, 'age-ratio')).toMatchObject({ value: 46 / 52, n: 98 });
    expect(figure(report, 'age-ratio-p').verdict).toBe('excellent');
  });

  it('tests heaping over the four whole years from 12 to 59 months', () => {
    const even = quality(children(60, (index) => ({ ageMonths: index + 0.5 })));
    expect(figure(even, 'age-heaping')).toMatchObject({ value: 0, n: 48, verdict: 'not-judged' });
    expect(figure(even, 'age-heaping-p')).toMatchObject({ value: 1, verdict: 'within-limits' });
    const heaped = quality(children(48, (index) => ({ ageMonths: 12 * (1 + (index % 4)) })));
    expect(figure(heaped, 'age-heaping').value).toBeCloseTo(100, 10);
    expect(figure(heaped, 'age-heaping-p').verdict).toBe('beyond-limits');
  });

  it('scores digit preference in weight, height and MUAC', () => {
    const report = quality(
      children(100, (index) => ({
        weight: 10 + (index % 10) / 10,
        height: 80,
        muac: 12 + (index % 2) / 2,
      })),
    );
    expect(figure(report, 'digit-preference-weight')).toMatchObject({
      value: 0,
      n: 100,
      verdict: 'excellent',
    });
    expect(figure(report, 'digit-preference-height').verdict).toBe('problematic');
    expect(figure(report, 'digit-preference-height').value).toBeCloseTo(100, 10);
    // Two of ten digits: χ² is 100 × (5 − 1), and √(4 / 9).
    expect(figure(report, 'digit-preference-muac').value).toBeCloseTo(200 / 3, 10);
  });

  const heightAt = (z: number) =>
    exactMeasureAtZ({ score: 'zlen', sex: 'Boy', day: 1000 }, z) ?? undefined;

  it("reports the share of flagged scores and judges it by WHO's one per cent", () => {
    const survey = (flagged: number) =>
      quality(
        children(100, (index) => ({
          sex: 'Boy',
          ageDays: 1000,
          height: heightAt(index < flagged ? 7 : (index % 5) - 2),
        })),
      );
    expect(figure(survey(1), 'flagged-zlen')).toMatchObject({
      value: 1,
      n: 100,
      verdict: 'within-limits',
    });
    expect(figure(survey(2), 'flagged-zlen')).toMatchObject({ value: 2, verdict: 'beyond-limits' });
  });

  it("reports the deviation without flagged scores and judges it by WHO's range", () => {
    const survey = (spread: number) =>
      quality(
        children(101, (index) => ({
          sex: 'Boy',
          ageDays: 1000,
          height: heightAt(index === 100 ? 8 : index % 2 === 0 ? spread : -spread),
        })),
      );
    const deviation = figure(survey(1.2), 'sd-zlen');
    expect(deviation).toMatchObject({ n: 100, verdict: 'within-limits' });
    expect(deviation.value).toBeCloseTo(1.2 * Math.sqrt(100 / 99), 3);
    expect(figure(survey(1.0), 'sd-zlen').verdict).toBe('beyond-limits');
    expect(figure(survey(1.4), 'sd-zlen').verdict).toBe('beyond-limits');
  });

  it("counts SMART's flags from the survey's own mean", () => {
    // The mean is near −2: +1.5 is unusual here, although WHO would not flag it.
    const report = quality(
      children(100, (index) => ({
        sex: 'Boy',
        ageDays: 1000,
        height: heightAt(index === 99 ? 1.5 : -2),
      })),
    );
    expect(figure(report, 'flagged-zlen').value).toBe(0);
    expect(figure(report, 'smart-flagged-zlen')).toMatchObject({ value: 1, n: 100 });
    expect(figure(report, 'smart-sd-zlen')).toMatchObject({ value: 0, n: 99 });
  });

  it("judges SMART's flags and deviation for WHZ only", () => {
    const survey = (unusual: number, spread: number) =>
      quality(
        children(200, (index) => {
          const z = index < unusual ? 4.5 : index % 2 === 0 ? spread : -spread;
          return {
            sex: 'Boy',
            ageDays: 1000,
            height: heightAt(0) ?? 0,
            weight:
              exactMeasureAtZ({ score: 'zwfl', sex: 'Boy', height: heightAt(0) ?? 0 }, z) ?? 0,
          };
        }),
      );
    const flagged = (report: QualityReport) => figure(report, 'smart-flagged-zwfl');
    const deviation = (report: QualityReport) => figure(report, 'smart-sd-zwfl');
    expect(flagged(survey(5, 1))).toMatchObject({ value: 2.5, verdict: 'excellent' });
    expect(flagged(survey(6, 1))).toMatchObject({ value: 3, verdict: 'good' });
    expect(flagged(survey(16, 1))).toMatchObject({ value: 8, verdict: 'problematic' });
    expect(deviation(survey(0, 1)).verdict).toBe('excellent');
    expect(deviation(survey(0, 1.3)).verdict).toBe('problematic');
    const report = survey(16, 1.3);
    for (const name of ['zlen', 'zwei', 'zbmi']) {
      expect(figure(report, `smart-flagged-${name}`).verdict, name).toBe('not-judged');
      expect(['not-judged', 'no-data']).toContain(figure(report, `smart-sd-${name}`).verdict);
    }
    expect(report.summary.doubtful).toContain('smart-flagged-zwfl');
  });

  it('divides the ages at 6 and 30 months for the ratio, at 12 and 60 for heaping', () => {
    const at = (ageMonths: number) => quality([{ ageMonths }, { ageMonths: 40 }]);
    const younger = (ageMonths: number) => figure(at(ageMonths), 'age-ratio').value;
    expect([5.99, 6, 29.99].map(younger)).toEqual([0, 1, 1]);
    expect(younger(30)).toBe(0);
    const heaped = (ageMonths: number) => figure(at(ageMonths), 'age-heaping').n;
    expect([11.99, 12, 59.99, 60].map(heaped)).toEqual([1, 2, 2, 1]);
    expect(figure(quality([{ ageMonths: 10 }]), 'age-ratio').value).toBeNull();
  });

  it('names every figure once', () => {
    const indices = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'];
    const kinds = ['flagged', 'sd', 'smart-flagged', 'smart-sd', 'skewness', 'kurtosis'];
    expect(quality([]).figures.map((each) => each.figure)).toEqual([
      'records',
      ...['sex', 'age', 'weight', 'height', 'muac'].map((what) => `missing-${what}`),
      'age-outside',
      ...indices.flatMap((index) => kinds.map((kind) => `${kind}-${index}`)),
      ...['weight', 'height', 'muac'].map((what) => `digit-preference-${what}`),
      ...['sex-ratio', 'sex-ratio-p', 'age-ratio', 'age-ratio-p', 'age-heaping', 'age-heaping-p'],
      'smart-penalty',
    ]);
  });

  it('sums the penalties and lists doubtful figures', () => {
    // Only sex and the digits of height can be judged: 10 and 10 points.
    const report = quality(children(100, () => ({ sex: 'Boy', height: 80 })));
    expect(report.summary).toEqual({
      penalty: 20,
      verdict: 'acceptable',
      doubtful: ['digit-preference-height', 'sex-ratio-p'],
    });
    expect(figure(report, 'smart-penalty')).toEqual({
      figure: 'smart-penalty',
      value: 20,
      n: 100,
      verdict: 'acceptable',
    });
    expect(figure(report, 'sex-ratio').verdict).toBe('no-data');
  });

  it('returns no data for an empty survey', () => {
    const report = quality([]);
    expect(report.summary).toEqual({ penalty: 0, verdict: 'no-data', doubtful: [] });
    const verdicts = new Set(report.figures.map(({ verdict }) => verdict));
    expect(verdicts).toEqual(new Set(['not-judged', 'no-data']));
  });

  it('gives the same result for records added one by one', () => {
    const records = children(30, (index) => ({
      sex: index % 3 === 0 ? 'Girl' : 'Boy',
      ageDays: 200 + 50 * index,
      weight: 8 + index / 5,
      height: 70 + index,
    }));
    const check = openQualityCheck();
    for (const record of records) check.add(record);
    expect(check.report()).toEqual(quality(records));
  });
});

describe('counts of a check', () => {
  const survey = children(60, (index) => ({
    sex: index % 3 === 0 ? 'Girl' : 'Boy',
    ageMonths: index,
    weight: 6 + index / 5,
    height: index % 7 === 0 ? undefined : 60 + index * 0.8,
    muac: index % 4 === 0 ? undefined : 13 + (index % 10) / 10,
  }));

  it.each([0, 1, 25, 60])(
    'counts of the first %s and of the others add up to those of all',
    (first) => {
      const sum = openQualityCheck();
      for (const part of [survey.slice(0, first), survey.slice(first)]) {
        const check = openQualityCheck();
        for (const record of part) check.add(record);
        sum.addCounts(JSON.parse(JSON.stringify(check.counts())));
      }
      expect(sum.report()).toEqual(quality(survey));
    },
  );
});
