import { lastWhere } from '../base/last-where.ts';
import { daysBetween } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import { compareScreenings, type OrderedScreening } from '../screening/order.ts';
import { isDeparture, type KnownAnswer, type KnownOutcome } from './outcome.ts';
import {
  isClearlyAbove,
  NEAR_DAYS,
  REFER_SIGNS,
  type ReferSign,
  type SignReadings,
} from './refer-signs.ts';

/** What one screening of a child says of its referral. */
export interface SignScreening extends OrderedScreening {
  readonly signs: SignReadings;
  /** Dated after tomorrow: what it shows counts, what it would clear does not. */
  readonly isFutureDated: boolean;
  /** The outcome of each version; several while two wait for a choice. */
  readonly outcomes: readonly KnownOutcome[];
  /** What clinics answered to its slips. */
  readonly clinic: readonly KnownAnswer[];
}

/** A measure of a sign: the day and the figure (WHZ, or MUAC in cm; null for swelling). */
export interface SignMeasure {
  readonly date: IsoDate;
  readonly figure: number | null;
}

/** An answer to a sign, with the versions of it that wait for a choice. */
export interface SignAnswer {
  readonly versions: readonly KnownAnswer[];
  /**
   * Given before the last screening that shows the sign: only an admission answers it then, while it
   * lasts, because the sign was not clearly worse.
   */
  readonly isBeforeLastShow: boolean;
}

/** A sign that a screening has shown and none has cleared since. */
export interface OpenSign {
  readonly sign: ReferSign;
  /** The first screening that showed it after it was last cleared. */
  readonly since: IsoDate;
  /** The last screening that shows it. */
  readonly shown: SignMeasure;
  readonly isShownByNewest: boolean;
  /** The last screening that shows it is dated after tomorrow. */
  readonly isFutureDated: boolean;
  /** Measured again within a week, better, but by too little to tell. */
  readonly near: SignMeasure | null;
  /** In the order of their screenings. */
  readonly answers: readonly SignAnswer[];
  /** The first day of which anything was said of it since it is open; absent: nothing was. */
  readonly saidOn?: IsoDate;
}

/** A screening that shows a sign: with the worst figure of its versions, and the mildest. */
interface Shown {
  readonly entry: SignScreening;
  readonly figure: number | null;
  readonly mildest: number | null;
}

function isTooNear(clearing: SignScreening, sign: ReferSign, shown: Shown): boolean {
  const { figure } = clearing.signs[sign];
  if (figure === null || shown.mildest === null) return false;
  if (daysBetween(shown.entry.surveyDate, clearing.surveyDate) > NEAR_DAYS) return false;
  return !isClearlyAbove(figure, shown.mildest);
}

/** Whether the last show is not worse, by the difference that counts, than the one answered. */
function isNotWorse(last: Shown, answered: Shown): boolean {
  if (last.figure === null || answered.mildest === null) return true;
  return !isClearlyAbove(answered.mildest, last.figure);
}

/** The answers in the versions of a screening; a departure beside another outcome ends nothing. */
function answersIn({ outcomes }: SignScreening): readonly KnownAnswer[] {
  return outcomes.flatMap(({ outcome, date }) => (isDeparture(outcome) ? [] : [{ outcome, date }]));
}

function answersTo(
  screenings: readonly SignScreening[],
  shows: readonly Shown[],
  last: Shown,
): readonly SignAnswer[] {
  const said = screenings.flatMap((entry) => [
    { entry, versions: answersIn(entry) },
    ...entry.clinic.map((answer) => ({ entry, versions: [answer] })),
  ]);
  return said.flatMap(({ entry, versions }): readonly SignAnswer[] => {
    if (versions.length === 0) return [];
    if (compareScreenings(entry, last.entry) >= 0) return [{ versions, isBeforeLastShow: false }];
    const answered = lastWhere(shows, (show) => compareScreenings(show.entry, entry) <= 0);
    const isAdmission = versions.every(({ outcome }) => outcome === 'admitted');
    if (answered === undefined || !isAdmission || !isNotWorse(last, answered)) return [];
    return [{ versions, isBeforeLastShow: true }];
  });
}

/** The first day of which a result or an answer was said in the screenings from one on. */
function firstSaid(screenings: readonly SignScreening[], from: SignScreening): IsoDate | undefined {
  return screenings
    .filter((entry) => compareScreenings(entry, from) >= 0)
    .flatMap((entry) => [...answersIn(entry), ...entry.clinic].map(({ date }) => date))
    .sort()[0];
}

function openSign(
  sign: ReferSign,
  screenings: readonly SignScreening[],
  newestId: string | null,
): OpenSign | null {
  const shows: Shown[] = [];
  let first: SignScreening | null = null;
  let near: SignMeasure | null = null;
  for (const entry of screenings) {
    const { effect, figure, mildest = figure } = entry.signs[sign];
    const last = shows.at(-1);
    if (effect === 'shows') {
      shows.push({ entry, figure, mildest });
      first ??= entry;
      near = null;
    } else if (effect === 'clears' && first !== null && last && !entry.isFutureDated) {
      if (isTooNear(entry, sign, last)) near = { date: entry.surveyDate, figure };
      else {
        first = null;
        near = null;
      }
    }
  }
  const last = shows.at(-1);
  if (first === null || last === undefined) return null;
  const saidOn = firstSaid(screenings, first);
  return {
    sign,
    since: first.surveyDate,
    shown: { date: last.entry.surveyDate, figure: last.figure },
    isShownByNewest: last.entry._id === newestId,
    isFutureDated: last.entry.isFutureDated,
    near,
    answers: answersTo(screenings, shows, last),
    ...(saidOn === undefined ? {} : { saidOn }),
  };
}

/**
 * The signs of a child that stand open, the worst first. `screenings` are all of the child's, in
 * their total order; `newestId` is the newest that counts. Per sign the last screening that shows or
 * clears it decides; one that does neither changes nothing. A clearing figure within 7 days of the
 * last show, better by less than 0.5, leaves the sign open: "too near to tell".
 */
export function openSigns(
  screenings: readonly SignScreening[],
  newestId: string | null,
): readonly OpenSign[] {
  return REFER_SIGNS.flatMap((sign) => openSign(sign, screenings, newestId) ?? []);
}
