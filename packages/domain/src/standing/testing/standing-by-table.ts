// The rules "Next visit", "A referral ends by an answer or by the same sign measured again" and their
// neighbours of section 3 of the decisions, written a second time, as they stand in the text: the
// domain's `standingOn` is compared with it over random histories. It imports nothing of the domain.
import { daysFrom, plusDays, plusMonths, soonest, wholeMonths } from './plain-calendar.ts';
import {
  gravity,
  isAcute,
  isDanger,
  PLAIN_SIGNS,
  type PlainGrowth,
  type PlainReading,
  type PlainScreening,
  type PlainSign,
  within,
} from './plain-reading.ts';
import {
  type Outcome,
  type PlainHistory,
  possibleChildren,
  type Visit,
  visitsOf,
} from './plain-visits.ts';

/** The programme's table of next visits, and the MUAC line of infants. */
export interface PlainRules {
  referredDays: number;
  admittedDays: number;
  infantAtRiskDays: number;
  acuteMonths: number;
  recoveringMonths: number;
  supplementMonths: number;
  ordinaryMonths: number;
  infantMuacLine: number;
}

export type PlainState = 'refer' | 'closed' | 'lapsed';

export interface PlainVerdict {
  signs: { sign: PlainSign; since: string; state: PlainState }[];
  referral: PlainState | null;
  next: { date: string; reason: string } | null;
  section: string | null;
  isHandedOver: boolean;
}

/** A visit that shows a sign, with the worst and the mildest figure of its versions. */
interface Show {
  visit: Visit;
  least: number;
  most: number;
}

/** A sign that stands open. */
interface Open {
  sign: PlainSign;
  since: string;
  last: Show;
  shows: readonly Show[];
}

const isDeparture = (word: string) => word === 'died' || word === 'moved-away';
const isAtClinic = (word: string) => word === 'seen' || word === 'admitted';
/** The difference, in z or cm, that tells better from worse: exactly 0.50 does. */
const differs = (above: number, under: number) => Math.round((above - under) * 100) >= 50;
const first = (dates: readonly string[]) => [...dates].sort()[0] ?? '';

export class StandingByTable {
  readonly #today: string;
  readonly #tomorrow: string;
  readonly #rules: PlainRules;
  readonly #visits: Visit[];
  readonly #newest: Visit | undefined;
  readonly #birth: string;
  readonly #isBirthContested: boolean;
  readonly #departures: Outcome[];

  constructor(history: PlainHistory, today: string, rules: PlainRules, growth: PlainGrowth) {
    this.#today = today;
    this.#tomorrow = plusDays(today, 1);
    this.#rules = rules;
    const children = possibleChildren(history.child);
    this.#isBirthContested = children.some(
      ({ birthDate }) => birthDate !== history.child.stored.birthDate,
    );
    // While the birth date waits for a choice, nobody is lost as too old.
    this.#birth =
      children
        .map(({ birthDate }) => birthDate)
        .sort()
        .at(-1) ?? '';
    this.#visits = visitsOf(history, children, this.#tomorrow, growth);
    this.#newest = this.#visits.findLast(({ isAhead }) => !isAhead);
    const records = [history.child.stored, ...(history.records ?? [])];
    this.#departures = records.flatMap(({ departure: word, departureDate: date }) =>
      word === undefined || date === undefined ? [] : [{ word, date }],
    );
  }

  /** One verdict for each of the severest readings of the newest screening: nearly always one. */
  verdicts(): PlainVerdict[] {
    const readings = this.#newest?.readings.slice(0, this.#newest.chosen) ?? [];
    const worst = Math.max(...readings.map(gravity));
    const severest = readings.filter((each) => gravity(each) === worst);
    return severest.length === 0
      ? [this.#verdict(null)]
      : severest.map((each) => this.#verdict(each));
  }

  #verdict(newest: PlainReading | null): PlainVerdict {
    const nobody = { signs: [], referral: null, next: null, section: null, isHandedOver: false };
    const age = this.#ageOn(this.#today, newest);
    if (this.#isGone() || age >= 72) return nobody;
    const fifth = this.#dayOf(60, newest);
    const isPastFive = age >= 60;
    const open = PLAIN_SIGNS.flatMap((sign) => this.#open(sign) ?? []);
    const standing = open.flatMap((sign) => this.#stateOf(sign, isPastFive, newest) ?? []);
    const signs = standing.map(({ sign, since, state }) => ({ sign, since, state }));
    const has = (state: PlainState) => standing.some((each) => each.state === state);
    const low = this.#lowWeight();
    const referral = has('refer')
      ? 'refer'
      : has('closed')
        ? 'closed'
        : has('lapsed')
          ? 'lapsed'
          : null;
    const told = { ...nobody, signs, referral } as const;

    // refer: the open sign's day is since; the clinic today, then weekly.
    const inRefer = standing.filter(({ state }) => state === 'refer').map(({ since }) => since);
    const isLowCalled = low !== null && low.until === null;
    if (inRefer.length > 0 || isLowCalled) {
      const isSign = inRefer.length > 0;
      const date = isSign ? first(inRefer) : (low?.date ?? '');
      const again = plusDays(date < this.#today ? this.#today : date, this.#rules.referredDays);
      const next = { date, reason: isSign ? 'refer' : 'low-weight' };
      return { ...told, next, section: 'refer', isHandedOver: isPastFive || again > fifth };
    }
    // closed: the outcome's day and the days for which it answers.
    const ends = standing.flatMap(({ until }) => until ?? []);
    if (low?.until !== null && low?.until !== undefined) ends.push(low.until);
    if (ends.length > 0) {
      const next = { date: first(ends), reason: standing.length > 0 ? 'refer' : 'low-weight' };
      return { ...told, next, section: 'closed', isHandedOver: isPastFive || next.date > fifth };
    }
    const plan = newest === null ? null : this.#planned(newest);
    if (isPastFive) {
      const isEnded = open.length > 0 && newest !== null && isDanger(newest);
      if (plan === null || plan.acute === null || isEnded) return told;
      const next = { date: plan.acute.date, reason: plan.acute.reason };
      return { ...told, next, section: this.#section(next), isHandedOver: true };
    }
    // lapsed: the day of the lapse, or that of the table, in overdue at once.
    if (has('lapsed')) {
      const lapses = standing.flatMap(({ lapse }) => lapse ?? []);
      const date = first([...lapses, ...(plan === null ? [] : [plan.date])]);
      return { ...told, next: { date, reason: 'referral-lapsed' }, section: 'overdue' };
    }
    if (plan === null) {
      if (this.#visits.length === 0) return { ...told, section: 'unscreened' };
      return { ...told, next: { date: this.#today, reason: 'date-to-check' }, section: 'overdue' };
    }
    if (plan.acute === null && plan.date > fifth) return told;
    const next = { date: plan.date, reason: plan.reason };
    const section = plan.isNow ? 'overdue' : this.#section(next);
    return { ...told, next, section, isHandedOver: plan.date > fifth };
  }

  #section({ date, reason }: { date: string; reason: string }): string | null {
    if (date < this.#today) return 'overdue';
    const week = plusDays(this.#today, 7);
    if (date < week || (date === week && reason === 'infant-at-risk')) return 'week';
    return date < plusMonths(this.#today, 1) ? 'month' : null;
  }

  #ageOn(day: string, newest: PlainReading | null): number {
    if (newest === null || newest.override === null) return wholeMonths(this.#birth, day);
    const since = Math.max(0, wholeMonths(newest.date, day));
    return Math.floor(newest.override + since);
  }

  /** The day on which a number of months is completed, by an override while it counts. */
  #dayOf(months: number, newest: PlainReading | null): string {
    if (newest === null || newest.override === null) return plusMonths(this.#birth, months);
    return plusMonths(newest.date, Math.ceil(months - newest.override));
  }

  /** Died or moved away: the latest that counts, unless the child was screened or at a clinic after it. */
  #isGone(): boolean {
    const onVisits = this.#visits.flatMap(({ outcomes }) =>
      // In a conflict with another outcome it ends nothing; of two departures the earlier day counts.
      outcomes.length > 0 && outcomes.every(({ word }) => isDeparture(word))
        ? [first(outcomes.map(({ date }) => date))]
        : [],
    );
    const said = [...onVisits, ...this.#departures.map(({ date }) => date)];
    const last = said
      .filter((date) => date <= this.#tomorrow)
      .sort()
      .at(-1);
    const seen = this.#visits.flatMap(({ date, clinic }) => [
      date,
      ...clinic.filter(({ word }) => isAtClinic(word)).map((each) => each.date),
    ]);
    return last !== undefined && seen.every((date) => date <= last);
  }

  /** A sign that is open: shown by any version, cleared by every one. */
  #open(sign: PlainSign): Open | null {
    let since: string | null = null;
    let last: Show | null = null;
    const shows: Show[] = [];
    for (const visit of this.#visits) {
      const shown = visit.readings.flatMap(({ shows: each }) => each[sign] ?? []);
      const cleared = visit.readings.flatMap(({ clears }) => clears[sign] ?? []);
      if (shown.length > 0) {
        since ??= visit.date;
        last = { visit, least: Math.min(...shown), most: Math.max(...shown) };
        shows.push(last);
      } else if (cleared.length === visit.readings.length && last !== null && !visit.isAhead) {
        const isNear = daysFrom(last.visit.date, visit.date) <= 7 && sign !== 'swelling';
        if (!isNear || differs(Math.min(...cleared), last.most)) since = null;
      }
    }
    return since === null || last === null ? null : { sign, since, last, shows };
  }

  /** Where an open sign stands; null when it ended past the fifth birthday. */
  #stateOf(open: Open, isPastFive: boolean, newest: PlainReading | null) {
    // A clinic's word given in the last 30 days before the fifth birthday ends it on that day.
    const isPastFiveSoon = ({ date }: Outcome) => this.#ageOn(plusDays(date, 30), newest) >= 60;
    const { sign, since, last, shows } = open;
    const at = (visit: Visit) => this.#visits.indexOf(visit);
    const answers: { date: string; until: string }[] = [];
    // An admission answers, within its days, a later show that is not clearly worse.
    const answersLater = (visit: Visit, until: string) => {
      const answered = shows.findLast((each) => at(each.visit) <= at(visit));
      if (answered === undefined || last.visit.date >= until) return false;
      return !differs(answered.most, last.least);
    };
    for (const visit of this.#visits) {
      // A clinic's answers close, by which alone nothing ends; past five for the shorter time.
      for (const { word, date } of visit.clinic.filter((each) => each.date <= this.#tomorrow)) {
        const isShort = word !== 'admitted' || isPastFive;
        const until = isShort
          ? plusDays(date, this.#rules.referredDays)
          : this.#until({ word, date });
        const isOfLast = at(visit) >= at(last.visit);
        if (isOfLast || (word === 'admitted' && answersLater(visit, until)))
          answers.push({ date, until });
      }
      const counted = visit.outcomes.filter(
        ({ word, date }) => !isDeparture(word) && date <= this.#tomorrow,
      );
      if (counted.length === 0) continue;
      const until = first(counted.map((each) => this.#until(each)));
      const date = counted.find((each) => this.#until(each) === until)?.date ?? '';
      if (at(visit) >= at(last.visit)) {
        const isEnded = counted.every((each) => isAtClinic(each.word) && isPastFiveSoon(each));
        // A clinic that says later that nobody came takes the word back.
        const isTakenBack = this.#visits.some(
          (other) =>
            at(other) >= at(last.visit) &&
            other.clinic.some(
              ({ word, date: day }) =>
                (word === 'not-found' || word === 'refused') &&
                day <= this.#tomorrow &&
                counted.some((each) => day > each.date),
            ),
        );
        if (isPastFive && isEnded && !isTakenBack) return null;
        answers.push({ date, until });
        continue;
      }
      const isAdmission = visit.outcomes.every(
        ({ word }) => isDeparture(word) || word === 'admitted',
      );
      if (isAdmission && answersLater(visit, until)) answers.push({ date, until });
    }
    const day = answers
      .map(({ date }) => date)
      .sort()
      .at(-1);
    const until = first(answers.filter(({ date }) => date === day).map((each) => each.until));
    const lapse = plusMonths(last.visit.date, 6);
    const hasLapsed = !isPastFive && last.visit !== this.#newest && this.#today >= lapse;
    if (day !== undefined && this.#today < until)
      return { sign, since, state: 'closed', until } as const;
    return hasLapsed
      ? ({ sign, since, state: 'lapsed', lapse } as const)
      : ({ sign, since, state: 'refer' } as const);
  }

  #until({ word, date }: Outcome): string {
    return plusDays(
      date,
      word === 'admitted' ? this.#rules.admittedDays : this.#rules.referredDays,
    );
  }

  /** A weight below 3 kg that was kept: until a weight within the limits, an outcome, or 12 months. */
  #lowWeight(): { date: string; until: string | null } | null {
    const isLow = ({ screenings }: Visit) =>
      screenings.some(({ outsideLimits }) => (outsideLimits?.weight ?? 3) < 3);
    const at = this.#visits.findLastIndex(isLow);
    const visit = this.#visits[at];
    if (visit === undefined || this.#today >= plusMonths(visit.date, 12)) return null;
    const isWeighed = this.#visits
      .slice(at + 1)
      .some(
        (each) => !each.isAhead && each.screenings.every(({ weight }) => within(weight, 3, 18)),
      );
    if (isWeighed) return null;
    const counted = visit.outcomes.filter(
      ({ word, date }) => !isDeparture(word) && date <= this.#tomorrow,
    );
    const until = first(counted.map(({ date }) => plusDays(date, this.#rules.referredDays)));
    return { date: visit.date, until: counted.length > 0 && this.#today < until ? until : null };
  }

  /** The lines of the table that hold for a reading of a screening. */
  #lines(reading: PlainReading, visit: Visit) {
    const { date, age, evidence, band, status, supplement } = reading;
    const rules = this.#rules;
    const isInfant = age !== null && age < 6;
    const before = this.#visits.slice(0, this.#visits.indexOf(visit));
    const acuteOn = before.findLast(({ readings }) => readings.some(isAcute))?.date;
    const isRecovering =
      acuteOn !== undefined && acuteOn >= plusMonths(date, -rules.recoveringMonths);
    const isWatched = evidence === 'moderate' || band === 'yellow' || isDanger(reading);
    const lines: { reason: string; date: string }[] = [];
    const line = (holds: boolean, reason: string, day: string) => {
      if (holds) lines.push({ reason, date: day });
    };
    const isAtRisk = isInfant && this.#isAtRisk(reading, visit, before);
    line(isAtRisk, 'infant-at-risk', plusDays(date, rules.infantAtRiskDays));
    line(isWatched, 'watch-acute', plusMonths(date, rules.acuteMonths));
    line(isRecovering, 'recovering', plusMonths(date, rules.acuteMonths));
    line(
      supplement !== 'none' || status === 5,
      'supplement-or-risk',
      plusMonths(date, rules.supplementMonths),
    );
    line(isInfant, 'six-months-old', this.#dayOf(6, reading));
    line(status === 7 || reading.isImplausible, 'measure-now', date);
    line(true, 'ordinary', plusMonths(date, rules.ordinaryMonths));
    return lines;
  }

  #planned(newest: PlainReading) {
    const visit = this.#newest;
    if (visit === undefined) return null;
    const lines = this.#lines(newest, visit);
    const now = lines.find(({ reason }) => reason === 'measure-now');
    const stands = now === undefined ? null : this.#assessedBefore(newest, visit);
    if (now !== undefined && stands !== null && stands.date > now.date) Object.assign(now, stands);
    const earliest = soonest(lines);
    const isAtRisk = lines[0]?.reason === 'infant-at-risk';
    const acute = lines.filter(({ reason }) =>
      ['infant-at-risk', 'watch-acute', 'recovering'].includes(reason),
    );
    return {
      date: earliest.date,
      reason: isAtRisk ? 'infant-at-risk' : earliest.reason,
      // The sentence follows the finding; what cannot be assessed is overdue at once all the same.
      isNow: earliest.reason === 'measure-now',
      acute: acute.length === 0 ? null : soonest(acute),
    };
  }

  /** The visit after a screening of the last 31 days that was assessed and shows no acute sign. */
  #assessedBefore(newest: PlainReading, visit: Visit) {
    const from = plusDays(newest.date, -31);
    for (const each of this.#visits.slice(0, this.#visits.indexOf(visit)).reverse()) {
      const [reading] = each.readings;
      if (each.date < from || reading === undefined) return null;
      // One that waits for a choice postpones nothing.
      if (each.isContested || isAcute(reading) || reading.band === 'yellow') return null;
      if (reading.status === 7 || reading.isImplausible) continue;
      const lines = this.#lines(reading, each);
      const isAtRisk = lines[0]?.reason === 'infant-at-risk';
      return isAtRisk ? { ...soonest(lines), reason: 'infant-at-risk' } : soonest(lines);
    }
    return null;
  }

  /** Any z below −2, a low arm from 42 days, or, by any of its days, less weight than before it. */
  #isAtRisk(reading: PlainReading, { screenings }: Visit, before: readonly Visit[]): boolean {
    const { z, date, birth, age, override, muac } = reading;
    if ([z.ha, z.wa, z.wl].some((each) => each !== null && each < -2)) return true;
    const isExact = override === null && !this.#isBirthContested;
    const days = isExact ? daysFrom(birth, date) : (age ?? 0) * 30.4375;
    const isArm = muac !== undefined && muac >= 5.5 && muac < this.#rules.infantMuacLine;
    if (isArm && days >= 42) return true;
    const weights = (all: readonly PlainScreening[]) =>
      all.flatMap(({ weight, oedema }) =>
        weight !== undefined && within(weight, 0.5, 40) && oedema !== true ? [weight] : [],
      );
    const now = Math.min(...weights(screenings));
    return screenings.some(({ surveyDate: day }) => {
      const last = before.findLast(
        (each) => each.date < day && weights(each.screenings).length > 0,
      );
      return last !== undefined && now < Math.max(...weights(last.screenings));
    });
  }
}
