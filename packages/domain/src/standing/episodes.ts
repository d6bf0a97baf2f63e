import { daysBetween } from '../dates/calendar.ts';
import type { IsoDate, ReferralOutcome, Screening } from '../fields/entities.ts';
import type { NextVisitTable } from '../screening/next-visit.ts';
import { compareScreenings, futureDated } from '../screening/order.ts';
import { joinClinicAnswers } from '../slip/clinic-answer.ts';
import { type Closing, closingOf, laterAnswer, shorter } from './closings.ts';
import { isReferralLost } from './lost.ts';
import { openSigns } from './open-signs.ts';
import { isDeparture, type KnownAnswer } from './outcome.ts';
import { countsToday, isTakenOver } from './outcome-today.ts';
import { REFER_SIGNS, type ReferSign } from './refer-signs.ts';
import type { Standing } from './standing.ts';
import type { StandingScreening } from './standing-facts.ts';

/** What became of a referral, and whose word that is. */
export interface EpisodeOutcome {
  readonly outcome: ReferralOutcome;
  readonly date: IsoDate;
  readonly by: 'programme' | 'clinic';
  /** Where a clinic says the child was. */
  readonly place?: string;
}

/** One referral of a child, from its first open sign until none was open or it was ended. */
export interface ReferralEpisode {
  /** Every sign that was open in it, the worst first. */
  readonly signs: readonly ReferSign[];
  readonly since: IsoDate;
  readonly isOpen: boolean;
  /** Of outcome and clinics' answers the one that counts; null: nothing is known. */
  readonly outcome: EpisodeOutcome | null;
  /** What others say besides, with another outcome, by day. */
  readonly contradicted: readonly EpisodeOutcome[];
  /** The first day at a clinic that no later word takes back. */
  readonly arrivedOn: IsoDate | null;
  readonly isAdmitted: boolean;
  /** Open, and nothing is known of it `lostDays` later: `isReferralLost`. */
  readonly isLost: boolean;
}

/** What the episodes of a child are worked out from. */
export interface EpisodeInput {
  /** Of all screenings of the child, in any order. */
  readonly read: readonly StandingScreening[];
  /** The same screenings and their open versions, for the places that clinics name. */
  readonly screenings: readonly Pick<Screening, '_id' | 'clinicAnswers'>[];
  readonly standing: Pick<Standing, 'referral' | 'departure' | 'isGraduate'>;
  readonly table: NextVisitTable;
  readonly today: IsoDate;
}

/** The screenings of one episode, without that which ended it. */
interface Stretch {
  readonly since: IsoDate;
  readonly entries: StandingScreening[];
  readonly signs: Set<ReferSign>;
  isOpen: boolean;
}

/** A word that counts today, and for how long it closes. */
interface Said {
  readonly outcome: EpisodeOutcome;
  readonly closing: Closing;
}

function stretchesOf({ read, today }: EpisodeInput): readonly Stretch[] {
  const ordered = [...read]
    .sort(compareScreenings)
    .map((each) => ({ ...each, isFutureDated: futureDated(each, today) }));
  const stretches: Stretch[] = [];
  let current: Stretch | null = null;
  for (const [at, entry] of ordered.entries()) {
    const shows = REFER_SIGNS.some((sign) => entry.signs[sign].effect === 'shows');
    if (current === null && !shows) continue;
    const open = openSigns(ordered.slice(0, at + 1), entry._id);
    if (open.length === 0) {
      if (current !== null) current.isOpen = false;
      current = null;
      continue;
    }
    if (current === null) {
      current = { since: entry.surveyDate, entries: [], signs: new Set(), isOpen: true };
      stretches.push(current);
    }
    current.entries.push(entry);
    for (const { sign } of open) current.signs.add(sign);
  }
  return stretches;
}

function placeOf(
  { screenings }: EpisodeInput,
  id: string,
  { outcome, date }: KnownAnswer,
): string | undefined {
  const answers = screenings
    .filter(({ _id }) => _id === id)
    .map(({ clinicAnswers }) => clinicAnswers)
    .reduce(joinClinicAnswers, undefined);
  return answers?.find((each) => each.outcome === outcome && each.day === date)?.place;
}

/** Every word about a stretch that counts today, by day. */
function saidOf({ entries }: Stretch, input: EpisodeInput): readonly Said[] {
  const { table, today, standing } = input;
  const rules = { table, isPastFive: standing.isGraduate };
  const said = entries.flatMap((entry): readonly Said[] => {
    const programme = entry.outcomes.flatMap(({ outcome, date }) =>
      isDeparture(outcome) || !countsToday({ date }, today)
        ? []
        : [closingOf({ outcome, date }, rules)],
    );
    const [first, ...versions] = programme;
    const own = first === undefined ? [] : [versions.reduce(shorter, first)];
    const clinic = entry.clinic.filter((answer) => countsToday(answer, today));
    return [
      ...own.map((closing) => ({
        outcome: {
          outcome: closing.answer.outcome,
          date: closing.answer.date,
          by: 'programme' as const,
        },
        closing,
      })),
      ...clinic.map((answer) => {
        const place = placeOf(input, entry._id, answer);
        const { outcome, date } = answer;
        return {
          outcome: {
            outcome,
            date,
            by: 'clinic' as const,
            ...(place === undefined ? {} : { place }),
          },
          closing: closingOf(answer, rules),
        };
      }),
    ];
  });
  return said.sort((a, b) =>
    a.outcome.date < b.outcome.date ? -1 : Number(a.outcome.date > b.outcome.date),
  );
}

/** Of two words the one that counts. */
function counting(one: Said, other: Said): Said {
  return laterAnswer(one.closing, other.closing) === one.closing ? one : other;
}

/** A clinic's "died" of a child that was screened after it. */
function isBelied({ outcome, date }: EpisodeOutcome, { read }: EpisodeInput): boolean {
  return outcome === 'died' && read.some(({ surveyDate }) => surveyDate > date);
}

/** At a clinic: seen or admitted, or died as a clinic says. */
function isArrival({ outcome, date, by }: EpisodeOutcome): boolean {
  return isTakenOver({ outcome, date }) || (outcome === 'died' && by === 'clinic');
}

/** An admission that was said of a screening before, on a day of this referral, answers it as well. */
function answeredBefore(
  { since }: Stretch,
  { referral }: EpisodeInput['standing'],
): EpisodeOutcome | null {
  const answers = referral?.signs.flatMap(({ lastAnswer }) => lastAnswer ?? []) ?? [];
  const answer = answers.find(({ date }) => date >= since);
  if (answer === undefined) return null;
  const { outcome, date, by = 'programme' } = answer;
  return { outcome, date, by };
}

function episodeOf(stretch: Stretch, input: EpisodeInput): ReferralEpisode {
  const { standing, table, today } = input;
  const { since, signs } = stretch;
  const said = saidOf(stretch, input);
  const [first, ...others] = said.filter((each) => !isBelied(each.outcome, input));
  const own = first === undefined ? null : others.reduce(counting, first).outcome;
  const counted = own ?? (stretch.isOpen ? answeredBefore(stretch, standing) : null);
  // Died and moved away end every sign; a child that was screened since has not departed.
  const departed = stretch.isOpen ? standing.departure : null;
  const outcome: EpisodeOutcome | null =
    departed === null ? counted : { ...departed, by: 'programme' };
  const isOpen = stretch.isOpen && standing.referral !== null;
  const words = said.map((each) => each.outcome);
  // Not `findLastIndex`, which the oldest supported browser lacks.
  const denied = words.map(isArrival).lastIndexOf(false);
  const arrivals = counted !== null && isArrival(counted) ? words.slice(denied + 1) : [];
  const ofDay =
    arrivals.length === 0 && counted !== null && isArrival(counted) ? [counted] : arrivals;
  return {
    signs: REFER_SIGNS.filter((sign) => signs.has(sign)),
    since,
    isOpen,
    outcome,
    contradicted: words.filter((each) => each.outcome !== outcome?.outcome),
    arrivedOn: ofDay[0]?.date ?? null,
    isAdmitted: ofDay.some((each) => each.outcome === 'admitted'),
    isLost:
      stretch.isOpen &&
      standing.referral !== null &&
      isReferralLost(standing.referral, table, today),
  };
}

/**
 * The referrals of a child, the first one first: each from the first screening that shows a sign while
 * none is open until none is open any more, asked of `openSigns` after every screening, so that a sign
 * is open here when it is open there.
 */
export function referralEpisodes(input: EpisodeInput): readonly ReferralEpisode[] {
  return stretchesOf(input).map((stretch) => episodeOf(stretch, input));
}

/** Days from the first day of a referral to another. */
export function daysSince({ since }: Pick<ReferralEpisode, 'since'>, day: IsoDate): number {
  return daysBetween(since, day);
}
