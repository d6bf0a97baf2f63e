import { completedMonthsBetween, daysBetween, type IsoDate } from '@crece/domain';
import type { NewestOfRow } from '@crece/storage';
import type { WordSource } from './status-words.ts';

/** The parts of a row's newest screening from which its words are made. */
export function wordSourceOf(newest: NewestOfRow): WordSource {
  const { zscoreStatus, statusColor, muacBand, zScore } = newest;
  // The available figures decide which measurement gave the evidence: WHZ has priority over MUAC.
  const from = zScore.wl === null ? 'muac' : 'whz';
  return { zscoreStatus, statusColor, muacBand, evidence: { level: 'none', from } };
}

/** From two weeks on the time is in weeks, from two months on in months. */
const WEEKS_FROM_DAYS = 14;
const MONTHS_FROM_MONTHS = 2;
const DAYS_A_WEEK = 7;

export type TimePast =
  | { unit: 'ahead' | 'today' }
  | { unit: 'days' | 'weeks' | 'months'; count: number };

/**
 * The time since a day as one short figure: 13 days, 8 weeks, 2 months. A screening dated tomorrow
 * still counts and is `ahead`.
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
