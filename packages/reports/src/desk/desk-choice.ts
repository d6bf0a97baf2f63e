import {
  type AgeGroup,
  DESK_LISTS,
  type DeskChoice,
  type DeskList,
  type Period,
} from '@crece/domain';
import {
  countIn,
  type DeskLine,
  FUNNEL_SIGNS,
  FUNNEL_STEPS,
  type ListCounts,
  noListCounts,
  placeOfList,
  TREND_MONTHS,
} from './desk-lists.ts';

/** The group of an age in completed months; null from 60 months and for an unknown age. */
export function ageGroupOf(months: number | null): AgeGroup | null {
  if (months === null || months >= 60) return null;
  if (months < 6) return '0-5';
  return months < 24 ? '6-23' : '24-59';
}

/** The lists of the survey: children screened in the chosen period, by their measures then. */
const OF_SURVEY = new Set(
  DESK_LISTS.filter(
    (list) => /^(?:is|known|missing|flagged)-|-missing$|-digit-\d$/.test(list) || isGapOrFlag(list),
  ),
);

function isGapOrFlag(list: DeskList): boolean {
  return list === 'flagged' || list === 'swelling-not-looked';
}

/** The lists of referrals: by the period in which the last one began. */
const OF_REFERRALS = new Set(
  FUNNEL_STEPS.flatMap((step) => FUNNEL_SIGNS.map((sign): DeskList => `${step}-${sign}`)),
);

/** The lists of the calendar months, by how many months ago. */
const MONTH_PLACES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: TREND_MONTHS }, (_, back) => [
    back,
    placeOfList(`month-${back}` as DeskList),
  ]),
);

const MONTH = /^month-(\d+)$/;

/** 0 for this month's list, 1 for the previous month's; null for other lists. */
function monthOf(list: DeskList): number | null {
  const back = MONTH.exec(list)?.[1];
  return back === undefined ? null : Number(back);
}

function isOfAge(group: AgeGroup | null, { ages }: DeskChoice): boolean {
  return ages === 'all' || group === ages;
}

function isWithin(period: Period | null, { months }: DeskChoice): boolean {
  return period !== null && period <= months;
}

/** Whether a child is in a list of the desk. */
export function isInList(line: DeskLine, list: DeskList, choice: DeskChoice): boolean {
  const isIn = (name: DeskList) => line.lists.includes(placeOfList(name));
  const back = monthOf(list);
  if (back !== null) {
    const then = line.monthsSeen.find((month) => month.back === back);
    return then !== undefined && isOfAge(then.ages, choice);
  }
  if (!isOfAge(ageGroupOf(line.ageMonths), choice)) return false;
  if (list === 'covered') return isIn('under-five') && isWithin(line.within, choice);
  if (list === 'not-covered') return isIn('under-five') && !isWithin(line.within, choice);
  if (OF_REFERRALS.has(list)) return isIn(list) && isWithin(line.referred, choice);
  return isIn(list) && (!OF_SURVEY.has(list) || isWithin(line.within, choice));
}

/**
 * Counts of the children of one age group whose newest screening lies in one period. A child is in
 * one cell only, so that the cells of a choice can be added up; `-` means no age or no period.
 */
export type Cells<T> = Readonly<Record<string, T>>;

export function cellKeyOf(group: AgeGroup | null, within: Period | null): string {
  return `${group ?? '-'}/${within ?? '-'}`;
}

/** The cells of a choice, and whether each lies in the chosen period. */
export function chosenCells<T>(
  cells: Cells<T>,
  choice: DeskChoice,
): readonly { readonly value: T; readonly isWithin: boolean }[] {
  return Object.entries(cells).flatMap(([cell, value]) => {
    const [ages = '', period = ''] = cell.split('/');
    if (choice.ages !== 'all' && ages !== choice.ages) return [];
    return [{ value, isWithin: Number(period) <= choice.months }];
  });
}

const PLACES = {
  all: placeOfList('under-five'),
  in: placeOfList('covered'),
  out: placeOfList('not-covered'),
};
const REFERRAL_PLACES = new Set([...OF_REFERRALS].map(placeOfList));
const OF_PERIOD = new Set([...OF_SURVEY, ...OF_REFERRALS]);
/** By the place of each list: whether it is counted only in the cells of the chosen period. */
const IS_OF_PERIOD = DESK_LISTS.map((list) => OF_PERIOD.has(list));

/** Adds the lengths of the lists under a choice to `sums`. */
export function addChosen(sums: number[], cells: Cells<ListCounts>, choice: DeskChoice): void {
  for (const { value, isWithin: isIn } of chosenCells(cells, choice)) {
    value.forEach((count, place) => {
      if (isIn || IS_OF_PERIOD[place] === false) sums[place] = (sums[place] ?? 0) + count;
    });
    const covered = isIn ? PLACES.in : PLACES.out;
    sums[covered] = (sums[covered] ?? 0) + (value[PLACES.all] ?? 0);
  }
}

/** The lengths of the lists under a choice. */
export function listsOf(cells: Cells<ListCounts>, choice: DeskChoice): ListCounts {
  const sums = noListCounts();
  addChosen(sums, cells, choice);
  return sums;
}

/**
 * Counts a child in its cells: the sum over the cells of any choice equals the number of children
 * for which `isInList` is true.
 */
export function countLine(cells: Record<string, number[]>, line: DeskLine): void {
  const listsIn = (ages: AgeGroup | null, period: Period | null): number[] => {
    const cell = cellKeyOf(ages, period);
    cells[cell] ??= noListCounts();
    return cells[cell];
  };
  const add = (lists: number[], place: number) => {
    lists[place] = (lists[place] ?? 0) + 1;
  };
  const group = ageGroupOf(line.ageMonths);
  // Each cell is looked up once for a child, which is in twenty lists.
  let own: number[] | undefined;
  let ofReferral: number[] | undefined;
  for (const place of line.lists) {
    if (REFERRAL_PLACES.has(place)) {
      ofReferral ??= listsIn(group, line.referred);
      add(ofReferral, place);
    } else {
      own ??= listsIn(group, line.within);
      add(own, place);
    }
  }
  for (const { back, ages } of line.monthsSeen) {
    const place = MONTH_PLACES.get(back);
    if (place !== undefined) add(listsIn(ages, null), place);
  }
}

/** How many children one list has under a choice, without counting the others. */
export function countChosen(cells: Cells<ListCounts>, list: DeskList, choice: DeskChoice): number {
  const isOfCoverage = list === 'covered' || list === 'not-covered';
  const counted = isOfCoverage ? 'under-five' : list;
  let sum = 0;
  for (const { value, isWithin: isIn } of chosenCells(cells, choice)) {
    const counts = isOfCoverage ? isIn === (list === 'covered') : isIn || !OF_PERIOD.has(list);
    if (counts) sum += countIn(value, counted);
  }
  return sum;
}
