import { addMonths } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../data/sentences.ts';
import { chartFrameOf } from './chart-frame.ts';
import { boxOfWord, muacBands, paperWords } from './paper-words.ts';
import { chartSeries } from './series.ts';

/** Ages are calculated from its birth date, whatever the screenings contain. */
const child = aChild({ birthDate: '2020-01-15' });
const TODAY = '2025-05-14';
const SIZE = { width: 304, height: 243 };
const english = createTranslator('en', await loadSentences('en'));

function muacSeries(measured: readonly (readonly [months: number, muac: number])[]) {
  const screenings = measured.map(([months, muac], index) =>
    aScreening({ _id: `${index}`, surveyDate: addMonths(child.birthDate, months), muac }),
  );
  return chartSeries('muac', { child, screenings }, TODAY);
}

/** The side of its band on which each word is. */
function sidesWith(...measured: readonly (readonly [months: number, muac: number])[]) {
  const series = muacSeries(measured);
  const words = paperWords(series, chartFrameOf(series, SIZE), english);
  const side = { start: 'left', middle: 'middle', end: 'right' };
  return Object.fromEntries(words.map(({ text, anchor }) => [text, side[anchor]]));
}

describe('muacBands', () => {
  it('meet at 11.5 and 12.5 cm and fill the chart', () => {
    const series = muacSeries([]);
    const frame = chartFrameOf(series, SIZE);
    const [red, yellow, green] = muacBands(series, frame);
    expect(green?.top).toBeCloseTo(frame.top);
    expect(yellow?.top).toBeCloseTo(frame.y(12.5));
    expect(red?.top).toBeCloseTo(frame.y(11.5));
    expect((red?.top ?? 0) + (red?.height ?? 0)).toBeCloseTo(frame.bottom);
    expect((green?.height ?? 0) + (yellow?.height ?? 0)).toBeCloseTo(frame.y(11.5) - frame.top);
  });

  it('a height chart has no MUAC bands', () => {
    const series = chartSeries('height', { child, screenings: [aScreening()] }, TODAY);
    expect(muacBands(series, chartFrameOf(series, SIZE))).toEqual([]);
  });
});

describe('paperWords', () => {
  it('puts the names of the bands at their right', () => {
    expect(sidesWith([10, 14])).toEqual({
      'Severe, below 11.5': 'right',
      Moderate: 'right',
      'Normal, 12.5 and above': 'right',
    });
  });

  it("puts a band's name at the left when a screening is at the right", () => {
    expect(sidesWith([57, 12])).toMatchObject({ Moderate: 'left', 'Severe, below 11.5': 'right' });
    expect(sidesWith([57, 9.2])).toMatchObject({ Moderate: 'right', 'Severe, below 11.5': 'left' });
  });

  it('puts it in the middle when screenings are on both sides', () => {
    expect(sidesWith([3, 12], [57, 12])).toMatchObject({ Moderate: 'middle' });
    // The same number on all sides: at the right.
    expect(sidesWith([3, 12], [30, 12], [57, 12])).toMatchObject({ Moderate: 'right' });
  });

  it('names the seven lines of WHO', () => {
    const series = chartSeries('weight', { child, screenings: [aScreening()] }, TODAY);
    const words = paperWords(series, chartFrameOf(series, SIZE), english).map(({ text }) => text);
    expect(words.sort()).toEqual(['+1', '+2', '+3', '0', '−1', '−2', '−3'].sort());
  });
});

describe('boxOfWord', () => {
  it("the box of a word is as wide as the widest letters, and placed by the word's end, start or middle", () => {
    const word = { text: 'Moderate', x: 200, y: 100 };
    expect(boxOfWord({ ...word, anchor: 'end' })).toEqual({
      left: 128,
      top: 88,
      width: 72,
      height: 16,
    });
    expect(boxOfWord({ ...word, anchor: 'start' }).left).toBe(200);
    expect(boxOfWord({ ...word, anchor: 'middle' }).left).toBe(164);
  });
});
