import { MAX_AGE_MONTHS, REFERRAL_LAPSE_MONTHS, UNDER_SIX_MONTHS } from '../base/limits.ts';
import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import {
  dayOfAge,
  isInfantAtRisk,
  type NextVisitReason,
  type NextVisitRules,
  type NextVisitTable,
  needsMeasuring,
  type PlannedScreening,
  plannedVisit,
  type VisitFinding,
} from '../screening/next-visit.ts';
import { isRefer } from '../screening/screening-mark.ts';
import {
  type SupplementSource,
  type SupplementToday,
  supplementOn,
} from '../screening/supplement.ts';
import { type Closing, closingOf, closingsOf, laterAnswer, shorter } from './closings.ts';
import type { ChildDeparture, StandingFacts } from './facts.ts';
import type { OpenSign } from './open-signs.ts';
import { countsPastFive, type OpenToday, openToday, withYoungest } from './open-today.ts';
import { isDeparture, type KnownAnswer, type KnownOutcome } from './outcome.ts';
import { countsToday, isTakenOver } from './outcome-today.ts';

/** The newest screening that counts, as a list row holds it. */
export interface NewestFacts extends VisitFinding, Omit<SupplementSource, 'zScore' | 'muac'> {
  readonly surveyDate: IsoDate;
}

/** What the standing of a child is worked out from; a list row is one. */
export interface StandingChild extends BirthDated {
  readonly newest?: NewestFacts | undefined;
  readonly standing: StandingFacts;
  /** A screening is dated after tomorrow. */
  readonly dateToCheck?: true | undefined;
}

/**
 * Where an open sign stands today. `refer`: the clinic today. `closed`: an outcome answers it for
 * some days. `lapsed`: not measured again for 6 months, so that it has to be measured now.
 */
export type SignState = 'refer' | 'closed' | 'lapsed';

/** An open sign as it stands today. */
export interface StandingSign extends Omit<OpenSign, 'answers'> {
  readonly state: SignState;
  /** The outcome that answers it today. */
  readonly answer: KnownAnswer | null;
  /** The last outcome that was said of it, whether it still answers it or not. */
  readonly lastAnswer: KnownAnswer | null;
}

/** A referral that neither a measure nor an outcome has ended. */
export interface OpenReferral {
  /** Never empty; the worst first. */
  readonly signs: readonly [StandingSign, ...StandingSign[]];
  /** The day since which the first of its signs is open. */
  readonly since: IsoDate;
  readonly state: SignState;
}

/** When a child is seen next, and why. */
export interface NextVisit {
  readonly date: IsoDate;
  readonly reason: NextVisitReason;
  /** After that date the child is seen again at this interval. */
  readonly everyDays?: number;
  /** Near or past the fifth birthday: the clinic takes over. */
  readonly handOver?: true;
  /** What became of the referral, while it closes it. */
  readonly outcome?: KnownAnswer;
}

/**
 * The sections of the due list, in their order. `unscreened` has no date; `closed` are referred
 * children whose outcome is known and whose next day has not come.
 */
export const DUE_SECTIONS = ['refer', 'overdue', 'unscreened', 'week', 'month', 'closed'] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** Where a child stands today: the one source of every list, page, report and file. */
export interface Standing {
  readonly referral: OpenReferral | null;
  /** A weight below the form's limits that was kept and not measured again. */
  readonly lowWeight: { readonly date: IsoDate; readonly weight: number } | null;
  /** Null for a child whom nobody has to see, and for one that was never screened. */
  readonly next: NextVisit | null;
  /** Null when nobody has to see the child within a month. */
  readonly section: DueSection | null;
  /** The next visit was due before today, or the child is to be measured now. */
  readonly isOverdue: boolean;
  /**
   * At its newest screening a baby under 6 months, at risk of poor growth, and a baby still, or within
   * the days in which a health worker sees it. Of a child that died or moved away nothing is asked.
   */
  readonly isInfantAtRisk: boolean;
  /** Died or moved away, while it counts. */
  readonly departure: KnownOutcome | null;
  /** Died or moved away was said, and the child was screened or at a clinic after it. */
  readonly voidedDeparture: ChildDeparture | null;
  /** What only a clinic says, and would end the referral: a person is asked whether it is right. */
  readonly clinicAsks: KnownAnswer | null;
  /** The last acute evidence, swelling or red MUAC before the newest screening. */
  readonly lastAcuteOn: IsoDate | null;
  /** Completed months today; null for a birth date in the future. */
  readonly ageMonths: number | null;
  /** 60 completed months or more. */
  readonly isGraduate: boolean;
  /** Today's supplement. A plain value: an accessor gives each object a hidden class of its own. */
  readonly supplement: SupplementToday;
}

const DAYS_OF_WEEK = 7;

interface Day {
  readonly today: IsoDate;
  readonly table: NextVisitTable;
  readonly isPastFive: boolean;
  /** The fifth birthday, by the age that the newest screening used. */
  readonly fifth: IsoDate;
}

function standingSign(open: OpenSign, day: Day): StandingSign {
  const { today, isPastFive } = day;
  const { answers, ...sign } = open;
  let last: Closing | null = null;
  for (const each of answers) {
    const closings = closingsOf(each, day);
    const [first, ...others] = closings;
    if (first === undefined) continue;
    const closing = others.reduce(shorter, first);
    // An admission goes on answering a later show only within its days.
    if (each.isBeforeLastShow && open.shown.date >= closing.until) continue;
    last = last === null ? closing : laterAnswer(last, closing);
  }
  const answer = last !== null && today < last.until ? last.answer : null;
  const hasLapsed =
    !isPastFive &&
    !open.isShownByNewest &&
    today >= addMonths(open.shown.date, REFERRAL_LAPSE_MONTHS);
  const unanswered = hasLapsed ? 'lapsed' : 'refer';
  return {
    ...sign,
    state: answer === null ? unanswered : 'closed',
    answer,
    lastAnswer: last?.answer ?? null,
  };
}

const earliest = (dates: readonly IsoDate[]): IsoDate =>
  dates.reduce((first, each) => (each < first ? each : first));

function referralOf(signs: readonly StandingSign[]): OpenReferral | null {
  const [first, ...others] = signs;
  if (first === undefined) return null;
  const has = (state: SignState) => signs.some((each) => each.state === state);
  const state = has('refer') ? 'refer' : has('closed') ? 'closed' : 'lapsed';
  return {
    signs: [first, ...others],
    since: earliest(signs.map(({ since }) => since)),
    state,
  };
}

/** The call for a health worker after a weight below the form's limits. */
function lowWeightOf({ lowWeight }: OpenToday, { today, table }: Day) {
  if (lowWeight === null) return null;
  const { date, weight, outcomes } = lowWeight;
  const [first, ...others] = outcomes
    .flatMap(({ outcome, date: on }) => (isDeparture(outcome) ? [] : [{ outcome, date: on }]))
    .filter((answer) => countsToday(answer, today))
    .map((answer) => ({ answer, until: addDays(answer.date, table.referredDays) }));
  const closing = first === undefined ? null : others.reduce(shorter, first);
  return { date, weight, closing: closing !== null && today < closing.until ? closing : null };
}

/** The visit that a referral asks for; null when it leaves the date to the table. */
function referredVisit(
  referral: OpenReferral | null,
  low: ReturnType<typeof lowWeightOf>,
  day: Day,
): NextVisit | null {
  const everyDays = day.table.referredDays;
  const inRefer = referral?.signs.filter(({ state }) => state === 'refer') ?? [];
  if (inRefer.length > 0) {
    return { date: earliest(inRefer.map(({ since }) => since)), reason: 'refer', everyDays };
  }
  if (low !== null && low.closing === null) {
    return { date: low.date, reason: 'low-weight', everyDays };
  }
  const [first, ...others] = [
    ...(referral?.signs ?? []).flatMap(({ answer }) =>
      answer === null ? [] : [closingOf(answer, day)],
    ),
    ...(low?.closing ? [low.closing] : []),
  ];
  if (first === undefined) return null;
  const { answer, until } = others.reduce(shorter, first);
  const reason = referral === null ? 'low-weight' : 'refer';
  return { date: until, reason, everyDays, outcome: answer };
}

/**
 * A clinic's word about which a person is asked, because it would end the referral as theirs: "died"
 * that nobody contradicts later, and past the fifth birthday "seen" or "admitted" where it is what
 * counts of a sign that is still open. The latest of them.
 */
function clinicAsks(
  child: StandingChild,
  { signs, isPastFive }: OpenToday,
  standing: readonly StandingSign[],
  today: IsoDate,
): KnownAnswer | null {
  const { clinicDied } = child.standing;
  const died: readonly KnownAnswer[] =
    clinicDied === undefined ? [] : [{ outcome: 'died', date: clinicDied, by: 'clinic' }];
  const taken = signs.flatMap(({ answers }, at) => {
    const last = standing[at]?.lastAnswer;
    if (last?.by !== 'clinic' || !isTakenOver(last) || !countsPastFive(last, child)) return [];
    const isOfLastShow = answers.some(
      ({ isBeforeLastShow, versions }) => !isBeforeLastShow && versions.includes(last),
    );
    return isOfLastShow ? [last] : [];
  });
  return [...died, ...(isPastFive ? taken : [])]
    .filter((answer) => countsToday(answer, today))
    .reduce<KnownAnswer | null>(
      (last, each) => (last === null || each.date > last.date ? each : last),
      null,
    );
}

/** A visit, and whether acute evidence or an alert asks for it: then it is kept past five. */
interface VisitAsked {
  readonly visit: NextVisit;
  readonly isAcute: boolean;
  /** Nothing can be said before the child is measured: overdue, whatever the date. */
  readonly isNow: boolean;
}

/** The visit by the table, or the day on which a sign lapsed, whichever is earlier. */
function tabledVisit(
  planned: PlannedScreening | null,
  child: StandingChild,
  referral: OpenReferral | null,
  rules: NextVisitRules,
  isPastFive: boolean,
): VisitAsked | null {
  const lapsed = (referral?.signs ?? [])
    .filter(({ state }) => state === 'lapsed')
    .map(({ shown }) => addMonths(shown.date, REFERRAL_LAPSE_MONTHS));
  const byTable =
    planned === null ? null : plannedVisit(planned, child, rules, child.standing.assessedBefore);
  if (lapsed.length > 0) {
    const date = earliest(byTable === null ? lapsed : [...lapsed, byTable.date]);
    return { visit: { date, reason: 'referral-lapsed' }, isAcute: true, isNow: true };
  }
  if (byTable === null) return null;
  const { date, reason, acute, isMeasureNow } = byTable;
  // Past the fifth birthday only acute evidence is followed, whatever else would come before it.
  if (isPastFive) return acute === null ? null : { visit: acute, isAcute: true, isNow: false };
  return { visit: { date, reason }, isAcute: acute !== null, isNow: isMeasureNow };
}

/** The visit with the hand-over near the fifth birthday; null for a graduate without danger. */
function aroundFive(
  { visit, isAcute }: VisitAsked,
  { today, table, isPastFive, fifth }: Day,
): NextVisit | null {
  if (!isAcute && visit.date > fifth) return null;
  const isCalled = visit.everyDays !== undefined && visit.outcome === undefined;
  const day = isCalled && visit.date < today ? today : visit.date;
  const last = isCalled ? addDays(day, table.referredDays) : day;
  return isPastFive || last > fifth ? { ...visit, handOver: true } : visit;
}

function sectionOf(
  visit: NextVisit,
  isAtRisk: boolean,
  isMeasureNow: boolean,
  today: IsoDate,
): DueSection | null {
  if (visit.everyDays !== undefined) return visit.outcome === undefined ? 'refer' : 'closed';
  if (visit.date < today || isMeasureNow) return 'overdue';
  const week = addDays(today, DAYS_OF_WEEK);
  // A baby at risk is seen within 7 days: the eighth day still belongs to this week.
  if (visit.date < week || (isAtRisk && visit.date === week)) return 'week';
  return visit.date < addMonths(today, 1) ? 'month' : null;
}

interface Planned {
  readonly next: NextVisit | null;
  readonly section: DueSection | null;
  readonly isOverdue: boolean;
}

const NOBODY: Planned = { next: null, section: null, isOverdue: false };

function planOf(
  child: StandingChild,
  planned: PlannedScreening | null,
  referral: OpenReferral | null,
  low: ReturnType<typeof lowWeightOf>,
  day: Day,
  rules: NextVisitRules,
): Planned {
  const { newest, standing: facts } = child;
  const called = referredVisit(referral, low, day);
  // A clinic has taken over what the newest screening shows: nobody screens the child again.
  const isTakenOver = day.isPastFive && facts.openSigns.length > 0;
  if (called === null && isTakenOver && newest && isRefer(newest)) return NOBODY;
  const asked =
    called === null
      ? tabledVisit(planned, child, referral, rules, day.isPastFive)
      : { visit: called, isAcute: true, isNow: false };
  if (asked === null) {
    if (day.isPastFive) return NOBODY;
    if (child.dateToCheck !== true) return { ...NOBODY, section: 'unscreened' };
    const next = { date: day.today, reason: 'date-to-check' } as const;
    return { next, section: 'overdue', isOverdue: true };
  }
  const next = aroundFive(asked, day);
  if (next === null) return NOBODY;
  const isAtRisk = next.reason === 'infant-at-risk';
  const section = sectionOf(next, isAtRisk, asked.isNow, day.today);
  const isLate = next.everyDays === undefined && section === 'overdue';
  return { next, section, isOverdue: isLate };
}

/**
 * Where a child stands today, from what all its screenings say: open referral, next visit with its
 * reason, section of the due list, overdue, hand-over, supplement. Pure; every list, page, report and
 * file takes it from here.
 */
export function standingOn(asRead: StandingChild, today: IsoDate, rules: NextVisitRules): Standing {
  const child = withYoungest(asRead);
  const { newest, standing: facts } = child;
  const { table } = rules;
  const open = openToday(child, today);
  const { departure, voidedDeparture, ageMonths, isPastFive } = open;
  const fifth =
    newest === undefined
      ? addMonths(child.birthDate, MAX_AGE_MONTHS)
      : dayOfAge(MAX_AGE_MONTHS, { surveyDate: newest.surveyDate, found: newest }, child);
  const day: Day = { today, table, isPastFive, fifth };
  const isEnded = departure !== null || open.isPastHandOver;
  const signs = open.signs.map((each) => standingSign(each, day));
  const referral = referralOf(signs);
  const low = lowWeightOf(open, day);
  const planned: PlannedScreening | null =
    newest === undefined
      ? null
      : {
          surveyDate: newest.surveyDate,
          found: newest,
          lastAcuteOn: facts.lastAcuteOn,
          isWeightLost: facts.isWeightLost,
          isAgeContested: facts.youngest !== undefined,
        };
  const plan = isEnded ? NOBODY : planOf(child, planned, referral, low, day, rules);
  // A child that is no baby any more is called by its date: late, or measured now.
  const isBaby = (ageMonths !== null && ageMonths < UNDER_SIX_MONTHS) || plan.section === 'week';
  return {
    referral,
    lowWeight: low === null ? null : { date: low.date, weight: low.weight },
    ...plan,
    isInfantAtRisk: planned !== null && !isEnded && isBaby && isInfantAtRisk(planned, child, rules),
    departure,
    voidedDeparture,
    clinicAsks: isEnded ? null : clinicAsks(child, open, signs, today),
    lastAcuteOn: facts.lastAcuteOn,
    ageMonths,
    isGraduate: isPastFive,
    supplement: supplementOn(newest, child, today),
  };
}

/** Whether a child must go to a clinic today, wherever the referral comes from. */
export function isInRefer({ section }: Pick<Standing, 'section'>): boolean {
  return section === 'refer';
}

/** Whether the newest screening has to be measured again before anything can be said. */
export function isUnmeasured(newest: NewestFacts): boolean {
  return needsMeasuring(newest);
}
