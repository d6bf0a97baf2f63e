import {
  type Child,
  futureDated,
  type IsoDate,
  type MarkSource,
  type MuacBand,
  type Screening,
  type ScreeningMark,
  type ScreeningWithDifference,
  STANDING_FROM_MONTHS,
  screeningMark,
} from '@crece/domain';
import {
  type ScreeningEntry,
  type ScreeningsFile,
  screeningEntries,
} from '../shared/screenings/screening-entries.ts';
import type { WordSource } from '../shared/screenings/status-words.ts';
import type { Tone } from '../ui/status-mark.tsx';
import { type Axis, type AxisRule, axisFor, fitsAxis } from './axis.ts';
import { CHART_RULES, type ChartKind } from './chart-rules.ts';
import { type HeightTables, type ReferenceLine, referenceLines } from './reference-lines.ts';

/**
 * Why a screening is only in the table: no usable age, a future date, a figure outside the chart.
 */
type NotDrawn = 'no-age' | 'date-to-come' | 'below-chart' | 'off-chart';

/** A screening's data in a chart. Heights and MUAC in cm, weight in kg, age in months. */
export interface ChartScreening {
  readonly id: string;
  readonly surveyDate: IsoDate;
  readonly ageMonths: number | null;
  readonly height: number | null;
  readonly weight: number | null;
  readonly muac: number | null;
  /** The z-score of this chart's index; always null for MUAC. */
  readonly z: number | null;
  readonly tone: Tone;
  readonly mark: ScreeningMark;
  /** The data for its status word. */
  readonly word: WordSource;
  readonly muacBand: MuacBand | null;
  /** Oedema of both feet increases the weight. */
  readonly includesSwelling: boolean;
  readonly notDrawn: NotDrawn | null;
}

export interface ChartPoint {
  readonly entry: ChartScreening;
  readonly x: number;
  readonly y: number;
}

export interface ChartSeries {
  readonly kind: ChartKind;
  readonly sex: Child['gender'];
  readonly x: Axis;
  readonly y: Axis;
  /** Oldest first, so that they form the child's line. */
  readonly points: readonly ChartPoint[];
  /** Newest first: every screening with this measure, drawn or not. */
  readonly entries: readonly ChartScreening[];
  readonly lines: readonly ReferenceLine[];
  /** Only for weight-for-height: the tables of the lines. */
  readonly tables: HeightTables | null;
}

/** The index of each chart. */
const INDEX_OF = { height: 'ha', weight: 'wa', 'weight-for-height': 'wl' } as const;

/**
 * The source of a screening's mark in a chart. MUAC's chart uses only MUAC, oedema and implausible
 * figures, so that its points agree with its bands; the other charts use the screening's own mark.
 */
function markSource(kind: ChartKind, reading: ScreeningWithDifference): MarkSource {
  if (kind !== 'muac') return reading;
  const { includesSwelling, doubts, muacBand } = reading;
  return {
    evidence: { level: 'unknown', from: null },
    includesSwelling,
    doubts,
    muacBand,
    ...(muacBand === 'green' ? { statusColor: 'normalZscore' as const } : {}),
  };
}

interface Place {
  readonly x: number | null;
  readonly y: number;
}

/** A screening's position on a chart; null without the chart's measure. */
function placeOf(
  kind: ChartKind,
  { height, weight, muac }: Screening,
  age: number | null,
): Place | null {
  switch (kind) {
    case 'height':
      return height === undefined ? null : { x: age, y: height };
    case 'weight':
      return weight === undefined ? null : { x: age, y: weight };
    case 'weight-for-height':
      return height === undefined || weight === undefined ? null : { x: height, y: weight };
    case 'muac':
      return muac === undefined ? null : { x: age, y: muac };
  }
}

function whyNotDrawn(
  kind: ChartKind,
  { x, y }: Place,
  { screening, reading: { monthAge: ageMonths } }: ScreeningEntry,
  today: IsoDate,
): NotDrawn | null {
  if (futureDated(screening, today)) return 'date-to-come';
  // Weight-for-height needs no age for the position, but for the choice of the table.
  if (x === null || ageMonths === null) return 'no-age';
  const rule = CHART_RULES[kind];
  if (kind === 'muac' && y < rule.y.from) return 'below-chart';
  return fitsAxis(rule.x, x) && fitsAxis(rule.y, y) ? null : 'off-chart';
}

/** The tables for these points of weight-for-height; see `HeightTables`. */
function tablesFor(points: readonly ChartPoint[], newestAge: number | null): HeightTables {
  const isStanding = ({ entry }: ChartPoint) => (entry.ageMonths ?? 0) >= STANDING_FROM_MONTHS;
  const standing = points.filter(isStanding).map(({ x }) => x);
  const lying = points.filter((point) => !isStanding(point)).map(({ x }) => x);
  const tallestLying = Math.max(...lying);
  const shortestStanding = Math.min(...standing);
  if (lying.length > 0 && standing.length > 0 && tallestLying < shortestStanding) {
    return { seamAt: Math.round(tallestLying + shortestStanding) / 2 };
  }
  return (newestAge ?? 0) >= STANDING_FROM_MONTHS ? 'standing' : 'lying';
}

/** Ranges of WHO's weight-for-height tables, in cm. */
const TABLE_RANGES = { lying: { from: 45, to: 110 }, standing: { from: 65, to: 120 } } as const;

function heightAxis(tables: HeightTables, heights: readonly number[]): Axis {
  const rule = CHART_RULES['weight-for-height'].x;
  if (typeof tables !== 'string') return axisFor(rule, heights);
  const { from, to } = TABLE_RANGES[tables];
  const ticks = rule.ticks.filter((tick) => tick >= from && tick <= to);
  return axisFor({ ...rule, from, to, ticks }, heights);
}

/**
 * From 65 cm on, where the table for standing children begins, WHO's lowest line is above 5 kg: from
 * 0 kg a quarter of the chart would be empty.
 */
const STANDING_FROM_KG = 5;

/** The chart's weights; a lighter child extends them. */
function weightRule(rule: AxisRule, tables: HeightTables | null): AxisRule {
  if (tables !== 'standing') return rule;
  const ticks = rule.ticks.filter((tick) => tick >= STANDING_FROM_KG);
  return { ...rule, from: STANDING_FROM_KG, ticks };
}

/** The marks of one chart: its points, oldest first, and its table's rows, newest first. */
export function chartMarks(
  kind: ChartKind,
  read: readonly ScreeningEntry[],
  today: IsoDate,
): Pick<ChartSeries, 'points' | 'entries'> {
  const points: ChartPoint[] = [];
  const entries: ChartScreening[] = [];
  for (const each of read) {
    const { screening, reading } = each;
    const place = placeOf(kind, screening, reading.monthAge);
    if (place === null) continue;
    const notDrawn = whyNotDrawn(kind, place, each, today);
    const mark = screeningMark(markSource(kind, reading));
    const entry: ChartScreening = {
      id: screening._id,
      surveyDate: screening.surveyDate,
      ageMonths: reading.monthAge,
      height: screening.height ?? null,
      weight: screening.weight ?? null,
      muac: screening.muac ?? null,
      z: kind === 'muac' ? null : reading.zScore[INDEX_OF[kind]],
      tone: mark.colour,
      mark,
      word: {
        zscoreStatus: reading.zscoreStatus,
        statusColor: reading.statusColor,
        evidence: reading.evidence,
      },
      muacBand: reading.muacBand ?? null,
      includesSwelling:
        screening.oedema === true && (kind === 'weight' || kind === 'weight-for-height'),
      notDrawn,
    };
    entries.push(entry);
    if (notDrawn === null && place.x !== null) points.unshift({ entry, x: place.x, y: place.y });
  }
  return { points, entries };
}

/**
 * Everything that one chart draws of a child: points, table rows, axes and WHO's lines for its sex.
 * `file`'s screenings are sorted newest first; ages and figures are reassessed.
 */
export function chartSeries(kind: ChartKind, file: ScreeningsFile, today: IsoDate): ChartSeries {
  const read = screeningEntries(file);
  // While boy or girl waits for a choice, the lines are those by which the newest is shown.
  const { gender: sex } = (read[0] ?? file).child;
  const { points, entries } = chartMarks(kind, read, today);
  const rule = CHART_RULES[kind];
  const xs = points.map((point) => point.x);
  const newestAge = read.find(({ reading }) => reading.monthAge !== null)?.reading.monthAge;
  const tables = kind === 'weight-for-height' ? tablesFor(points, newestAge ?? null) : null;
  const x = tables === null ? axisFor(rule.x, xs) : heightAxis(tables, xs);
  const y = axisFor(
    weightRule(rule.y, tables),
    points.map((point) => point.y),
  );
  const lines = referenceLines(kind, sex, { x, y, tables });
  return { kind, sex, x, y, points, entries, lines, tables };
}
