import {
  completedMonthsToday,
  type Departure,
  type IsoDate,
  isAboutAge,
  MAX_AGE_MONTHS,
  openToday,
  type StandingMark,
  type SupplementType,
  standingMark,
  supplementOn,
  withYoungest,
} from '@crece/domain';
import type { ChildRow, NewestOfRow, ScreeningsHere } from '@crece/storage';
import { isPlainRow } from './plain-row.ts';

/** The supplement due today; 'under6': none, because no food is given under 6 months. */
export type DueSupplement = Exclude<SupplementType, 'none'> | 'under6';

/** The content of a row, independent of the language. */
export interface RowView {
  mark: StandingMark;
  /** Died or moved away: what its last screening showed asks for nobody any more. */
  departed: Departure | null;
  /** A referral is open, whether the newest screening shows its sign or not. */
  isReferred: boolean;
  /** Absent: not screened yet. */
  newest: NewestOfRow | undefined;
  /** A red or yellow MUAC when a worse sign leads. */
  muacBadge: { band: 'red' | 'yellow'; muac: number } | null;
  /** Completed months today; null when the birth date is in the future. */
  ageMonths: number | null;
  isAboutAge: boolean;
  lastScreening: IsoDate | null;
  /** Which of the child's screenings have arrived. */
  entries: ScreeningsHere;
  dateToCheck: boolean;
  supplement: DueSupplement | null;
  isOverdue: boolean;
  isConfirmed: boolean;
  /** Whether the result differs from the one given at the screening. */
  isWorkedOutAnew: boolean;
}

const UNSCREENED: StandingMark = { sign: 'none', colour: 'grey', isReferred: false };

function supplementOf(row: ChildRow, today: IsoDate): Pick<RowView, 'supplement' | 'isOverdue'> {
  const due = supplementOn(row.newest, withYoungest(row), today);
  if (due.supType === 'none') return { supplement: null, isOverdue: due.overdue };
  return { supplement: due.noFoodUnder6 ? 'under6' : due.supType, isOverdue: due.overdue };
}

/** Computes what a list row shows about a child today, from the screenings that have arrived. */
export function viewRow(row: ChildRow, today: IsoDate, entries: ScreeningsHere = 'all'): RowView {
  const { newest } = row;
  const band = newest?.muacBand;
  const open = isPlainRow(row) ? null : openToday(row, today);
  const signs = open?.signs ?? [];
  const referral = signs.length === 0 ? null : { signs };
  const known = standingMark(newest ?? null, { referral, lowWeight: open?.lowWeight ?? null });
  const departure = open?.departure?.outcome;
  const departed = departure === 'died' || departure === 'moved-away' ? departure : null;
  // A green mark says that all is well: of a child that is there, and whose newest screening is here.
  const isUnsure = departed !== null || entries !== 'all';
  const isNotSaid = isUnsure && known.colour === 'green';
  const mark = isNotSaid ? UNSCREENED : known;
  const ageMonths = open ? open.ageMonths : completedMonthsToday(row, newest, today);
  // A newer or an earlier screening may still arrive; nobody over five is screened again.
  const isKnown = entries === 'all';
  const isPastFive = (ageMonths ?? 0) >= MAX_AGE_MONTHS;
  const isMuacLow = newest?.muac !== undefined && (band === 'red' || band === 'yellow');
  const isMuacLeading = mark.sign === 'muac-red' || mark.sign === 'muac-yellow';
  return {
    mark,
    departed,
    isReferred: signs.length > 0,
    newest,
    // When MUAC leads, its figure is already in the sign.
    muacBadge: isMuacLow && !isMuacLeading ? { band, muac: newest.muac ?? 0 } : null,
    ageMonths,
    isAboutAge: isAboutAge(row, newest, row.standing.youngest !== undefined),
    lastScreening: newest?.surveyDate ?? null,
    entries,
    dateToCheck: row.dateToCheck === true,
    ...supplementOf(row, today),
    isConfirmed: newest?.zScoreConfirmed === true,
    isWorkedOutAnew: newest?.isWorkedOutAnew === true,
    ...(isKnown && !isPastFive ? {} : { isOverdue: false }),
    ...(isKnown ? {} : { isWorkedOutAnew: false }),
    // Of a child that died or moved away nothing is asked.
    ...(departed === null
      ? {}
      : { muacBadge: null, supplement: null, isOverdue: false, isWorkedOutAnew: false }),
  };
}
