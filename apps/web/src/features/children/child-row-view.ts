import {
  ageToday,
  completedMonthsBetween,
  daysBetween,
  type IsoDate,
  type ScreeningMark,
  type SupplementType,
  supplementOn,
} from '@crece/domain';
import type { ChildRow, NewestScreening, ScreeningsHere } from '@crece/storage';
import type { WordSource } from '../../shared/screenings/status-words.ts';

/** What is due today; under 6 months no food is named. */
export type DueSupplement = Exclude<SupplementType, 'none'> | 'under6';

/** What a row shows, still without language. */
export interface RowView {
  mark: ScreeningMark;
  /** Absent: not screened yet. */
  newest: NewestScreening | undefined;
  /** An arm that asks for help below a sign that is worse. */
  muacBadge: { band: 'red' | 'yellow'; muac: number } | null;
  /** Completed months today; null where the birth date lies ahead. */
  ageMonths: number | null;
  isAboutAge: boolean;
  lastScreening: IsoDate | null;
  /** Which screenings the row can speak of. */
  entries: ScreeningsHere;
  dateToCheck: boolean;
  supplement: DueSupplement | null;
  isOverdue: boolean;
  isConfirmed: boolean;
  /** It reads otherwise than it was told at the screening. */
  isWorkedOutAnew: boolean;
}

/** What of a row's newest screening its words are made of. */
export function wordSourceOf(newest: NewestScreening): WordSource {
  const { zscoreStatus, statusColor, muacBand, zScore } = newest;
  // Which measurement gave the evidence is told by the figures: weight for height goes before MUAC.
  const from = zScore.wl === null ? 'muac' : 'whz';
  return { zscoreStatus, statusColor, muacBand, evidence: { level: 'none', from } };
}

const UNSCREENED: ScreeningMark = { sign: 'none', colour: 'grey' };

function supplementOf(row: ChildRow, today: IsoDate): Pick<RowView, 'supplement' | 'isOverdue'> {
  const due = supplementOn(row.newest, row, today);
  if (due.supType === 'none') return { supplement: null, isOverdue: due.overdue };
  return { supplement: due.noFoodUnder6 ? 'under6' : due.supType, isOverdue: due.overdue };
}

/** Reads what a list row says about a child today, as far as its screenings are here. */
export function viewRow(row: ChildRow, today: IsoDate, entries: ScreeningsHere = 'all'): RowView {
  const { newest } = row;
  const band = newest?.muacBand;
  const known = newest ?? UNSCREENED;
  // A green mark says that all is well: not before the newest screening is here.
  const mark = entries !== 'all' && known.colour === 'green' ? UNSCREENED : known;
  const isMuacLow = newest?.muac !== undefined && (band === 'red' || band === 'yellow');
  const isMuacLeading = mark.sign === 'muac-red' || mark.sign === 'muac-yellow';
  return {
    mark,
    newest,
    // Where the arm leads its figure stands there already.
    muacBadge: isMuacLow && !isMuacLeading ? { band, muac: newest.muac ?? 0 } : null,
    ageMonths: ageToday(row, newest, today)?.completedMonths ?? null,
    isAboutAge: row.birthDateEstimated === true,
    lastScreening: newest?.surveyDate ?? null,
    entries,
    dateToCheck: row.dateToCheck === true,
    ...supplementOf(row, today),
    isConfirmed: newest?.zScoreConfirmed === true,
    isWorkedOutAnew: newest?.isWorkedOutAnew === true,
    // A newer screening, or one before it, may be on its way.
    ...(entries === 'all' ? {} : { isOverdue: false, isWorkedOutAnew: false }),
  };
}

/** Two weeks and more are told in weeks, two months and more in months. */
const WEEKS_FROM_DAYS = 14;
const MONTHS_FROM_MONTHS = 2;
const DAYS_A_WEEK = 7;

export type TimePast =
  | { unit: 'ahead' | 'today' }
  | { unit: 'days' | 'weeks' | 'months'; count: number };

/**
 * The time since a day in one short figure: 13 days, 8 weeks, 2 months. A screening dated tomorrow
 * still counts and lies `ahead`.
 */
export function timePast(day: IsoDate, today: IsoDate): TimePast {
  const days = daysBetween(day, today);
  if (days <= 0) return { unit: days === 0 ? 'today' : 'ahead' };
  if (days < WEEKS_FROM_DAYS) return { unit: 'days', count: days };
  const months = completedMonthsBetween(day, today);
  return months < MONTHS_FROM_MONTHS
    ? { unit: 'weeks', count: Math.floor(days / DAYS_A_WEEK) }
    : { unit: 'months', count: months };
}
