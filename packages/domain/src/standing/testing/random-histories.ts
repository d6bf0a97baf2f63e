import { programmeWhz, programmeZScores, roundZ } from '@crece/growth';
import { withoutUndefined } from '../../base/optional.ts';
import { CLINIC_OUTCOMES, type ClinicAnswer } from '../../base/words.ts';
import type { Child, IsoDate, Screening } from '../../fields/entities.ts';
import type { NextVisitRules } from '../../screening/next-visit.ts';
import { storedZScoresOf } from '../../screening/stored-z-scores.ts';
import { DEFAULT_PROGRAMME_RULES } from '../../settings/programme-settings.ts';
import { joinClinicAnswers } from '../../slip/clinic-answer.ts';
import { aChild, aScreening } from '../../testing/records.ts';
import { ageInMonths, plusDays, plusMonths } from './plain-calendar.ts';
import type { PlainGrowth } from './plain-reading.ts';
import type { Versions } from './plain-visits.ts';

/** A child with all its screenings, the versions that wait for a choice, the day and the table. */
export interface RandomHistory {
  readonly child: Versions<Child>;
  readonly screenings: readonly Versions<Screening>[];
  readonly today: IsoDate;
  readonly rules: NextVisitRules;
}

const rounded = (z: number | null) => (z === null || !Number.isFinite(z) ? null : roundZ(z));

/** The programme's z-scores as the table takes them. */
export const plainGrowth: PlainGrowth = (sex, ageMonths, height, weight) => {
  const { haz, waz, whz } = programmeZScores({ sex, ageMonths, height, weight });
  return { ha: rounded(haz.z), wa: rounded(waz.z), wl: rounded(whz.z) };
};

/** Pseudo-random choices, the same for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  of<T>(...values: readonly T[]): T {
    // Every caller names at least one value.
    return values[Math.floor(this.next() * values.length)] as T;
  }

  between(from: number, to: number, decimals = 0): number {
    const step = 10 ** decimals;
    return Math.round((from + this.next() * (to - from)) * step) / step;
  }

  isOne(inSoMany: number): boolean {
    return this.next() * inSoMany < 1;
  }
}

const LAST_DAYS: readonly IsoDate[] = [
  '2026-02-28',
  '2024-02-29',
  '2026-03-01',
  '2026-03-31',
  '2026-04-30',
  '2026-08-31',
  '2026-12-31',
];

/** Ages today at which a rule changes, in months. */
const EDGES = [0, 1, 2, 5, 6, 7, 8, 12, 24, 35, 36, 48, 54, 57, 58, 59, 60, 61, 62, 66, 71, 72, 73];
const WHZ_EDGES = [
  -3.6, -3.5, -3.1, -3.02, -3.01, -3, -2.99, -2.9, -2.51, -2.5, -2.02, -2, -1.9, -1,
];
const MUACS = [
  9.6, 10.9, 11, 11.1, 11.3, 11.4, 11.5, 11.6, 11.8, 11.9, 12, 12.4, 12.5, 12.6, 13.6, 14.5,
];
const ODD_MUACS = [4, 5.4, 5.5, 26.5, 26.6, 54, 55, 108, 114, 115, 118, 130, 265, 266];
/** Days between a visit and one before it. */
const GAPS = [0, 1, 2, 5, 6, 7, 8, 14, 28, 30, 31, 32, 60, 90, 120, 180, 183, 184, 200, 360, 400];
const OUTCOMES = ['seen', 'admitted', 'not-found', 'refused', 'died', 'moved-away'] as const;

/** The weight of a WHZ near the wanted one; kg with two decimals. */
function weightFor(child: Child, ageMonths: number, height: number, whz: number): number {
  let [low, high] = [0.5, 40];
  for (let step = 0; step < 14; step += 1) {
    const weight = (low + high) / 2;
    const { z } = programmeWhz({ sex: child.gender, ageMonths, height, weight });
    if (z === null) return 8;
    if (z < whz) low = weight;
    else high = weight;
  }
  return Math.round(high * 100) / 100;
}

const within0 = (months: number, most: number) => Math.min(Math.max(0, months), most);

class HistoryMaker {
  readonly #chance: Chance;
  readonly #today: IsoDate;
  #count = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    const any = plusDays('2024-01-01', chance.between(0, 1400));
    this.#today = chance.isOne(3) ? chance.of(...LAST_DAYS) : any;
  }

  make(): RandomHistory {
    const chance = this.#chance;
    const stored = this.#child();
    const others = this.#others(stored, 14, (child) => this.#childVersion(child));
    const count = chance.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6);
    const dates: IsoDate[] = [];
    for (let each = 0; each < count; each += 1) dates.push(this.#date(dates, stored));
    const screenings = dates.map((date) => {
      const screening = this.#screening(stored, date);
      const versions = this.#others(screening, 12, (one, isSmall) =>
        this.#version(one, stored, isSmall),
      );
      return { stored: screening, others: versions };
    });
    return { child: { stored, others }, screenings, today: this.#today, rules: this.#rules() };
  }

  #rules(): NextVisitRules {
    if (!this.#chance.isOne(5)) return DEFAULT_PROGRAMME_RULES;
    const table = {
      referredDays: this.#chance.of(3, 7, 14),
      admittedDays: this.#chance.of(7, 30, 45),
      lostDays: 14,
      infantAtRiskDays: this.#chance.of(5, 7),
      acuteMonths: this.#chance.of(1, 2),
      recoveringMonths: this.#chance.of(3, 6),
      supplementMonths: this.#chance.of(2, 3),
      ordinaryMonths: this.#chance.of(4, 6, 12),
    };
    return { table, infantMuacLine: this.#chance.of(10.5, 11, 11.5) };
  }

  #others<T>(stored: T, inSoMany: number, change: (stored: T, isSmall?: true) => T): T[] {
    if (!this.#chance.isOne(inSoMany)) return [];
    return this.#chance.isOne(4) ? [change(stored, true), change(stored, true)] : [change(stored)];
  }

  #child(): Child {
    const chance = this.#chance;
    const months = chance.isOne(3) ? chance.between(0, 75) : chance.of(...EDGES);
    const days = chance.of(0, 0, 0, 1, -1, 2, -2, chance.between(-15, 15));
    const birthDate = plusDays(plusMonths(this.#today, -months), days);
    const isGone = chance.isOne(12);
    const {
      departure: _none,
      departureDate: _day,
      ...child
    } = aChild({
      gender: chance.of('Boy', 'Girl'),
      birthDate,
    });
    return {
      ...child,
      ...(chance.isOne(6) ? { birthDateEstimated: true as const } : {}),
      ...(isGone ? { departure: chance.of('died', 'moved-away'), departureDate: this.#day() } : {}),
    };
  }

  #childVersion(child: Child): Child {
    const chance = this.#chance;
    const months = chance.of(-13, -3, -1, 1, 3, 13);
    const birthDate = chance.of(
      plusMonths(child.birthDate, months),
      plusDays(child.birthDate, chance.of(-1, 1)),
    );
    return chance.of({ ...child, birthDate }, { ...child, gender: chance.of('Boy', 'Girl') });
  }

  /** A day near today: mostly before it, sometimes after. */
  #day(): IsoDate {
    const chance = this.#chance;
    return plusDays(this.#today, -chance.of(...GAPS, -1, -2, chance.between(0, 60)));
  }

  #date(before: readonly IsoDate[], child: Child): IsoDate {
    const chance = this.#chance;
    if (chance.isOne(25)) return plusDays(this.#today, chance.of(1, 2, 3, 40));
    if (chance.isOne(40)) return plusDays(child.birthDate, -chance.of(1, 40));
    if (chance.isOne(8)) {
      const from = chance.of(this.#today, ...before);
      return plusMonths(from, -chance.of(1, 3, 6));
    }
    const last = before.at(-1);
    const from = last === undefined || chance.isOne(4) ? this.#today : last;
    return plusDays(from, chance.of(-1, -1, -1, 1) * chance.of(...GAPS));
  }

  #screening(child: Child, surveyDate: IsoDate): Screening {
    const chance = this.#chance;
    this.#count += 1;
    const instant = 1_700_000_000_000 + chance.between(0, 5) * 1000;
    const {
      created: _c,
      height: _h,
      weight: _w,
      muac: _m,
      comments: _t,
      ...rest
    } = aScreening({
      _id: `scr_test_stake_gtm_${instant}_${chance.between(0, 9)}abcd${this.#count}`,
      surveyDate,
      gender: child.gender,
    });
    const measured = this.#measures(child, surveyDate);
    const { rules, ...older } = rest;
    const isOlder = chance.isOne(6);
    return {
      ...(isOlder ? older : { ...older, ...(rules === undefined ? {} : { rules }) }),
      ...(chance.isOne(3) ? {} : { created: new Date(instant).toISOString() }),
      ...measured,
      zScore: this.#copy(child, surveyDate, measured),
      ...this.#outcome(surveyDate),
      ...this.#clinicAnswers(surveyDate),
    };
  }

  #measures(child: Child, surveyDate: IsoDate): Partial<Screening> {
    const chance = this.#chance;
    const age = ageInMonths(child.birthDate, surveyDate, false) ?? 0;
    const isWeighed = !chance.isOne(4);
    const usual =
      49 + 3.2 * Math.min(age, 6) + 0.95 * within0(age - 6, 18) + 0.6 * within0(age - 24, 48);
    const height = Math.round(usual * chance.between(0.93, 1.03, 3) * 10) / 10;
    const whz = chance.isOne(3) ? chance.between(-4, 6, 2) : chance.of(...WHZ_EDGES);
    const muac = chance.isOne(12) ? chance.of(...ODD_MUACS) : chance.of(...MUACS);
    return {
      ...this.#sizes(isWeighed, height, weightFor(child, age, height, whz)),
      ...(chance.isOne(3) ? {} : { muac }),
      ...(chance.isOne(2) ? {} : { oedema: chance.isOne(6) }),
      ...(chance.isOne(16)
        ? { ageOverride: chance.of<number | false>(false, 3, 5.5, 6, 34.5, 59, 60) }
        : {}),
      ...(chance.isOne(16) ? { comments: `age=${chance.of(4, 6, 30, 59, 60)}` } : {}),
    };
  }

  #sizes(isWeighed: boolean, height: number, weight: number): Partial<Screening> {
    const chance = this.#chance;
    if (chance.isOne(30)) return { height, outsideLimits: { weight: chance.of(2.2, 2.9, 19) } };
    if (chance.isOne(15))
      return chance.of<Partial<Screening>>(
        { height: chance.of(0, 29, 700), weight },
        { height, weight: chance.of(0, 0.4, 94) },
      );
    if (isWeighed) return { height, weight };
    return chance.of<Partial<Screening>>({}, {}, { height }, { weight });
  }

  #copy(child: Child, surveyDate: IsoDate, { height, weight }: Partial<Screening>) {
    const chance = this.#chance;
    const age = ageInMonths(child.birthDate, surveyDate, false);
    if (age === null || chance.isOne(3)) return storedZScoresOf({ ha: null, wa: null, wl: null });
    if (chance.isOne(6)) return storedZScoresOf(plainGrowth(child.gender, age, 45, 0));
    const z = () => chance.of(null, -11, -3.5, -3.01, -3, -2.5, -1.5, 0, 10.01);
    if (chance.isOne(2)) return storedZScoresOf({ ha: z(), wa: z(), wl: z() });
    return storedZScoresOf(plainGrowth(child.gender, age, height, weight));
  }

  #outcome(surveyDate: IsoDate): Partial<Screening> {
    const chance = this.#chance;
    if (!chance.isOne(4)) return {};
    const day = plusDays(surveyDate, chance.of(0, 0, 1, 2, 5, 7, 20, 30, -1));
    const referralDate = chance.isOne(3) ? this.#day() : day;
    return { referralOutcome: chance.of(...OUTCOMES), referralDate };
  }

  #clinicAnswers(surveyDate: IsoDate): Partial<Screening> {
    const chance = this.#chance;
    if (!chance.isOne(5)) return {};
    const answer = (): ClinicAnswer => ({
      outcome: chance.of(...CLINIC_OUTCOMES),
      day: chance.isOne(4) ? this.#day() : plusDays(surveyDate, chance.of(0, 1, 2, 7, 20, -1)),
      ...(chance.isOne(6) ? { struck: true as const } : {}),
    });
    const clinicAnswers = joinClinicAnswers(
      Array.from({ length: chance.of(1, 1, 2, 4) }, answer),
      undefined,
    );
    return clinicAnswers === undefined ? {} : { clinicAnswers };
  }

  #version(screening: Screening, child: Child, isSmall?: true): Screening {
    const chance = this.#chance;
    const { muac, height, weight, oedema, ...rest } = screening;
    const again = this.#measures(child, screening.surveyDate);
    return chance.of<() => Screening>(
      () => ({ ...screening, muac: chance.of(...MUACS, ...ODD_MUACS) }),
      () => withoutUndefined({ ...screening, height: again.height, weight: again.weight }),
      () => withoutUndefined({ ...screening, oedema: chance.of(true, false, undefined) }),
      () => ({ ...screening, ...this.#outcome(screening.surveyDate) }),
      () => ({ ...screening, ...this.#clinicAnswers(screening.surveyDate) }),
      () => ({
        ...screening,
        surveyDate: plusDays(screening.surveyDate, chance.of(-30, -1, 1, 30)),
      }),
      // Two versions with many fields each have more combinations than are built.
      () => (isSmall ? { ...screening, comments: 'age=7' } : { ...rest, ...again }),
    )();
  }
}

/** The history of a seed: the same on every machine. */
export function randomHistory(seed: number): RandomHistory {
  return new HistoryMaker(new Chance(seed)).make();
}
