import type { MeasuredPosition } from '../entities.ts';
import { STANDING_FROM_MONTHS } from '../limits.ts';
import type { OwnCheck, WeightLoss } from './guidance-line.ts';
import { isUnderSixMonths, type WhoVisit } from './who-visit.ts';

/** A height lower by more than this at a later visit is a slip: no child shrinks. cm. */
const HEIGHT_FALL_CM = { samePosition: 1, otherPosition: 2 } as const;

/** Weight for age or weight for height lower by this or more, in z-scores. */
const Z_FALL = 1;

/** A larger share of the weight than one in so many, 5 %, is worth a question. */
const WEIGHT_LOSS_ONE_IN = 20;

const inGrams = (kg: number): number => Math.round(kg * 1000);
const inHundredths = (z: number): number => Math.round(z * 100);

/** Lying or standing, as the form takes it where nobody said. */
function positionOf({ screening, ageMonths }: WhoVisit): MeasuredPosition {
  const byAge = (ageMonths ?? 0) < STANDING_FROM_MONTHS ? 'lying' : 'standing';
  return screening.measured ?? byAge;
}

/** The newest of the earlier visits that passes a test; they come in their order. */
const lastWith = (earlier: readonly WhoVisit[], test: (visit: WhoVisit) => boolean) =>
  earlier.findLast(test);

/** A weight that says something about the child: not that of a swollen one. */
const weightOf = ({ isSwollen, measures }: WhoVisit): number | undefined =>
  isSwollen ? undefined : measures.weight;

/** What a child weighs less than at the last visit with a weight; null without a loss. */
export function weightLossOf(visit: WhoVisit, earlier: readonly WhoVisit[]): WeightLoss | null {
  const now = weightOf(visit);
  const last = lastWith(earlier, (other) => weightOf(other) !== undefined);
  const before = last === undefined ? undefined : weightOf(last);
  if (now === undefined || last === undefined || before === undefined) return null;
  return inGrams(now) < inGrams(before) ? { since: last.screening.surveyDate, before, now } : null;
}

function heightFall(visit: WhoVisit, earlier: readonly WhoVisit[]): readonly OwnCheck[] {
  const now = visit.measures.height;
  const last = lastWith(earlier, ({ measures }) => measures.height !== undefined);
  const before = last?.measures.height;
  if (now === undefined || last === undefined || before === undefined) return [];
  const isSame = positionOf(last) === positionOf(visit);
  const allowed = isSame ? HEIGHT_FALL_CM.samePosition : HEIGHT_FALL_CM.otherPosition;
  // Hundredths of a cm: 70.1 − 69.1 is 1, in binary a hair more.
  if (inHundredths(before) - inHundredths(now) <= inHundredths(allowed)) return [];
  return [{ kind: 'height-fell', since: last.screening.surveyDate, before, now }];
}

function weightLost(visit: WhoVisit, earlier: readonly WhoVisit[]): readonly OwnCheck[] {
  const loss = weightLossOf(visit, earlier);
  if (loss === null) return [];
  const lost = inGrams(loss.before) - inGrams(loss.now);
  return lost * WEIGHT_LOSS_ONE_IN > inGrams(loss.before) ? [{ kind: 'weight-lost', ...loss }] : [];
}

function zFall(
  visit: WhoVisit,
  earlier: readonly WhoVisit[],
  index: 'wa' | 'wl',
): readonly OwnCheck[] {
  const now = visit.exact[index].z;
  const last = lastWith(earlier, ({ exact }) => exact[index].z !== null);
  const before = last?.exact[index].z ?? null;
  if (now === null || last === undefined || before === null) return [];
  if (inHundredths(before) - inHundredths(now) < inHundredths(Z_FALL)) return [];
  return [{ kind: 'z-fell', index, since: last.screening.surveyDate, before, now }];
}

/** What changed since the last visits in a way that asks for a second look: our own check. */
export function ownChecks(visit: WhoVisit, earlier: readonly WhoVisit[]): readonly OwnCheck[] {
  return [
    ...heightFall(visit, earlier),
    ...weightLost(visit, earlier),
    ...zFall(visit, earlier, 'wa'),
    ...zFall(visit, earlier, 'wl'),
  ];
}

/** Any weight lost since the last visit, for a baby under 6 months. */
export function babyWeightLoss(visit: WhoVisit, earlier: readonly WhoVisit[]): WeightLoss | null {
  return isUnderSixMonths(visit) ? weightLossOf(visit, earlier) : null;
}
