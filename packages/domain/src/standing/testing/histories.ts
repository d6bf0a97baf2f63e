import { programmeWhz } from '@crece/growth';
import { withoutFields } from '../../base/optional.ts';
import type { Child, IsoDate, Screening } from '../../fields/entities.ts';
import { compareWithTold } from '../../screening/compare-with-told.ts';
import { type NextVisitRules, visitFinding } from '../../screening/next-visit.ts';
import { futureDated, newestScreening } from '../../screening/order.ts';
import { storedZScoresOf } from '../../screening/stored-z-scores.ts';
import { DEFAULT_PROGRAMME_RULES } from '../../settings/programme-settings.ts';
import { aChild, aScreening } from '../../testing/index.ts';
import { childStandingFacts } from '../child-standing.ts';
import { NO_VERSIONS, type OpenVersions } from '../facts.ts';
import { type Standing, type StandingChild, standingOn } from '../standing.ts';

/** The only survey date of most cases. */
export const SURVEY: IsoDate = '2024-03-26';

/** A boy of 20 months on `SURVEY`. */
export const TODDLER: Child = aChild({ gender: 'Boy', birthDate: '2022-07-26' });

/** A boy of 3 months on `SURVEY`. */
export const INFANT: Child = aChild({ gender: 'Boy', birthDate: '2023-12-26' });

/** Normal measures of a boy of 20 months: WHZ −0.26. */
export const WELL = { height: 84, weight: 11.3, muac: 15 } as const;

/** A visit by what was measured; without a date, on `SURVEY`. */
export interface Visit extends Partial<Screening> {
  /** Written by an older system. */
  readonly isOlder?: true;
}

/** Height and weight with this WHZ, for a boy of less than 24 months. */
export function withWhz(whz: number, height = 84): { height: number; weight: number } {
  let [low, high] = [1, 40];
  while (high - low > 1e-7) {
    const weight = (low + high) / 2;
    const { z } = programmeWhz({ sex: 'Boy', ageMonths: 20, height, weight });
    if ((z ?? Number.NaN) < whz) low = weight;
    else high = weight;
  }
  return { height, weight: high };
}

/** The screenings of a child, each with only the given measures and no stored verdict. */
export function screeningsOf(child: Child, visits: readonly Visit[]): readonly Screening[] {
  return visits.map(({ isOlder, ...visit }, index) => {
    const {
      status: _status,
      height: _height,
      weight: _weight,
      muac: _muac,
      ...rest
    } = aScreening({ gender: child.gender, owner: child._id, surveyDate: SURVEY, actions: [] });
    const created = `2024-01-01T00:00:${String(index).padStart(2, '0')}.000Z`;
    const screening = {
      ...rest,
      _id: `scr_test_${index}`,
      created,
      zScore: storedZScoresOf({ ha: null, wa: null, wl: null }),
      ...visit,
    };
    return isOlder === true ? withoutFields(screening, ['rules']) : screening;
  });
}

/** What differs from a boy of 20 months without contested records, by the default rules. */
export interface About {
  readonly child?: Child;
  readonly versions?: Partial<OpenVersions>;
  readonly rules?: NextVisitRules;
}

/** A child as a list row holds it, from its visits. */
export function standingChildOf(
  visits: readonly Visit[],
  today: IsoDate,
  { child = TODDLER, versions = {} }: About = {},
): StandingChild {
  const screenings = screeningsOf(child, visits);
  const newest = newestScreening(screenings, today);
  const open = { ...NO_VERSIONS, ...versions };
  const isAhead = screenings.some((each) => futureDated(each, today));
  const ahead = isAhead ? { dateToCheck: true as const } : {};
  const { birthDate } = child;
  if (newest === null) {
    return {
      birthDate,
      ...ahead,
      standing: childStandingFacts(child, screenings, null, today, open),
    };
  }
  const others = screenings.filter((each) => each !== newest);
  const reading = compareWithTold(newest, child, others);
  const found = visitFinding(reading, newest.muac);
  return {
    birthDate,
    ...ahead,
    newest: { ...found, surveyDate: newest.surveyDate, monthAge: reading.monthAge },
    standing: childStandingFacts(child, screenings, { screening: newest, found }, today, open),
  };
}

/** Where a child stands on a day, from its visits. */
export function standingOf(
  visits: readonly Visit[],
  today: IsoDate = SURVEY,
  about: About = {},
): Standing {
  const rules = about.rules ?? DEFAULT_PROGRAMME_RULES;
  return standingOn(standingChildOf(visits, today, about), today, rules);
}

/** The open signs by name, with their state. */
export function signsOn(visits: readonly Visit[], today?: IsoDate, about?: About) {
  const { referral } = standingOf(visits, today, about);
  return (referral?.signs ?? []).map(({ sign, state }) => `${sign} ${state}`);
}
