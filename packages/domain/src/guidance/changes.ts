import { STANDING_FROM_MONTHS } from '../base/limits.ts';
import type { MeasuredPosition } from '../fields/entities.ts';
import type { OwnCheck, WeightLoss } from './guidance-line.ts';
import { isUnderSixMonths, type WhoScreening } from './who-screening.ts';

/**
 * A height that is lower by more than this (cm) at a later screening is a measuring error: children
 * do not shrink.
 */
const HEIGHT_FALL_CM = { samePosition: 1, otherPosition: 2 } as const;

/** WAZ or WHZ lower by this or more, in z-scores, asks for a second look. */
const Z_FALL = 1;

/** The divisor of the weight for a loss worth a question: more than 1/20 (5 %). */
const WEIGHT_LOSS_ONE_IN = 20;

const inGrams = (kg: number): number => Math.round(kg * 1000);
const inHundredths = (z: number): number => Math.round(z * 100);

/** Lying or standing; when not recorded, the form's default for the age. */
function positionOf({ screening, ageMonths }: WhoScreening): MeasuredPosition {
  const byAge = (ageMonths ?? 0) < STANDING_FROM_MONTHS ? 'lying' : 'standing';
  return screening.measured ?? byAge;
}

/** The newest earlier screening that passes a test; `earlier` is ordered oldest first. */
const lastWith = (earlier: readonly WhoScreening[], test: (entry: WhoScreening) => boolean) =>
  [...earlier].reverse().find(test);

/** The weight if it is meaningful: with oedema it is not. */
const weightOf = ({ isSwollen, measures }: WhoScreening): number | undefined =>
  isSwollen ? undefined : measures.weight;

/** The weight lost since the last screening with a weight; null without a loss. */
export function weightLossOf(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
): WeightLoss | null {
  const now = weightOf(entry);
  const last = lastWith(earlier, (other) => weightOf(other) !== undefined);
  const before = last === undefined ? undefined : weightOf(last);
  if (now === undefined || last === undefined || before === undefined) return null;
  return inGrams(now) < inGrams(before) ? { since: last.screening.surveyDate, before, now } : null;
}

function heightFall(entry: WhoScreening, earlier: readonly WhoScreening[]): readonly OwnCheck[] {
  const now = entry.measures.height;
  const last = lastWith(earlier, ({ measures }) => measures.height !== undefined);
  const before = last?.measures.height;
  if (now === undefined || last === undefined || before === undefined) return [];
  const isSame = positionOf(last) === positionOf(entry);
  const allowed = isSame ? HEIGHT_FALL_CM.samePosition : HEIGHT_FALL_CM.otherPosition;
  // Compared in hundredths of a cm: 70.1 − 69.1 is slightly more than 1 in binary.
  if (inHundredths(before) - inHundredths(now) <= inHundredths(allowed)) return [];
  return [{ kind: 'height-fell', since: last.screening.surveyDate, before, now }];
}

function weightLost(entry: WhoScreening, earlier: readonly WhoScreening[]): readonly OwnCheck[] {
  const loss = weightLossOf(entry, earlier);
  if (loss === null) return [];
  const lost = inGrams(loss.before) - inGrams(loss.now);
  return lost * WEIGHT_LOSS_ONE_IN > inGrams(loss.before) ? [{ kind: 'weight-lost', ...loss }] : [];
}

function zFall(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
  index: 'wa' | 'wl',
): readonly OwnCheck[] {
  const now = entry.exact[index].z;
  const last = lastWith(earlier, ({ exact }) => exact[index].z !== null);
  const before = last?.exact[index].z ?? null;
  if (now === null || last === undefined || before === null) return [];
  if (inHundredths(before) - inHundredths(now) < inHundredths(Z_FALL)) return [];
  return [{ kind: 'z-fell', index, since: last.screening.surveyDate, before, now }];
}

/**
 * Changes since earlier screenings that ask for a second look. This check is our own, not WHO's.
 */
export function ownChecks(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
): readonly OwnCheck[] {
  return [
    ...heightFall(entry, earlier),
    ...weightLost(entry, earlier),
    ...zFall(entry, earlier, 'wa'),
    ...zFall(entry, earlier, 'wl'),
  ];
}

/** Any weight loss since the last screening, for a baby under 6 months. */
export function babyWeightLoss(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
): WeightLoss | null {
  return isUnderSixMonths(entry) ? weightLossOf(entry, earlier) : null;
}
