import { describe, expect, it } from 'vitest';
import { exactMeasureAtZ } from '../exact/index.ts';
import { openSurvey, type PrevalenceRow, prevalence, type SurveyRecord } from './index.ts';

/** A child with a given HAZ and an ordinary weight for that height. */
function aChild(haz: number, other: SurveyRecord = {}): SurveyRecord {
  const sex = other.sex ?? 'Boy';
  const ageDays = other.ageDays ?? 1000;
  const height = exactMeasureAtZ({ score: 'zlen', sex, day: ageDays }, haz) ?? undefined;
  const weight =
    height === undefined
      ? undefined
      : (exactMeasureAtZ({ score: 'zwfl', sex, height }, 0) ?? undefined);
  return { sex, ageDays, height, weight, ...other };
}

function figure(rows: readonly PrevalenceRow[], name: string, group = 'All'): number | null {
  const row = rows.find((each) => each.group === group);
  if (row === undefined) throw new Error(`no group ${group}`);
  return row.figures[name] ?? null;
}

const groupNames = (rows: readonly PrevalenceRow[]) => rows.map(({ group }) => group);

describe('prevalence: shares and means', () => {
  const rows = prevalence([-3.01, -3, -2.01, -2, -1, 0, 1, 1.01, 2.01, 3.01].map((z) => aChild(z)));

  it('count only values beyond a line, not on it', () => {
    const shares = ['HA_3', 'HA_2', 'HA_1', 'HA1', 'HA2', 'HA3'].map((name) =>
      figure(rows, `${name}_r`),
    );
    expect(shares.map((share) => Math.round(share ?? -1))).toEqual([10, 30, 40, 30, 20, 10]);
  });

  it('count as stunted and wasted, or stunted and overweight, only values beyond both lines', () => {
    const both = (haz: number, whz: number) => {
      const child = aChild(haz);
      const weight = exactMeasureAtZ(
        { score: 'zwfl', sex: 'Boy', height: child.height ?? Number.NaN },
        whz,
      );
      return { ...child, weight: weight ?? undefined };
    };
    const share = (name: string, children: SurveyRecord[]) =>
      Math.round(figure(prevalence(children), name) ?? -1);
    const wasted = [both(-2.01, -2.01), both(-2.01, -2), both(-2, -2.01), both(-2, -2)];
    expect(share('HA_2_WH_2_r', wasted)).toBe(25);
    const heavy = [both(-2.01, 2.01), both(-2.01, 2), both(-2, 2.01), both(-2, 2)];
    expect(share('HA_2_WH2_r', heavy)).toBe(25);
  });

  it('give mean and standard deviation of the z-scores', () => {
    expect(figure(rows, 'HA_r')).toBeCloseTo(-0.399, 10);
    expect(figure(rows, 'HA_stdev')).toBeCloseTo(2.1247, 3);
    expect(figure(rows, 'HA_se')).toBeCloseTo(2.1247 / Math.sqrt(10), 3);
    expect(figure(rows, 'WH_stdev')).toBeCloseTo(0, 10);
  });

  it('make the interval of a mean symmetric, with t of n − 1', () => {
    const half = 2.262157 * (figure(rows, 'HA_se') ?? 0);
    expect(figure(rows, 'HA_ll')).toBeCloseTo(-0.399 - half, 5);
    expect(figure(rows, 'HA_ul')).toBeCloseTo(-0.399 + half, 5);
  });

  it('make the interval of a share symmetric on the logit scale, within 0 and 100', () => {
    const [lower = 0, upper = 0] = ['HA_3_ll', 'HA_3_ul'].map((name) => figure(rows, name) ?? 0);
    const logit = (percent: number) => Math.log(percent / (100 - percent));
    expect(lower).toBeGreaterThan(0);
    expect(logit(10) - logit(lower)).toBeCloseTo(logit(upper) - logit(10), 10);
    expect(figure(rows, 'HA_3_se')).toBeCloseTo(10, 10);
  });

  it('give no width to the interval at 0 and at 100 per cent', () => {
    const all = prevalence([aChild(-2.5), aChild(-2.6), aChild(-2.7)]);
    expect(['HA_2_r', 'HA_2_se', 'HA_2_ll', 'HA_2_ul'].map((name) => figure(all, name))).toEqual([
      100, 0, 100, 100,
    ]);
    expect(['HA_3_r', 'HA_3_ll', 'HA_3_ul'].map((name) => figure(all, name))).toEqual([0, 0, 0]);
  });
});

describe('prevalence: which children count', () => {
  it('drops a flagged score only from its own index', () => {
    const rows = prevalence([aChild(-6.01), aChild(-6), aChild(0)]);
    expect(figure(rows, 'HAZ_unwpop')).toBe(2);
    expect(figure(rows, 'WHZ_unwpop')).toBe(3);
  });

  it('counts oedema as severe in weight-based shares, but not in means or in HAZ', () => {
    const rows = prevalence([aChild(-1, { oedema: true }), aChild(-1)]);
    expect(figure(rows, 'WH_3_r')).toBe(50);
    expect(figure(rows, 'WH_2_r')).toBe(50);
    expect(figure(rows, 'WH1_r')).toBe(0);
    expect(figure(rows, 'HA_3_r')).toBe(0);
    expect(figure(rows, 'WHZ_unwpop')).toBe(2);
    expect(figure(rows, 'WH_r')).toBe(0);
    expect(figure(rows, 'WH_stdev')).toBeNull();
  });

  it('excludes children over 1826 days, given in days or in months', () => {
    const rows = prevalence([
      aChild(0, { ageDays: 1826 }),
      { sex: 'Boy', ageDays: 1827, height: 110, weight: 18 },
      { sex: 'Boy', ageMonths: 60.02, height: 110, weight: 18 },
    ]);
    expect(figure(rows, 'WHZ_unwpop')).toBe(1);
    expect(figure(rows, 'HA_se')).toBe(0);
  });

  it('combines stunted and wasted, stunted and overweight, among children with both indices', () => {
    const thin = { weight: (aChild(-2.5).weight ?? 0) * 0.75 };
    const heavy = { weight: (aChild(-2.5).weight ?? 0) * 1.3 };
    const rows = prevalence([
      aChild(-2.5, thin),
      aChild(-2.5, heavy),
      aChild(-2.5),
      aChild(0, { weight: (aChild(0).weight ?? 0) * 0.75 }),
      aChild(-2.5, { weight: undefined }),
    ]);
    expect(figure(rows, 'HA_2_WH_2_unwpop')).toBe(4);
    expect(figure(rows, 'HA_2_WH_2_r')).toBe(25);
    expect(figure(rows, 'HA_2_WH2_r')).toBe(25);
  });

  it('returns an empty group for no children', () => {
    const rows = prevalence([]);
    expect(figure(rows, 'HAZ_unwpop')).toBe(0);
    expect(figure(rows, 'HA_2_r')).toBeNull();
    expect(figure(rows, 'HA_stdev')).toBeNull();
  });

  it('gives a mean without deviation for one child', () => {
    const rows = prevalence([aChild(-1.5)]);
    expect(figure(rows, 'HA_r')).toBe(-1.5);
    expect(figure(rows, 'HA_se')).toBe(0);
    expect(['HA_stdev', 'HA_ll', 'HA_ul'].map((name) => figure(rows, name))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('prevalence: sampling weights', () => {
  it('count a child as often as its weight says', () => {
    const rows = prevalence([
      aChild(-2.5, { samplingWeight: 3 }),
      aChild(0, { samplingWeight: 1 }),
    ]);
    expect(figure(rows, 'HA_2_r')).toBe(75);
    expect(figure(rows, 'HA_r')).toBeCloseTo(-1.875, 10);
    expect([figure(rows, 'HAZ_pop'), figure(rows, 'HAZ_unwpop')]).toEqual([4, 2]);
  });

  it.each(['first', 'last'])('give a child without a weight no effect, %s in the file', (at) => {
    const weighted = [aChild(-2.5, { samplingWeight: 2 }), aChild(0, { samplingWeight: 2 })];
    const without = aChild(-3.5);
    const rows = prevalence(at === 'first' ? [without, ...weighted] : [...weighted, without]);
    expect(figure(rows, 'HA_2_r')).toBe(50);
    expect(figure(rows, 'HA_3_r')).toBe(0);
    expect([figure(rows, 'HAZ_pop'), figure(rows, 'HAZ_unwpop')]).toEqual([4, 3]);
    // n includes the child: 1.25 × √(3 / 2).
    expect(figure(rows, 'HA_stdev')).toBeCloseTo(1.25 * Math.sqrt(1.5), 10);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('treat a weight of %s as missing', (w) => {
    const rows = prevalence([
      aChild(-2.5, { samplingWeight: 2 }),
      aChild(0, { samplingWeight: w }),
    ]);
    expect(figure(rows, 'HA_2_r')).toBe(100);
    expect(figure(rows, 'HAZ_unwpop')).toBe(2);
  });

  it('give no figures when every weight is zero', () => {
    const rows = prevalence([aChild(-1, { samplingWeight: 0 })]);
    expect([figure(rows, 'HA_r'), figure(rows, 'HAZ_pop'), figure(rows, 'HAZ_unwpop')]).toEqual([
      null,
      0,
      1,
    ]);
  });
});

describe('prevalence: clusters and strata', () => {
  it('clusters are the sampling units: two equal children in one add no information', () => {
    const rows = prevalence([
      aChild(-2, { cluster: '1' }),
      aChild(0, { cluster: '1' }),
      aChild(-2, { cluster: '2' }),
      aChild(0, { cluster: '2' }),
    ]);
    expect(figure(rows, 'HA_se')).toBeCloseTo(0, 10);
    const apart = prevalence([
      aChild(-2, { cluster: '1' }),
      aChild(-2, { cluster: '1' }),
      aChild(0, { cluster: '2' }),
      aChild(0, { cluster: '2' }),
    ]);
    // u = ±0.5 for each cluster: √(2 / 1 × 0.5) = 1; t with one degree of freedom.
    expect(figure(apart, 'HA_se')).toBeCloseTo(1, 10);
    expect(figure(apart, 'HA_ul')).toBeCloseTo(-1 + 12.706205, 5);
  });

  it('allow cluster numbers to repeat in another stratum', () => {
    const child = (haz: number, stratum: string, cluster: string) =>
      aChild(haz, { stratum, cluster });
    const rows = prevalence([
      child(-2, 'a', '1'),
      child(-1, 'a', '2'),
      child(0, 'b', '1'),
      child(1, 'b', '2'),
    ]);
    // Within a stratum the units differ by 1: each adds 2 × 2 × (0.5 / 4)².
    expect(figure(rows, 'HA_se')).toBeCloseTo(Math.sqrt(0.125), 10);
    // Four clusters minus two strata leave two degrees of freedom.
    expect(figure(rows, 'HA_ul')).toBeCloseTo(-0.5 + 4.302653 * Math.sqrt(0.125), 5);
  });

  it('centre a stratum with one cluster at the mean of all clusters', () => {
    const rows = prevalence([
      aChild(-2, { stratum: 'a', cluster: '1' }),
      aChild(0, { stratum: 'b', cluster: '1' }),
      aChild(0, { stratum: 'b', cluster: '2' }),
    ]);
    // The single cluster has u = (−2 + 2/3) / 3; the others are equal.
    expect(figure(rows, 'HA_se')).toBeCloseTo(4 / 9, 10);
  });

  it('use children as the sampling units of their stratum when there are no clusters', () => {
    const rows = prevalence([
      aChild(-2, { stratum: 'a' }),
      aChild(-1, { stratum: 'a' }),
      aChild(0, { stratum: 'b' }),
      aChild(1, { stratum: 'b' }),
    ]);
    expect(figure(rows, 'HA_se')).toBeCloseTo(Math.sqrt(0.125), 10);
  });

  it('exclude children without cluster or stratum, whatever their position in the file', () => {
    const inDesign = [
      aChild(-2.5, { stratum: 'a', cluster: '1' }),
      aChild(0, { stratum: 'a', cluster: '2' }),
    ];
    const rows = prevalence([
      aChild(-3.5),
      ...inDesign,
      aChild(-3.5, { cluster: '1' }),
      aChild(-3.5, { stratum: 'a' }),
    ]);
    expect(rows).toEqual(prevalence(inDesign));
    expect(figure(rows, 'HA_2_r')).toBe(50);
  });

  it('treat a group as a domain of the whole survey, not as a separate survey', () => {
    const rows = prevalence([
      aChild(-2, { cluster: '1', groups: { area: 'Rural' } }),
      aChild(0, { cluster: '2', groups: { area: 'Rural' } }),
      aChild(0, { cluster: '3', groups: { area: 'Urban' } }),
    ]);
    // Three units, one of them empty: √(3 / 2 × (0.5² + 0.5²)).
    expect(figure(rows, 'HA_se', 'Area: Rural')).toBeCloseTo(Math.sqrt(0.75), 10);
  });
});

describe('prevalence: groups', () => {
  it.each([
    [5.99, '00-05'],
    [6, '06-11'],
    [11.99, '06-11'],
    [12, '12-23'],
    [23.99, '12-23'],
    [24, '24-35'],
    [36, '36-47'],
    [48, '48-59'],
    [59.99, '48-59'],
  ])('assigns %s months to %s', (ageMonths, label) => {
    const rows = prevalence([{ sex: 'Girl', ageMonths, weight: 8 }]);
    expect(figure(rows, 'WAZ_unwpop', `Age group: ${label} mo`)).toBe(1);
    expect(figure(rows, 'WAZ_unwpop', `Age + sex: ${label} mo.Female`)).toBe(1);
    expect(figure(rows, 'WAZ_unwpop', `Age + sex: ${label} mo.Male`)).toBe(0);
  });

  it('accepts both spellings of quintiles and leaves other words unchanged', () => {
    const of = (wealth: string) => aChild(0, { groups: { wealth } });
    const rows = prevalence(['1', 'Q1', 'q5', '5', '3', 'Q2', 'rich'].map(of));
    const count = (label: string) => figure(rows, 'HAZ_unwpop', `Wealth quintile: ${label}`);
    expect(['Q1: Poorest', 'Q2', 'Q3', 'Q4', 'Q5: Richest', 'rich'].map(count)).toEqual([
      2, 1, 1, 0, 2, 1,
    ]);
  });

  it('lists a grouping only when a record has it, with an empty NA for missing values', () => {
    const rows = prevalence([
      aChild(0, { groups: { area: ' Urban ', region: '' } }),
      aChild(0, { groups: { area: '' } }),
    ]);
    expect(groupNames(rows).filter((name) => !/^(All$|Age|Sex)/.test(name))).toEqual([
      'Area: Urban',
      'Area: NA',
    ]);
    expect(figure(rows, 'HAZ_unwpop', 'Area: NA')).toBe(0);
  });

  it('lists only groups with children, sorted, when there are clusters', () => {
    const rows = prevalence([
      aChild(0, { cluster: '1', groups: { region: 'West' } }),
      aChild(0, { cluster: '2', groups: { region: 'East' } }),
      aChild(0, { cluster: '2' }),
    ]);
    expect(groupNames(rows)).toEqual([
      'All',
      'Age group: 24-35 mo',
      'Sex: Male',
      'Age + sex: 24-35 mo.Male',
      'Geographical region: East',
      'Geographical region: West',
    ]);
  });

  it('keeps a child of unknown age or sex in All', () => {
    const rows = prevalence([
      { sex: 'Boy', height: 90, weight: 12 },
      { ageDays: 900, height: 90, weight: 12 },
    ]);
    expect(figure(rows, 'WHZ_unwpop')).toBe(1);
    expect(figure(rows, 'WHZ_unwpop', 'Sex: Male')).toBe(1);
    expect(figure(rows, 'WHZ_unwpop', 'Age group: 24-35 mo')).toBe(0);
  });
});

describe('openSurvey', () => {
  it('returns the figures of all records added so far, repeatedly', () => {
    const survey = openSurvey();
    survey.add(aChild(-2.5));
    expect(figure(survey.rows(), 'HA_2_r')).toBe(100);
    survey.add(aChild(0));
    expect(survey.rows()).toEqual(prevalence([aChild(-2.5), aChild(0)]));
  });
});
