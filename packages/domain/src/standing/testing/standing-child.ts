import type { Child, IsoDate, Screening } from '../../fields/entities.ts';
import { compareWithTold } from '../../screening/compare-with-told.ts';
import { type NextVisitRules, visitFinding } from '../../screening/next-visit.ts';
import { newestScreening } from '../../screening/order.ts';
import { DEFAULT_PROGRAMME_RULES } from '../../settings/programme-settings.ts';
import { aChild, anAssessedScreening } from '../../testing/index.ts';
import { type ActionSource, actionsToday } from '../actions-today.ts';
import { childStandingFacts } from '../child-standing.ts';
import { type HeroSource, hero } from '../hero.ts';
import { standingOn } from '../standing.ts';

/** A screening as it is told: a date, measures, an outcome. */
export type ToldScreening = Partial<Screening> & Pick<Screening, 'surveyDate'>;

/** The records of a child with these screenings, each assessed as the application stores it. */
export function recordsOf(told: readonly ToldScreening[], different: Partial<Child> = {}) {
  const child = aChild(different);
  const screenings = told.map((each, index) =>
    anAssessedScreening(child, {
      _id: `scr_test_stake_gtm_17468787000${10 + index}_3d4e5f`,
      created: `${each.surveyDate}T12:00:0${index}.000Z`,
      ...each,
    }),
  );
  return { child, screenings };
}

/** Where a child with these screenings stands, with its headline and its actions. */
export function standingWith(
  told: readonly ToldScreening[],
  today: IsoDate,
  different: Partial<Child> = {},
  rules: NextVisitRules = DEFAULT_PROGRAMME_RULES,
) {
  const { child, screenings } = recordsOf(told, different);
  const newest = newestScreening(screenings, today);
  const reading = newest === null ? null : compareWithTold(newest, child, screenings);
  const read =
    newest === null || reading === null
      ? null
      : { screening: newest, found: visitFinding(reading, newest.muac) };
  const standing = standingOn(
    {
      birthDate: child.birthDate,
      newest: read === null ? undefined : { ...read.found, surveyDate: read.screening.surveyDate },
      standing: childStandingFacts(child, screenings, read, today),
      dateToCheck: newest === null && screenings.length > 0 ? true : undefined,
    },
    today,
    rules,
  );
  const source: (HeroSource & ActionSource) | null =
    newest === null || reading === null
      ? null
      : {
          ...reading,
          surveyDate: newest.surveyDate,
          muac: newest.muac,
          oedema: newest.oedema,
          muacBand: reading.muacBand,
          hasImplausible: reading.doubts.some(({ cause }) => cause === 'implausible'),
          isAssessed: reading.zscoreStatus !== undefined,
        };
  return {
    child,
    screenings,
    standing,
    hero: hero(standing, source, screenings.length > 0),
    actions: actionsToday(standing, source, rules.table.acuteMonths),
  };
}
