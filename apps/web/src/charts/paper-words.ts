import { MUAC_LINES } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChartFrame } from './chart-frame.ts';
import { lineLabels } from './line-labels.ts';
import type { ChartSeries } from './series.ts';

interface MuacBandArea {
  readonly tone: 'red' | 'yellow' | 'green';
  readonly top: number;
  readonly height: number;
}

/** A word of the chart's background, not of a screening; `y` is its baseline in pixels. */
interface PaperWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** MUAC's three bands in pixels; empty for other charts. */
export function muacBands({ kind, y }: ChartSeries, frame: ChartFrame): readonly MuacBandArea[] {
  if (kind !== 'muac') return [];
  const area = (tone: MuacBandArea['tone'], from: number, to: number): MuacBandArea => ({
    tone,
    top: frame.y(to),
    height: frame.y(from) - frame.y(to),
  });
  return [
    area('red', y.from, MUAC_LINES.severe),
    area('yellow', MUAC_LINES.severe, MUAC_LINES.moderate),
    area('green', MUAC_LINES.moderate, y.to),
  ];
}

/**
 * Pixels of 13 px bold text: an upper bound of a letter's average width in system fonts, and the
 * line height.
 */
const WIDEST_GLYPH = 9;
const ABOVE_BASE = 12;
const BELOW_BASE = 4;

/** An upper bound of a word's box, for any system font. */
export function boxOfWord({ text, x, y, anchor }: PaperWord): Box {
  const width = text.length * WIDEST_GLYPH;
  const before = { start: 0, middle: width / 2, end: width }[anchor];
  return { left: x - before, top: y - ABOVE_BASE, width, height: ABOVE_BASE + BELOW_BASE };
}

/** Half of the width of the widest mark. */
const MARK = 8.5;

/** Number of screenings whose mark overlaps a word. */
function marksOn(word: PaperWord, { points }: ChartSeries, frame: ChartFrame): number {
  const { left, top, width, height } = boxOfWord(word);
  return points.filter(
    (point) =>
      Math.abs(frame.x(point.x) - left - width / 2) < width / 2 + MARK &&
      Math.abs(frame.y(point.y) - top - height / 2) < height / 2 + MARK,
  ).length;
}

/**
 * The name of a band: at its right, unless it overlaps fewer marks at the left or in the middle.
 */
function bandWord(
  { tone, top, height }: MuacBandArea,
  text: string,
  series: ChartSeries,
  frame: ChartFrame,
): PaperWord {
  // In the upper part of the high green band.
  const y = top + (tone === 'green' ? Math.min(height / 2, 32) : height / 2) + 4.5;
  const right: PaperWord = { text, y, x: frame.right - 6, anchor: 'end' };
  const left: PaperWord = { text, y, x: frame.left + 6, anchor: 'start' };
  const middle: PaperWord = { text, y, x: (frame.left + frame.right) / 2, anchor: 'middle' };
  const places = [right, left, middle].map((word) => ({
    word,
    marks: marksOn(word, series, frame),
  }));
  return places.reduce((best, next) => (next.marks < best.marks ? next : best)).word;
}

/** The names of MUAC's bands and of WHO's lines. */
export function paperWords(
  series: ChartSeries,
  frame: ChartFrame,
  { t, number }: Translator,
): readonly PaperWord[] {
  const bands = muacBands(series, frame).map((band) =>
    bandWord(band, t(`charts.band.${band.tone}`), series, frame),
  );
  const lines = lineLabels(series.lines, frame).map(
    ({ z, ...place }): PaperWord => ({ text: number(z, { signed: true }), ...place }),
  );
  return [...bands, ...lines];
}
