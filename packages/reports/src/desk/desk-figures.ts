import {
  AGE_GROUPS,
  type DeskChoice,
  type DeskList,
  type IsoDate,
  type UnitDatabase,
  USUAL_CHOICE,
} from '@crece/domain';
import { type Estimate, shareOfCounts } from '@crece/growth/prevalence';
import { openQualityCheck, type QualityCounts, type QualityReport } from '@crece/growth/quality';
import { type CoachingNote, coachingOf } from './coaching.ts';
import { type Cells, chosenCells, countChosen, listsOf } from './desk-choice.ts';
import {
  addCounts,
  BASE_OF,
  countIn,
  INDICATOR_BASES,
  INDICATORS,
  type Indicator,
  type IndicatorBase,
  type ListCounts,
  NEED_TIMES,
  noListCounts,
  TREND_MONTHS,
} from './desk-lists.ts';
import { dayOfNeed } from './desk-needs.ts';
import { type DeskPart, type DeskUnit, monthBefore, type TrendCounts } from './desk-unit.ts';
import { type ArrivalMedian, type FunnelMedians, funnelMedians } from './funnel.ts';

/** A share in per cent with its 95 % interval; null when nobody was measured. */
export type Share = Pick<Estimate, 'value' | 'lower' | 'upper'>;

/** One indicator of the children screened in the chosen period. */
export interface IndicatorFigure extends Share {
  readonly indicator: Indicator;
  readonly cases: number;
  /** Number of children with a usable value, without a value, and with an implausible one. */
  readonly n: number;
  readonly missing: number;
  readonly flagged: number;
}

/** One calendar month of the trend. */
export interface TrendMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly screened: number;
  readonly shares: Readonly<
    Record<IndicatorBase, Share & { readonly n: number; readonly cases: number }>
  >;
}

/** One unit in a desk of several. */
export interface UnitFigures {
  readonly unit: UnitDatabase;
  readonly lists: ListCounts;
  readonly arrival: ArrivalMedian;
  readonly coaching: readonly CoachingNote[];
  /** Records outside all figures, for any choice: the list `uncounted` of all ages. */
  readonly uncounted: number;
}

/** Figures of one ward or one screener. */
export interface PartFigures {
  readonly name: string;
  readonly lists: ListCounts;
}

export interface WardFigures extends PartFigures {
  readonly arrival: ArrivalMedian;
}

export interface PersonFigures extends PartFigures {
  readonly coaching: readonly CoachingNote[];
}

/** Everything that the desk shows, without any child's name. */
export interface DeskFigures {
  readonly choice: DeskChoice;
  /** The latest date among the units' time zones. */
  readonly today: IsoDate;
  readonly lists: ListCounts;
  /** Days until the clinic, of the children whose last referral began in the chosen period. */
  readonly arrival: FunnelMedians;
  readonly prevalence: readonly IndicatorFigure[];
  readonly quality: QualityReport;
  /** Oldest first. */
  readonly trend: readonly TrendMonth[];
  /** The date for each of `NEED_TIMES`. */
  readonly needDays: readonly IsoDate[];
  /** By country, then name. */
  readonly units: readonly UnitFigures[];
  /** Only for one unit; empty for several. */
  readonly wards: readonly WardFigures[];
  readonly interviewers: readonly PersonFigures[];
}

/** Each side of a 95 % interval leaves out this much chance. */
const TAIL = 0.025;

/**
 * When nobody or everybody is below, the survey's interval has no width, which would look like
 * certainty: three well children out of three say little. Then the exact binomial interval of
 * Clopper and Pearson is told: of 0 of 3, up to 70.8 %.
 */
function shareOf(cases: number, n: number, records: number): Share {
  const { value, lower, upper } = shareOfCounts({ cases, n, records });
  const isExtreme = n > 0 && (cases === 0 || cases === n);
  if (!isExtreme) return { value, lower, upper };
  const farEnd = 100 * TAIL ** (1 / n);
  return cases === 0
    ? { value, lower: 0, upper: 100 - farEnd }
    : { value, lower: farEnd, upper: 100 };
}

function indicatorFigure(indicator: Indicator, lists: ListCounts): IndicatorFigure {
  const base = BASE_OF[indicator];
  const cases = countIn(lists, `is-${indicator}`);
  const n = countIn(lists, `known-${base}`);
  const missing = countIn(lists, `missing-${base}`);
  const flagged = countIn(lists, `flagged-${base}`);
  return { indicator, cases, n, missing, flagged, ...shareOf(cases, n, n + missing + flagged) };
}

function trendMonth(month: string, units: readonly DeskUnit[], { ages }: DeskChoice): TrendMonth {
  const groups = ages === 'all' ? AGE_GROUPS : [ages];
  const counts = units.flatMap(({ trend }): TrendCounts[] =>
    groups.flatMap((group) => trend[month]?.[group] ?? []),
  );
  const sum = (read: (of: TrendCounts) => number) =>
    counts.reduce((total, each) => total + read(each), 0);
  const screened = sum((of) => of.screened);
  const share = (base: IndicatorBase) => {
    const n = sum(({ known }) => known[base]);
    const cases = sum(({ below }) => below[base]);
    return { n, cases, ...shareOf(cases, n, screened) };
  };
  const [wh, ha, wa, muac] = INDICATOR_BASES.map(share);
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

/** The quality check of the children of a choice. */
function checkOf(cells: Iterable<Cells<QualityCounts>>, choice: DeskChoice) {
  const check = openQualityCheck();
  for (const each of cells) {
    for (const { value, isWithin } of chosenCells(each, choice)) {
      if (isWithin) check.addCounts(value);
    }
  }
  return check;
}

function unitFigures(counts: DeskUnit, choice: DeskChoice): UnitFigures {
  const { unit } = counts;
  const lists = listsOf(counts.lists, choice);
  // For any choice of ages, because an unreadable record has no age.
  const uncounted = countChosen(counts.lists, 'uncounted', USUAL_CHOICE);
  const { any: arrival } = funnelMedians([counts.arrivals], choice);
  return { unit, lists, arrival, coaching: coachingOf(lists), uncounted };
}

function personFigures({ name, ...part }: DeskPart, choice: DeskChoice): PersonFigures {
  const lists = listsOf(part.lists, choice);
  return { name, lists, coaching: coachingOf(lists) };
}

/**
 * The figures of a desk for the chosen children, from its units' counts; `today`: the latest date
 * among their time zones, by whose month they were counted.
 */
export function deskFigures(
  units: readonly DeskUnit[],
  today: IsoDate,
  choice: DeskChoice,
): DeskFigures {
  const sorted = [...units].sort(byPlace).map((unit) => unitFigures(unit, choice));
  const lists = noListCounts();
  for (const unit of sorted) addCounts(lists, unit.lists);
  const [only] = units.length === 1 ? units : [];
  const months = Array.from({ length: TREND_MONTHS }, (_, place) =>
    monthBefore(today, TREND_MONTHS - 1 - place),
  );
  const counted = (part: PartFigures, list: DeskList) => countIn(part.lists, list) > 0;
  return {
    choice,
    today,
    lists,
    arrival: funnelMedians(
      units.map(({ arrivals }) => arrivals),
      choice,
    ),
    prevalence: INDICATORS.map((indicator) => indicatorFigure(indicator, lists)),
    quality: checkOf(
      units.map(({ quality }) => quality),
      choice,
    ).report(),
    trend: months.map((month) => trendMonth(month, units, choice)),
    needDays: NEED_TIMES.map((time) => dayOfNeed(today, time)),
    units: sorted,
    wards: (only?.wards ?? [])
      .map(({ name, lists: of, arrivals }) => ({
        name,
        lists: listsOf(of, choice),
        arrival: funnelMedians([arrivals], choice).any,
      }))
      .filter(({ lists: of }) => of.some((count) => count > 0)),
    interviewers: (only?.interviewers ?? [])
      .map((part) => personFigures(part, choice))
      .filter((part) => counted(part, 'covered')),
  };
}
