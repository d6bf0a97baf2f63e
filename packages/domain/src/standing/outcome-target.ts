import { lastWhere } from '../base/last-where.ts';
import type { Child, IsoDate, Screening } from '../fields/entities.ts';
import { compareScreenings, futureDated } from '../screening/order.ts';
import { NO_VERSIONS, type OpenVersions } from './facts.ts';
import { isDeparture, outcomeIn } from './outcome.ts';
import type { Standing } from './standing.ts';
import { standingScreening } from './standing-facts.ts';

/** The record on which an outcome is written. */
export type OutcomeTarget =
  | { readonly kind: 'screening'; readonly screening: Screening }
  | { readonly kind: 'child'; readonly child: Child };

/**
 * Where an outcome of a child is written: on the newest screening that shows an open sign; without
 * one on that of the weight that was kept below the limits; else, for "died" and "moved away", on
 * the newest screening that counts, and for a child without any on the child itself.
 */
export function outcomeTarget(
  child: Child,
  screenings: readonly Screening[],
  { referral, lowWeight }: Pick<Standing, 'referral' | 'lowWeight'>,
  today: IsoDate,
  versions: OpenVersions = NO_VERSIONS,
): OutcomeTarget {
  const ordered = [...screenings].sort(compareScreenings);
  const open = referral?.signs.map(({ sign }) => sign) ?? [];
  const showing = ordered.filter((each) => {
    const { signs } = standingScreening(each, child, versions);
    return open.some((sign) => signs[sign].effect === 'shows');
  });
  // One dated after tomorrow cannot be answered before its day: an earlier one is, if there is one.
  const counting = (all: readonly Screening[]) =>
    lastWhere(all, (each) => !futureDated(each, today));
  const light = lastWhere(
    ordered,
    ({ surveyDate, outsideLimits }) =>
      surveyDate === lowWeight?.date && outsideLimits?.weight === lowWeight.weight,
  );
  const screening =
    open.length > 0 ? (counting(showing) ?? showing.at(-1)) : (light ?? counting(ordered));
  return screening === undefined ? { kind: 'child', child } : { kind: 'screening', screening };
}

/** The records that say "died" or "moved away", which are put back together. */
export function departureRecords(
  child: Child,
  screenings: readonly Screening[],
  others: readonly Child[] = [],
): readonly OutcomeTarget[] {
  const said = screenings.filter((screening) => {
    const outcome = outcomeIn(screening);
    return outcome !== null && isDeparture(outcome.outcome);
  });
  return [
    ...said.map((screening) => ({ kind: 'screening', screening }) as const),
    ...[child, ...others].flatMap((record) =>
      record.departure === undefined ? [] : [{ kind: 'child', child: record } as const],
    ),
  ];
}
