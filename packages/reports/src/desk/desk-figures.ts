import type { IsoDate, UnitDatabase } from '@crece/domain';
import { type Estimate, shareOfCounts } from '@crece/growth/prevalence';
import { openQualityCheck, type QualityReport } from '@crece/growth/quality';
import { type CoachingNote, coachingOf } from './coaching.ts';
import { dayOfNeed } from './desk-child.ts';
import {
  addCounts,
  BASE_OF,
  BASES,
  type Base,
  countIn,
  INDICATORS,
  type Indicator,
  type ListCounts,
  NEED_TIMES,
  noListCounts,
  TREND_MONTHS,
} from './desk-lists.ts';
import { type DeskUnit, monthBefore, type TrendCounts } from './desk-unit.ts';

/** A share in per cent with its 95 % interval; null where it cannot be told. */
export type Share = Pick<Estimate, 'value' | 'lower' | 'upper'>;

/** One indicator of the children screened in the last 6 months. */
export interface IndicatorFigure extends Share {
  readonly indicator: Indicator;
  readonly cases: number;
  /** Children with a usable value, without one, and with one that no child has. */
  readonly n: number;
  readonly missing: number;
  readonly flagged: number;
}

/** One calendar month of the trend. */
export interface TrendMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly screened: number;
  readonly shares: Readonly<Record<Base, Share & { readonly n: number; readonly cases: number }>>;
}

/** One unit in a desk of several. */
export interface UnitFigures {
  readonly unit: UnitDatabase;
  readonly lists: ListCounts;
  readonly coaching: readonly CoachingNote[];
  readonly unreadable: number;
  readonly withoutChild: number;
}

/** One ward, or one person who screens. */
export interface PartFigures {
  readonly name: string;
  readonly lists: ListCounts;
}

export interface PersonFigures extends PartFigures {
  readonly coaching: readonly CoachingNote[];
}

/** Everything that the desk shows, without any child's name. */
export interface DeskFigures {
  /** The latest day among the units' zones. */
  readonly today: IsoDate;
  readonly lists: ListCounts;
  readonly prevalence: readonly IndicatorFigure[];
  readonly quality: QualityReport;
  /** Oldest first. */
  readonly trend: readonly TrendMonth[];
  /** The day for each time of `NEED_TIMES`. */
  readonly needDays: readonly IsoDate[];
  /** By country, then name. */
  readonly units: readonly UnitFigures[];
  /** Of one unit alone; empty for several. */
  readonly wards: readonly PartFigures[];
  readonly interviewers: readonly PersonFigures[];
}

function shareOf(cases: number, n: number, records: number): Share {
  const { value, lower, upper } = shareOfCounts({ cases, n, records });
  return { value, lower, upper };
}

function indicatorFigure(indicator: Indicator, lists: ListCounts): IndicatorFigure {
  const base = BASE_OF[indicator];
  const cases = countIn(lists, `is-${indicator}`);
  const n = countIn(lists, `known-${base}`);
  const missing = countIn(lists, `missing-${base}`);
  const flagged = countIn(lists, `flagged-${base}`);
  return { indicator, cases, n, missing, flagged, ...shareOf(cases, n, n + missing + flagged) };
}

function trendMonth(month: string, units: readonly DeskUnit[]): TrendMonth {
  const counts = units.flatMap(({ trend }): TrendCounts[] => {
    const of = trend[month];
    return of === undefined ? [] : [of];
  });
  const sum = (read: (of: TrendCounts) => number) =>
    counts.reduce((total, each) => total + read(each), 0);
  const screened = sum((of) => of.screened);
  const share = (base: Base) => {
    const n = sum(({ known }) => known[base]);
    const cases = sum(({ below }) => below[base]);
    return { n, cases, ...shareOf(cases, n, screened) };
  };
  const [wh, ha, wa, muac] = BASES.map(share);
  if (wh === undefined || ha === undefined || wa === undefined || muac === undefined) {
    throw new RangeError('there are four bases');
  }
  return { month, screened, shares: { wh, ha, wa, muac } };
}

const NAMES = new Intl.Collator('en');

function byPlace(a: DeskUnit, b: DeskUnit): number {
  return (
    NAMES.compare(a.unit.countryName, b.unit.countryName) ||
    NAMES.compare(a.unit.stakeName, b.unit.stakeName) ||
    (a.unit.stakeDB < b.unit.stakeDB ? -1 : 1)
  );
}

function unitFigures({ unit, lists, quality, unreadable, withoutChild }: DeskUnit): UnitFigures {
  return { unit, lists, coaching: coachingOf(lists, quality.digits), unreadable, withoutChild };
}

/** The figures of a desk from its units' counts. */
export function deskFigures(units: readonly DeskUnit[], today: IsoDate): DeskFigures {
  const lists = noListCounts();
  const check = openQualityCheck();
  for (const unit of units) {
    addCounts(lists, unit.lists);
    check.addCounts(unit.quality);
  }
  const latest = units.reduce((day, unit) => (unit.today > day ? unit.today : day), '');
  const day = latest === '' ? today : latest;
  const [only] = units.length === 1 ? units : [];
  const months = Array.from({ length: TREND_MONTHS }, (_, place) =>
    monthBefore(day, TREND_MONTHS - 1 - place),
  );
  return {
    today: day,
    lists,
    prevalence: INDICATORS.map((indicator) => indicatorFigure(indicator, lists)),
    quality: check.report(),
    trend: months.map((month) => trendMonth(month, units)),
    needDays: NEED_TIMES.map((time) => dayOfNeed(day, time)),
    units: units.toSorted(byPlace).map(unitFigures),
    wards: only?.wards ?? [],
    interviewers: (only?.interviewers ?? []).map(({ name, lists: of, digits }) => ({
      name,
      lists: of,
      coaching: coachingOf(of, digits),
    })),
  };
}
