import { lastWhere } from '../base/last-where.ts';
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

/** The weight if it is meaningful: with oedema it is not. */
const weightOf = ({ isSwollen, measures }: WhoScreening): number | undefined =>
  isSwollen ? undefined : measures.weight;

/**
 * A figure now and at the last screening of a day before that has it; null without both. `earlier`
 * is ordered oldest first. Two records of one day are one screening.
 */
function compared(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
  figureOf: (of: WhoScreening) => number | undefined,
) {
  const { surveyDate } = entry.screening;
  const last = lastWhere(
    earlier,
    (of) => of.screening.surveyDate < surveyDate && figureOf(of) !== undefined,
  );
  const before = last && figureOf(last);
  const now = figureOf(entry);
  if (last === undefined || before === undefined || now === undefined) return null;
  return { last, change: { since: last.screening.surveyDate, before, now } };
}

/** The weight lost since the last screening with a weight; null without a loss. */
export function weightLossOf(
  entry: WhoScreening,
  earlier: readonly WhoScreening[],
): WeightLoss | null {
  const change = compared(entry, earlier, weightOf)?.change;
  return change !== undefined && inGrams(change.now) < inGrams(change.before) ? change : null;
}

function heightFall(entry: WhoScreening, earlier: readonly WhoScreening[]): readonly OwnCheck[] {
  const found = compared(entry, earlier, ({ measures }) => measures.height);
  if (found === null) return [];
  const { last, change } = found;
  const isSame = positionOf(last) === positionOf(entry);
  const allowed = isSame ? HEIGHT_FALL_CM.samePosition : HEIGHT_FALL_CM.otherPosition;
  // Compared in hundredths of a cm: 70.1 − 69.1 is slightly more than 1 in binary.
  if (inHundredths(change.before) - inHundredths(change.now) <= inHundredths(allowed)) return [];
  return [{ kind: 'height-fell', ...change }];
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
  const change = compared(entry, earlier, ({ exact }) => exact[index].z ?? undefined)?.change;
  if (change === undefined) return [];
  if (inHundredths(change.before) - inHundredths(change.now) < inHundredths(Z_FALL)) return [];
  return [{ kind: 'z-fell', index, ...change }];
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
