import {
  type Child,
  DEFAULT_PROGRAMME_RULES,
  DESK_LISTS,
  type DeskList,
  type DueSection,
  dueList,
  type NextVisitRules,
  newestFirst,
  type OpenVersions,
  type Screening,
  type Standing,
  standingOn,
} from '@crece/domain';
import type { PlainVerdict } from '@crece/domain/testing';
import { readDeskChild } from '@crece/reports/desk';
import type { ChildRow } from '@crece/storage';
import { childRow, screeningsInRow } from '@crece/storage/testing/rows';
import { createReportWords } from '../../../packages/messages/src/report-words.ts';
import { openReferralCell } from '../../../packages/reports/src/rows/open-referral.ts';
import {
  screenedChild,
  standingOfRecords,
} from '../../../packages/reports/src/rows/reported-screenings.ts';

/** The records of one child, with the versions that wait for a choice. */
export interface RecordsOfChild {
  readonly child: Child;
  readonly screenings: readonly Screening[];
  readonly otherChildren: readonly Child[];
  readonly otherScreenings: readonly Screening[];
  /** Other records of the same child. */
  readonly otherRecords?: readonly Child[];
}

/** The day of the question, and the programme's table. */
export interface Asked {
  readonly today: string;
  readonly rules: NextVisitRules;
}

/** The row of a list, as a phone makes it. */
export function rowOfRecords(records: RecordsOfChild, today: string): ChildRow {
  const { child, screenings, otherChildren, otherScreenings } = records;
  const versions: OpenVersions = {
    child: () => otherChildren,
    screening: ({ _id }) => otherScreenings.filter((each) => each._id === _id),
  };
  const inRow = screeningsInRow(screenings, child, today, versions);
  return childRow(child, inRow, false, today, versions);
}

/** The records as reports and the desk take them. */
function reportedRecords(records: RecordsOfChild) {
  const { child, screenings, otherChildren, otherScreenings, otherRecords: others = [] } = records;
  const isContested = otherChildren.length > 0 || otherScreenings.length > 0;
  const versions = { child: otherChildren, screenings: otherScreenings };
  return {
    child,
    others,
    screenings: newestFirst(screenings),
    ...(isContested ? { versions } : {}),
  };
}

/** The standing of a list's row. */
export function standingOfRow(row: ChildRow, { today, rules }: Asked): Standing {
  return standingOn(row, today, rules);
}

/** The standing of a report's row, and of the desk's. */
export function standingOfReport(records: RecordsOfChild, { today, rules }: Asked): Standing {
  const reported = reportedRecords(records);
  const screened = screenedChild(reported, today, rules);
  return screened?.standing() ?? standingOfRecords(reported, undefined, today, rules);
}

/** Where a child is to be found. */
export interface Places {
  /** The sections of the due list that have it. */
  readonly due: readonly DueSection[];
  readonly desk: readonly DeskList[];
  /** The cell `openReferral` of its row in a report. */
  readonly openReferral: string | null;
}

const WORDS = createReportWords('en');

/** Where a child of a list is to be found, on the phone and at the coordinator's. */
export function placesOf(row: ChildRow, records: RecordsOfChild, asked: Asked): Places {
  const { today, rules } = asked;
  const due = dueList([row], today, rules);
  const desk = readDeskChild(reportedRecords(records), {
    today,
    timeZone: 'America/Guatemala',
    countryCode: 'GTM',
    programme: { ...DEFAULT_PROGRAMME_RULES, ...rules },
  });
  return {
    due: [...due].flatMap(([section, entries]) => entries.map(() => section)),
    desk: desk.line.lists.flatMap((place) => DESK_LISTS[place] ?? []),
    openReferral: openReferralCell(standingOfReport(records, asked), WORDS),
  };
}

/**
 * What is wrong with the places of a child, by what the rules written a second time say of it; null
 * when nothing is. Whoever has an open sign stands in exactly one of refer, closed and overdue, on the
 * due list and on the desk, and its rows in reports name it.
 */
export function faultOfSight(verdict: PlainVerdict, places: Places): string | null {
  const { referral, section, signs } = verdict;
  const { due, desk, openReferral } = places;
  const wanted = section === null ? '' : section;
  if (due.join() !== wanted) return `due list: ${due.join()} instead of ${wanted}`;
  if ((openReferral === null) !== (signs.length === 0)) return `openReferral: ${openReferral}`;
  for (const { since } of signs) {
    if (openReferral?.includes(since) !== true) return `openReferral without ${since}`;
  }
  if (desk.includes('refer') !== (section === 'refer')) return `desk: ${desk.join()}`;
  const isAnswered = desk.some((list) => /^referral-(?!open)/.test(list));
  if (section === 'closed' && !isAnswered) return `desk, answered: ${desk.join()}`;
  if (referral === null) return null;
  if (!['refer', 'closed', 'overdue'].includes(wanted)) return `an open sign in ${wanted}`;
  if (section === 'overdue' && !desk.includes('late')) return `desk, lapsed: ${desk.join()}`;
  return null;
}
