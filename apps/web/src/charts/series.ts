import {
  type Child,
  futureDated,
  type IsoDate,
  type MuacBand,
  readScreening,
  type Screening,
  STANDING_FROM_MONTHS,
  type StatusColor,
  type ZscoreStatus,
} from '@crece/domain';
import type { Tone } from '../components/status-mark.tsx';
import { type Axis, axisFor, fitsAxis } from './axis.ts';
import { CHART_RULES, type ChartKind } from './chart-rules.ts';
import { type HeightTables, type ReferenceLine, referenceLines } from './reference-lines.ts';

/** Why a visit stands in the table only: no usable age, a date to come, a figure off the paper. */
type NotDrawn = 'no-age' | 'date-to-come' | 'below-chart' | 'off-chart';

/** What a chart knows of one screening. Heights and MUAC in cm, weight in kg, age in months. */
export interface ChartVisit {
  readonly id: string;
  readonly surveyDate: IsoDate;
  readonly ageMonths: number | null;
  readonly height: number | null;
  readonly weight: number | null;
  readonly muac: number | null;
  /** The z-score of the index that this chart draws; always null for MUAC. */
  readonly z: number | null;
  readonly tone: Tone;
  readonly zscoreStatus: ZscoreStatus | null;
  readonly muacBand: MuacBand | null;
  /** Swelling of both feet makes the weight too high. */
  readonly includesSwelling: boolean;
  readonly notDrawn: NotDrawn | null;
}

export interface ChartPoint {
  readonly visit: ChartVisit;
  readonly x: number;
  readonly y: number;
}

export interface ChartSeries {
  readonly kind: ChartKind;
  readonly sex: Child['gender'];
  readonly x: Axis;
  readonly y: Axis;
  /** Oldest first, so that a line through them is the child's own. */
  readonly points: readonly ChartPoint[];
  /** Newest first, every visit at which this was measured, drawn or not. */
  readonly visits: readonly ChartVisit[];
  readonly lines: readonly ReferenceLine[];
  /** Weight per height only: the tables the lines come from. */
  readonly tables: HeightTables | null;
}

const COLOR_TONES: Readonly<Record<StatusColor, Tone>> = {
  redZoneZscore: 'red',
  marginalZscore: 'amber',
  normalZscore: 'green',
};

const BAND_TONES: Readonly<Record<MuacBand, Tone>> = {
  red: 'red',
  yellow: 'amber',
  green: 'green',
};

/** Which stored index a chart draws. */
const INDEX_OF = { height: 'ha', weight: 'wa', 'weight-for-height': 'wl' } as const;

/**
 * The mark of a visit. Growth charts carry the visit's status colour; where that is green although
 * MUAC is red or yellow, MUAC's mark takes its place: green alone would be false comfort.
 */
function toneOf(kind: ChartKind, color: StatusColor | undefined, band: MuacBand | undefined): Tone {
  if (kind === 'muac') return band === undefined ? 'grey' : BAND_TONES[band];
  if (color === undefined) return 'grey';
  if (color === 'normalZscore' && band !== undefined) return BAND_TONES[band];
  return COLOR_TONES[color];
}

interface Place {
  readonly x: number | null;
  readonly y: number;
}

/** Where a screening stands on a chart; null when it did not measure what the chart draws. */
function placeOf(kind: ChartKind, { height, weight, muac, monthAge }: Screening): Place | null {
  const age = monthAge ?? null;
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
  screening: Screening,
  today: IsoDate,
): NotDrawn | null {
  if (futureDated(screening, today)) return 'date-to-come';
  // Weight per height needs no age to be placed, but without one nobody knows its table.
  if (x === null || screening.monthAge === undefined) return 'no-age';
  const rule = CHART_RULES[kind];
  if (kind === 'muac' && y < rule.y.from) return 'below-chart';
  return fitsAxis(rule.x, x) && fitsAxis(rule.y, y) ? null : 'off-chart';
}

/** The tables for these weights per height; see `HeightTables`. */
function tablesFor(points: readonly ChartPoint[], newestAge: number | null): HeightTables {
  const isStanding = ({ visit }: ChartPoint) => (visit.ageMonths ?? 0) >= STANDING_FROM_MONTHS;
  const standing = points.filter(isStanding).map(({ x }) => x);
  const lying = points.filter((point) => !isStanding(point)).map(({ x }) => x);
  const tallestLying = Math.max(...lying);
  const shortestStanding = Math.min(...standing);
  if (lying.length > 0 && standing.length > 0 && tallestLying < shortestStanding) {
    return { seamAt: Math.round(tallestLying + shortestStanding) / 2 };
  }
  return (newestAge ?? 0) >= STANDING_FROM_MONTHS ? 'standing' : 'lying';
}

/** Where WHO's tables of weight per height begin and end, in cm. */
const TABLE_RANGES = { lying: { from: 45, to: 110 }, standing: { from: 65, to: 120 } } as const;

function heightAxis(tables: HeightTables, heights: readonly number[]): Axis {
  const rule = CHART_RULES['weight-for-height'].x;
  if (typeof tables !== 'string') return axisFor(rule, heights);
  const { from, to } = TABLE_RANGES[tables];
  const ticks = rule.ticks.filter((tick) => tick >= from && tick <= to);
  return axisFor({ ...rule, from, to, ticks }, heights);
}

/**
 * What one chart draws of a child: points, the table's rows, axes and WHO's lines for its sex.
 * `screenings` come newest first; ages are those stored with each screening.
 */
export function chartSeries(
  kind: ChartKind,
  child: Child,
  screenings: readonly Screening[],
  today: IsoDate,
): ChartSeries {
  const points: ChartPoint[] = [];
  const visits: ChartVisit[] = [];
  for (const screening of screenings) {
    const place = placeOf(kind, screening);
    if (place === null) continue;
    const reading = readScreening(screening);
    const notDrawn = whyNotDrawn(kind, place, screening, today);
    const visit: ChartVisit = {
      id: screening._id,
      surveyDate: screening.surveyDate,
      ageMonths: screening.monthAge ?? null,
      height: screening.height ?? null,
      weight: screening.weight ?? null,
      muac: screening.muac ?? null,
      z: kind === 'muac' ? null : screening.zScore[INDEX_OF[kind]],
      tone: toneOf(kind, reading.statusColor, reading.muacBand),
      zscoreStatus: reading.zscoreStatus ?? null,
      muacBand: reading.muacBand ?? null,
      includesSwelling:
        screening.oedema === true && (kind === 'weight' || kind === 'weight-for-height'),
      notDrawn,
    };
    visits.push(visit);
    if (notDrawn === null && place.x !== null) points.unshift({ visit, x: place.x, y: place.y });
  }

  const rule = CHART_RULES[kind];
  const xs = points.map((point) => point.x);
  const newestAge = screenings.find((screening) => screening.monthAge !== undefined)?.monthAge;
  const tables = kind === 'weight-for-height' ? tablesFor(points, newestAge ?? null) : null;
  const x = tables === null ? axisFor(rule.x, xs) : heightAxis(tables, xs);
  const y = axisFor(
    rule.y,
    points.map((point) => point.y),
  );
  const lines = referenceLines(kind, child.gender, { x, y, tables });
  return { kind, sex: child.gender, x, y, points, visits, lines, tables };
}
