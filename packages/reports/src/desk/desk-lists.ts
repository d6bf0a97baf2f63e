import {
  type AgeGroup,
  DESK_LISTS,
  type DeskList,
  type Period,
  REFER_SIGNS,
  type StandingMarkSign,
} from '@crece/domain';

/** The supplements to order, in the order of the programme's sentences. */
export const NEEDS = ['sup', 'mic', 'MAM', 'SAM'] as const;
export type Need = (typeof NEEDS)[number];

/** The months to order for, besides today: the next three. */
export const MONTHS_AHEAD = [1, 2, 3] as const;
/** 0 is today. */
export type NeedTime = 0 | (typeof MONTHS_AHEAD)[number];
export const NEED_TIMES: readonly NeedTime[] = [0, ...MONTHS_AHEAD];

/** Estimated shares of the children screened in the chosen period. */
export const INDICATORS = [
  'wasting',
  'severe-wasting',
  'stunting',
  'underweight',
  'low-muac',
  'severe-muac',
] as const;
export type Indicator = (typeof INDICATORS)[number];

/**
 * The measurement on which an indicator is based; children are counted with a usable value, without
 * one, and flagged.
 */
export const INDICATOR_BASES = ['wh', 'ha', 'wa', 'muac'] as const;
export type IndicatorBase = (typeof INDICATOR_BASES)[number];

export const BASE_OF = {
  wasting: 'wh',
  'severe-wasting': 'wh',
  stunting: 'ha',
  underweight: 'wa',
  'low-muac': 'muac',
  'severe-muac': 'muac',
} as const satisfies Record<Indicator, IndicatorBase>;

/** The measures whose last digits are counted. */
export const DIGIT_MEASURES = ['weight', 'height', 'muac'] as const;
export type DigitMeasure = (typeof DIGIT_MEASURES)[number];

/** The signs by which referrals are counted, and all of them together. */
export const FUNNEL_SIGNS = ['any', ...REFER_SIGNS] as const;
export type FunnelSign = (typeof FUNNEL_SIGNS)[number];

/** What became of referrals, step by step; and of whom nothing is known. */
export const FUNNEL_STEPS = ['referred', 'arrived', 'admitted', 'lost'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** How many calendar months the trend shows, this one included. */
export const TREND_MONTHS = 12;

const PLACES = new Map<string, number>(DESK_LISTS.map((list, place) => [list, place]));

export function isDeskList(text: string): text is DeskList {
  return PLACES.has(text);
}

/** The lengths of the lists, in the order of `DESK_LISTS`. */
export type ListCounts = readonly number[];

const NO_LIST_COUNTS: ListCounts = new Array<number>(DESK_LISTS.length).fill(0);

export function noListCounts(): number[] {
  return NO_LIST_COUNTS.slice();
}

export function placeOfList(list: DeskList): number {
  return PLACES.get(list) ?? -1;
}

/** How many children a list has. */
export function countIn(counts: ListCounts, list: DeskList): number {
  return counts[placeOfList(list)] ?? 0;
}

export function addCounts(sums: number[], more: ListCounts): void {
  more.forEach((count, place) => {
    sums[place] = (sums[place] ?? 0) + count;
  });
}

/** Why a record is in no figure. */
export type UncountedRecord = 'unreadable' | 'without-child';

/** One child of a list, as the list shows it. */
export interface DeskLine {
  /** Only in the list `uncounted`: the line is a record without a child's name. */
  readonly record?: UncountedRecord;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ward: string;
  readonly mother: string;
  readonly phone: string;
  /** Completed months today; null for a birth date in the future. */
  readonly ageMonths: number | null;
  readonly isAboutAge: boolean;
  /** Day and interviewer of the newest screening that counts. */
  readonly seen: string | null;
  readonly interviewer: string;
  /** As in rows; a green one beside an open referral is `not-measured-again`. */
  readonly sign: StandingMarkSign;
  readonly colour: 'red' | 'amber' | 'green' | 'grey';
  /** The day of the next visit by the programme's table. */
  readonly dueOn: string | null;
  /** The supplement of today; in a list of a month, the one of that month (`listedChild`). */
  readonly need: Need | null;
  /** The shortest period that contains the newest screening. */
  readonly within: Period | null;
  /** The shortest period in which its last referral began. */
  readonly referred: Period | null;
  /**
   * The calendar months in which it was screened, with the age group then; `back` 0 is this month.
   */
  readonly monthsSeen: readonly { readonly back: number; readonly ages: AgeGroup }[];
  /** Indexes in `DESK_LISTS`, without those of the months and of coverage. */
  readonly lists: readonly number[];
}
