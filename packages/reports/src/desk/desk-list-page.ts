import {
  type DeskChoice,
  type DeskList,
  foldText,
  type StandingMarkSign,
  type UnitDatabase,
} from '@crece/domain';
import { isInList } from './desk-choice.ts';
import type { DeskFigures } from './desk-figures.ts';
import { type DeskLine, NEEDS, type Need, placeOfList } from './desk-lists.ts';

/** Which children of a list are requested. */
export interface LinesAsked {
  readonly list: DeskList;
  /** A ward, or a screener, as named on the desk; empty: those without a name. */
  readonly ward?: string | undefined;
  readonly interviewer?: string | undefined;
}

/** Why a unit is in no figure: its database could not be reached, or an internal error. */
export type UnitFailure = 'unavailable' | 'fault';

/** The response to a request for the desk. */
export interface DeskAnswer {
  readonly figures: DeskFigures;
  /** Units that could not be counted; the figures contain all others. */
  readonly failed: readonly { readonly unit: UnitDatabase; readonly code: UnitFailure }[];
  /** Number of units still being counted: request again. */
  readonly pending: number;
}

/** A child of a list, with its unit. */
export type ListedChild = Omit<DeskLine, 'lists' | 'within' | 'referred' | 'monthsSeen'> & {
  readonly stakeDB: string;
};

/** A page of a list. */
export interface DeskListPage {
  readonly total: number;
  /** Index of the page's first child in the list, from 0. */
  readonly from: number;
  readonly children: readonly ListedChild[];
}

/** The signs by which danger lists are sorted, the worst first. */
const BY_DANGER: readonly StandingMarkSign[] = [
  'date-to-check',
  'swelling',
  'severe',
  'muac-red',
  'low-weight',
  'not-measured-again',
  'moderate',
  'muac-yellow',
];

/** Lists sorted by due date, the longest overdue first. */
const BY_DUE_DAY: ReadonlySet<DeskList> = new Set(['late', 'late-long']);
/** Lists sorted by sign, the worst first; on equal signs the most recently seen first. */
const BY_SIGN: ReadonlySet<DeskList> = new Set(['refer', 'refer-infant', 'hand-over', 'red']);

const names = new Intl.Collator('en', { sensitivity: 'base' });

function dangerOf({ sign }: DeskLine): number {
  const place = BY_DANGER.indexOf(sign);
  return place === -1 ? BY_DANGER.length : place;
}

/** Of whom nothing is known since they were sent comes before all others. */
function lostFirst(a: DeskLine, b: DeskLine): number {
  const isLost = ({ lists }: DeskLine) => lists.includes(placeOfList('lost-any'));
  return Number(isLost(b)) - Number(isLost(a));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The requested children of a list, in the list's order. */
export function askedLines(
  lines: readonly DeskLine[],
  asked: LinesAsked,
  choice: DeskChoice,
): readonly DeskLine[] {
  const { list, ward, interviewer } = asked;
  const isOf = (wanted: string | undefined, own: string) =>
    wanted === undefined || foldText(own) === foldText(wanted);
  const isOfPart = (line: DeskLine) =>
    line.record === undefined
      ? isOf(ward, line.ward) && isOf(interviewer, line.interviewer)
      : ward === undefined && interviewer === undefined;
  const found = lines.filter((line) => isInList(line, list, choice) && isOfPart(line));
  const byName = (a: DeskLine, b: DeskLine) =>
    names.compare(a.firstName, b.firstName) ||
    names.compare(a.lastName, b.lastName) ||
    compareText(a.id, b.id);
  if (BY_DUE_DAY.has(list)) {
    return [...found].sort((a, b) => compareText(a.dueOn ?? '', b.dueOn ?? '') || byName(a, b));
  }
  if (BY_SIGN.has(list)) {
    return [...found].sort(
      (a, b) =>
        lostFirst(a, b) ||
        dangerOf(a) - dangerOf(b) ||
        compareText(b.seen ?? '', a.seen ?? '') ||
        byName(a, b),
    );
  }
  return [...found].sort(byName);
}

const NEED_LIST = /^need-\w+-(\d)$/;

/** Whether a list is one of supplements to order, and for which of `NEED_TIMES`; null: it is not. */
export function needTimeOf(list: DeskList): number | null {
  const time = NEED_LIST.exec(list)?.[1];
  return time === undefined ? null : Number(time);
}

/** The supplement that a child needs in a list: that of its month, in all others that of today. */
function needIn(line: DeskLine, list: DeskList): Need | null {
  const time = needTimeOf(list) ?? 0;
  return (
    NEEDS.find((need) => line.lists.includes(placeOfList(`need-${need}-${time}` as DeskList))) ??
    null
  );
}

/** A line in the form in which a list shows it. */
export function listedChild(stakeDB: string, line: DeskLine, list: DeskList): ListedChild {
  const {
    lists: _lists,
    within: _within,
    referred: _referred,
    monthsSeen: _months,
    ...shown
  } = line;
  return { stakeDB, ...shown, need: needIn(line, list) };
}
