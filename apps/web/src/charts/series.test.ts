import type { Child, Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { ChartKind } from './chart-rules.ts';
import { type ChartSeries, chartSeries } from './series.ts';

const TODAY = '2026-03-14';
const NONE = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };
/** Measures of a girl of 14 months with every index near 0. */
const GOOD = { height: 77, weight: 9.6 };

function screening(id: string, different: Partial<Screening> = {}): Screening {
  return aScreening({ _id: id, ...different });
}

function seriesOf(
  kind: ChartKind,
  screenings: readonly Screening[],
  child: Child = aChild(),
): ChartSeries {
  return chartSeries(kind, { child, screenings }, TODAY);
}

describe('chartSeries', () => {
  it("places a screening by its age from the present birth date, not by a stored age or today's", () => {
    const entry = [screening('a', { monthAge: 9, height: 77.9 })];
    expect(seriesOf('height', entry).points.map(({ x, y }) => [x, y])).toEqual([[14, 77.9]]);
    const corrected = aChild({ birthDate: '2023-07-17' });
    expect(seriesOf('height', entry, corrected).points[0]?.x).toBe(21.77);
  });

  it('draws the lines of the sex by which the newest screening is shown while boy or girl waits for a choice', () => {
    const child = aChild();
    const versions = { child: [aChild({ gender: 'Boy' })], screenings: new Map() };
    const { sex, entries } = chartSeries(
      'height',
      { child, versions, screenings: [screening('a', { height: 74, weight: 8.9, muac: 14 })] },
      TODAY,
    );
    expect([sex, entries[0]?.z]).toEqual(['Boy', -1.63]);
  });

  it("draws each figure on its own chart with that chart's index", () => {
    const entry = [screening('a')];
    const drawn = (kind: ChartKind) => {
      const { points } = seriesOf(kind, entry);
      return points.map(({ x, y, entry: { z } }) => [x, y, z]);
    };
    expect(drawn('height')).toEqual([[14, 68.5, -2.94]]);
    expect(drawn('weight')).toEqual([[14, 7.1, -2.35]]);
    expect(drawn('weight-for-height')).toEqual([[68.5, 7.1, -1.13]]);
    expect(drawn('muac')).toEqual([[14, 11.9, null]]);
  });

  it('sorts points oldest first and rows newest first', () => {
    const { points, entries } = seriesOf('height', [
      screening('new', { surveyDate: '2025-05-10', monthAge: 14 }),
      screening('old', { surveyDate: '2025-01-10', monthAge: 10 }),
    ]);
    expect(points.map(({ entry }) => entry.id)).toEqual(['old', 'new']);
    expect(entries.map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it("leaves out a screening without the chart's measure", () => {
    const { height: _cm, weight: _kg, ...muacOnly } = screening('a', { zScore: NONE });
    expect(seriesOf('height', [muacOnly]).entries).toEqual([]);
    expect(seriesOf('weight-for-height', [muacOnly]).entries).toEqual([]);
    expect(seriesOf('muac', [muacOnly]).points).toHaveLength(1);
  });

  it('lists a screening without an age but does not draw it', () => {
    // Dated before birth.
    const ageless = screening('a', { surveyDate: '2024-03-09' });
    for (const kind of ['height', 'weight', 'weight-for-height', 'muac'] as const) {
      const { points, entries } = seriesOf(kind, [ageless]);
      expect(points).toEqual([]);
      expect(entries).toMatchObject([{ id: 'a', notDrawn: 'no-age', ageMonths: null }]);
    }
  });

  it('draws a screening dated tomorrow and lists one dated the day after', () => {
    const notDrawn = (surveyDate: string) =>
      seriesOf('height', [screening('a', { surveyDate })]).entries[0]?.notDrawn;
    expect(notDrawn('2026-03-15')).toBeNull();
    expect(notDrawn('2026-03-16')).toBe('date-to-come');
  });

  it('draws MUAC from 7 cm on and lists one below', () => {
    const of = (muac: number) => {
      const { points, entries } = seriesOf('muac', [screening('a', { muac })]);
      return [points.length, entries[0]?.notDrawn, entries[0]?.tone];
    };
    expect(of(6.9)).toEqual([0, 'below-chart', 'red']);
    expect(of(7)).toEqual([1, null, 'red']);
  });

  it('colours MUAC by its lines: 11.5 is yellow, 12.5 is green', () => {
    const tones = [11.4, 11.5, 12.4, 12.5].map(
      (muac) => seriesOf('muac', [screening('a', { muac })]).entries[0]?.tone,
    );
    expect(tones).toEqual(['red', 'amber', 'amber', 'green']);
  });

  it('gives MUAC no colour before 6 months', () => {
    const tone = (ageOverride: number) =>
      seriesOf('muac', [screening('a', { muac: 11, ageOverride })]).entries[0]?.tone;
    expect([tone(5.99), tone(6)]).toEqual(['grey', 'red']);
  });

  it('marks a screening on the growth charts by its status, whatever index is drawn', () => {
    const tone = (different: Partial<Screening>) =>
      seriesOf('height', [screening('a', different)]).entries[0]?.tone;
    expect(tone({ height: 76, weight: 7.6, muac: 13 })).toBe('red');
    expect(tone({ height: 76, weight: 8.2, muac: 13 })).toBe('amber');
    expect(tone({ ...GOOD, muac: 13 })).toBe('green');
  });

  it('plain green is not shown together with a red or yellow MUAC', () => {
    const tone = (muac: number) =>
      seriesOf('weight', [screening('a', { ...GOOD, muac })]).entries[0]?.tone;
    expect([tone(10.8), tone(12), tone(12.5)]).toEqual(['red', 'amber', 'green']);
  });

  it('a screening with oedema is not green on any chart', () => {
    for (const kind of ['height', 'weight', 'weight-for-height', 'muac'] as const) {
      const [entry] = seriesOf(kind, [screening('a', { ...GOOD, muac: 14, oedema: true })]).entries;
      expect(entry).toMatchObject({ tone: 'red', mark: { sign: 'swelling' } });
    }
  });

  it("an implausible height is not green, also not on MUAC's chart", () => {
    const tone = (height: number) =>
      seriesOf('muac', [screening('a', { ...GOOD, muac: 14, height })]).entries[0]?.tone;
    expect([tone(140), tone(140.1), tone(770)]).toEqual(['green', 'grey', 'grey']);
  });

  it('draws figures of an older system reassessed from their measures', () => {
    const zScore = { ...NONE, ha: 0.1, wa: 0.2, wl: 0.3 };
    const [entry] = seriesOf('weight-for-height', [
      screening('a', { zScore, height: 76, weight: 7 }),
    ]).entries;
    expect(entry).toMatchObject({ tone: 'red', z: -3.38 });
  });

  it('shows a screening without usable figures as grey, not green', () => {
    // Past 60.5 months the tables have no row for HAZ.
    const { weight: _kg, muac: _cm, ...bare } = screening('a', { zScore: NONE, height: 105 });
    const grown = aChild({ birthDate: '2020-01-10' });
    expect(seriesOf('height', [bare], grown).entries).toMatchObject([{ tone: 'grey', z: null }]);
  });

  it('says that weight includes swelling, but not on the height chart', () => {
    const swollen = [screening('a', { oedema: true })];
    const says = (kind: ChartKind) => seriesOf(kind, swollen).entries[0]?.includesSwelling;
    expect([says('weight'), says('weight-for-height'), says('height'), says('muac')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('extends the axis for a height above 110 and says so', () => {
    const { y, points } = seriesOf('height', [screening('a', { height: 118, ageOverride: 58 })]);
    expect(y).toMatchObject({ from: 45, to: 120, stretched: true });
    expect(points[0]?.y).toBe(118);
  });

  it('lists a figure far outside the chart', () => {
    const { points, entries, y } = seriesOf('weight', [screening('a', { weight: 710 })]);
    expect(points).toEqual([]);
    expect(entries[0]?.notDrawn).toBe('off-chart');
    expect(y.stretched).toBe(false);
  });

  it("uses WHO's lines of the child's sex", () => {
    const median = (gender: 'Boy' | 'Girl') => {
      const { lines } = chartSeries('height', { child: aChild({ gender }), screenings: [] }, TODAY);
      return lines.find(({ z }) => z === 0)?.pieces[0]?.[12]?.y;
    };
    expect(median('Boy')).toBeCloseTo(75.7488, 4);
    expect(median('Girl')).toBeCloseTo(74.015, 4);
  });
});

describe('the tables of weight-for-height', () => {
  const entry = (monthAge: number, height: number) =>
    screening(`at ${monthAge}`, { ageOverride: monthAge, height, weight: 10 });
  const tables = (...entries: readonly Screening[]) =>
    seriesOf('weight-for-height', entries).tables;

  it('follow the age of the only screening: lying under 24 months, standing from 24', () => {
    expect(tables(entry(23.99, 85))).toBe('lying');
    expect(tables(entry(24, 85))).toBe('standing');
  });

  it('change at the half centimetre between the screenings before and after 24 months', () => {
    expect(tables(entry(30, 88), entry(20, 81))).toEqual({ seamAt: 84.5 });
  });

  it('follow the newest screening when heights before and after 24 months overlap', () => {
    expect(tables(entry(25, 80), entry(23, 84))).toBe('standing');
  });

  it('a child without screenings has the tables for lying children', () => {
    expect(tables()).toBe('lying');
  });

  it('determine the range of heights', () => {
    const range = (...entries: readonly Screening[]) => {
      const { from, to } = seriesOf('weight-for-height', entries).x;
      return [from, to];
    };
    expect(range(entry(12, 70))).toEqual([45, 110]);
    expect(range(entry(30, 88))).toEqual([65, 120]);
    expect(range(entry(30, 88), entry(12, 70))).toEqual([45, 120]);
  });

  it('determine the range of weights, which a lighter child extends', () => {
    const range = (weight: number, ...ages: readonly number[]) => {
      const entries = ages.map((age) =>
        screening(`at ${age}`, { ageOverride: age, height: age < 24 ? 70 : 88, weight }),
      );
      const { y } = seriesOf('weight-for-height', entries);
      return [y.from, y.to, y.ticks[0]];
    };
    expect(range(10, 12)).toEqual([0, 20, 0]);
    expect(range(10, 30)).toEqual([5, 20, 5]);
    expect(range(5, 30)).toEqual([5, 20, 5]);
    expect(range(4.9, 30)).toEqual([0, 20, 0]);
    expect(range(10, 30, 12)).toEqual([0, 20, 0]);
  });
});
