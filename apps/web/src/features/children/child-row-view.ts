import {
  ageToday,
  completedMonthsBetween,
  daysBetween,
  type IsoDate,
  type SupplementType,
  supplementOn,
} from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import type { ChildRow, NewestScreening } from '@crece/storage';
import type { Tone } from '../../components/status-mark.tsx';

/** The mark of a row: what it is coloured by and what is drawn inside. */
export interface RowMark {
  tone: Tone;
  glyph?: 'tape' | 'swelling';
}

/** What is due today; under 6 months no food is named. */
export type DueSupplement = Exclude<SupplementType, 'none'> | 'under6';

/** What a row shows, still without language. */
export interface RowView {
  mark: RowMark;
  word: MessageKey;
  /** Coloured like the mark; a word that an alert contradicts stays plain ink. */
  wordTone: Tone;
  /** Completed months today; null where the birth date lies ahead. */
  ageMonths: number | null;
  isAboutAge: boolean;
  lastScreening: IsoDate | null;
  dateToCheck: boolean;
  hasSwelling: boolean;
  muacAlert: { band: 'red' | 'yellow'; muac: number } | null;
  supplement: DueSupplement | null;
  isOverdue: boolean;
  isConfirmed: boolean;
}

const TONES = {
  redZoneZscore: 'red',
  marginalZscore: 'amber',
  normalZscore: 'green',
} as const satisfies Record<string, Tone>;

function toneOf(newest: NewestScreening | undefined): Tone {
  return newest?.statusColor === undefined ? 'grey' : TONES[newest.statusColor];
}

/**
 * The mark of a child's newest screening. A green mark never stands beside an alert: a red MUAC takes
 * its place with the red tape, a yellow one with the warning, swelling with the red foot.
 */
function markOf(newest: NewestScreening | undefined): RowMark {
  const tone = toneOf(newest);
  if (newest?.oedema === true) return { tone: 'red', glyph: 'swelling' };
  if (tone !== 'green') return { tone };
  if (newest?.muacBand === 'red') return { tone: 'red', glyph: 'tape' };
  return { tone: newest?.muacBand === 'yellow' ? 'amber' : 'green' };
}

function wordOf(row: ChildRow, hasAlert: boolean): MessageKey {
  if (row.screeningCount === 0) return 'assessment.word.not-screened';
  const status = row.newest?.zscoreStatus;
  if (status === undefined) return 'children.not-assessed';
  const isByHeightAndWeight = row.newest?.zScore.wl !== null;
  if (status === 'Normal' && hasAlert && isByHeightAndWeight) {
    return 'assessment.word.normal-beside-alert';
  }
  return `assessment.word.${status}`;
}

function supplementOf(row: ChildRow, today: IsoDate): Pick<RowView, 'supplement' | 'isOverdue'> {
  const due = supplementOn(row.newest, row, today);
  if (due.supType === 'none') return { supplement: null, isOverdue: due.overdue };
  return { supplement: due.noFoodUnder6 ? 'under6' : due.supType, isOverdue: due.overdue };
}

/** Reads what a list row says about a child today. */
export function viewRow(row: ChildRow, today: IsoDate): RowView {
  const { newest } = row;
  const band = newest?.muacBand;
  const muacAlert =
    newest?.muac !== undefined && (band === 'red' || band === 'yellow')
      ? { band, muac: newest.muac }
      : null;
  const hasSwelling = newest?.oedema === true;
  const hasAlert = hasSwelling || muacAlert !== null;
  const tone = toneOf(newest);
  return {
    mark: markOf(newest),
    word: wordOf(row, hasAlert),
    wordTone: tone === 'green' && hasAlert ? 'grey' : tone,
    ageMonths: ageToday(row, newest, today)?.completedMonths ?? null,
    isAboutAge: row.birthDateEstimated === true,
    lastScreening: newest?.surveyDate ?? null,
    dateToCheck: row.dateToCheck === true,
    hasSwelling,
    muacAlert,
    ...supplementOf(row, today),
    isConfirmed: newest?.zScoreConfirmed === true,
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
