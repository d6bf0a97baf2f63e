import { addDays, type IsoDate } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../data/sentences.ts';
import { chartFrameOf } from './chart-frame.ts';
import { CHART_KINDS } from './chart-rules.ts';
import { shortFigureOf } from './chart-words.ts';
import { figurePlace } from './figure-place.ts';
import { type Box, boxOfWord, paperWords } from './paper-words.ts';
import { chartSeries } from './series.ts';

const FRAME = { left: 40, right: 340, top: 20, bottom: 240 };
/** Seven letters: 68.6 px wide, 23 px high. */
const TEXT = '77.9 cm';

interface Point {
  left: number;
  top: number;
}

function placeOf(points: readonly Point[], words: readonly Box[] = []): Box {
  const place = figurePlace(points, FRAME, TEXT, words);
  if (place === null) throw new Error('there is room in this chart');
  return place;
}

function side(points: readonly Point[], words: readonly Box[] = []): string {
  const newest = points.at(-1);
  if (newest === undefined) throw new Error('a figure belongs to a point');
  const { left, top, width } = placeOf(points, words);
  const across = left > newest.left ? 'right' : left + width < newest.left ? 'left' : 'middle';
  return `${across} ${top > newest.top ? 'below' : 'above'}`;
}

/** The gap between two boxes, horizontally or vertically; negative when they overlap. */
function apart(one: Box, other: Box): number {
  const across = Math.max(one.left, other.left);
  const down = Math.max(one.top, other.top);
  return Math.max(
    across - Math.min(one.left + one.width, other.left + other.width),
    down - Math.min(one.top + one.height, other.top + other.height),
  );
}

describe('figurePlace', () => {
  it('puts the text right below a point with room around it', () => {
    expect(side([{ left: 150, top: 100 }])).toBe('right below');
  });

  it('keeps the text inside at the right edge, the bottom and the corner', () => {
    expect(side([{ left: 150, top: 235 }])).toBe('right above');
    expect(side([{ left: 335, top: 100 }])).toBe('left above');
    expect(side([{ left: 335, top: 25 }])).toBe('left below');
  });

  it('a figure does not cover an earlier point while another place is free', () => {
    const earlier = { left: 290, top: 80 };
    expect(side([earlier, { left: 335, top: 100 }])).toBe('left below');
    expect(
      side([
        { left: 265, top: 50 },
        { left: 335, top: 25 },
      ]),
    ).toBe('middle below');
  });

  it('puts the text on the other side of a word, and may touch it', () => {
    const newest = { left: 150, top: 100 };
    // Right below the point, the text starts at 162, 108.
    const word = { left: 162 + 68.6, top: 108, width: 80, height: 16 };
    expect(side([newest], [word])).toBe('right below');
    expect(side([newest], [{ ...word, left: word.left - 0.1 }])).toBe('right above');
  });

  it('covers an earlier point rather than a word', () => {
    const word = { left: 60, top: 109, width: 280, height: 125 };
    const around = [
      { left: 200, top: 80 },
      { left: 100, top: 80 },
      { left: 150, top: 70 },
    ];
    const newest = { left: 150, top: 100 };
    expect(side([...around, newest])).toBe('right below');
    const place = placeOf([...around, newest], [word]);
    expect(apart(place, word)).toBeGreaterThanOrEqual(0);
    expect(place.top + place.height).toBeLessThan(100);
  });

  it('uses the nearest free place when words fill all places around the point', () => {
    const newest = { left: 150, top: 120 };
    const word = { left: 40, top: 60, width: 240, height: 130 };
    const place = placeOf([newest], [word]);
    expect(apart(place, word)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(place.top + place.height / 2 - newest.top)).toBeLessThan(95);
  });

  it('draws no text when a chart has no room for it', () => {
    const small = { left: 40, right: 90, top: 20, bottom: 240 };
    expect(figurePlace([{ left: 60, top: 100 }], small, TEXT, [])).toBeNull();
    expect(figurePlace([], FRAME, TEXT, [])).toBeNull();
  });
});

const BIRTH_DATE: IsoDate = '2020-01-15';
const TODAY: IsoDate = '2025-05-14';
const entries = fc.array(
  fc.record({
    surveyDate: fc.integer({ min: 0, max: 1826 }).map((days) => addDays(BIRTH_DATE, days)),
    height: fc.integer({ min: 450, max: 1200 }).map((n) => n / 10),
    weight: fc.integer({ min: 20, max: 250 }).map((n) => n / 10),
    muac: fc.oneof(
      fc.integer({ min: 70, max: 265 }).map((n) => n / 10),
      // The region of the bands and their words.
      fc.integer({ min: 105, max: 135 }).map((n) => n / 10),
    ),
  }),
  { minLength: 1, maxLength: 25 },
);
/** From the narrowest card to full screen, in pixels. */
const sizes = fc.record({
  width: fc.oneof(fc.integer({ min: 280, max: 500 }), fc.integer({ min: 280, max: 1400 })),
  height: fc.oneof(fc.integer({ min: 200, max: 460 }), fc.integer({ min: 200, max: 1000 })),
});

describe('the text of the newest figure in any chart', async () => {
  const child = aChild({ birthDate: BIRTH_DATE });
  const speeches = await Promise.all(
    (['en', 'es'] as const).map(async (language) =>
      createTranslator(language, await loadSentences(language)),
    ),
  );

  it.each(CHART_KINDS)('covers no word of %s, for any measurement and size', (kind) => {
    fc.assert(
      fc.property(entries, sizes, fc.constantFrom(...speeches), (measured, size, speech) => {
        const screenings = measured.map((each, index) => aScreening({ _id: `${index}`, ...each }));
        const series = chartSeries(kind, { child, screenings }, TODAY);
        const newest = series.points.at(-1);
        fc.pre(newest !== undefined);
        if (newest === undefined) return;
        const frame = chartFrameOf(series, size);
        const points = series.points.map(({ x, y }) => ({ left: frame.x(x), top: frame.y(y) }));
        const words = paperWords(series, frame, speech);
        expect(words.length).toBe(kind === 'muac' ? 3 : 7);
        const text = shortFigureOf(kind, newest.entry, speech);
        const place = figurePlace(points, frame, text, words.map(boxOfWord));
        if (place === null) throw new Error('no room');
        for (const word of words) {
          expect(apart(place, boxOfWord(word)), word.text).toBeGreaterThanOrEqual(0);
        }
        expect(place.left).toBeGreaterThanOrEqual(frame.left);
        expect(place.left + place.width).toBeLessThanOrEqual(frame.right + 8);
        expect(place.top).toBeGreaterThanOrEqual(frame.top - 2);
        expect(place.top + place.height).toBeLessThanOrEqual(frame.bottom);
        const own = points.at(-1);
        expect(own && apart(place, { ...own, width: 0, height: 0 })).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
