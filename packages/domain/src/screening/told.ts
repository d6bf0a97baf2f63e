import { withoutFields, withoutUndefined } from '../base/optional.ts';
import type {
  ActionCode,
  ScreeningClass,
  StatusColor,
  StoredZScores,
  SupplementType,
  ToldAssessment,
  ToldReason,
  ZscoreStatus,
} from '../fields/entities.ts';
import { type AssessedChild, measuredZScores } from './assess-measures.ts';
import type { AgeOverride } from './screening-age.ts';
import { statusOf } from './status-table.ts';
import type { ScreeningPlace, StoredScreening } from './stored-screening.ts';
import { Z_INDICES, type ZIndex } from './stored-z-scores.ts';
import { supplementFor } from './supplement.ts';
import { usableMeasures } from './usable-measures.ts';

/**
 * The assessment told at a screening, with the status that its figures give at the age of that day.
 */
export interface ToldReading {
  readonly zScore: StoredZScores;
  readonly status?: ScreeningClass;
  readonly actions: readonly ActionCode[];
  readonly monthAge?: number;
  readonly zscoreStatus?: ZscoreStatus;
  readonly statusColor?: StatusColor;
  readonly supType: SupplementType;
}

/** How a screening differs from what was told. */
export interface ToldDifference {
  readonly reason: ToldReason;
  readonly told: ToldReading;
  /** Indices that differ by 0.01 or more, or that only one of the two has. */
  readonly indices: readonly ZIndex[];
  readonly differsInClass: boolean;
  /** Checked only for the child's newest screening, by the age of that day. */
  readonly differsInColour: boolean;
  readonly differsInSupplement: boolean;
}

/** The reassessed values that are compared. */
interface Shown {
  readonly zScore: StoredZScores;
  readonly monthAge: number | null;
  readonly supType: SupplementType;
  readonly override?: AgeOverride;
  readonly status?: ScreeningClass;
  readonly statusColor?: StatusColor;
  readonly fromCopy: readonly ZIndex[];
}

/** The assessment stored in the record: the one told last. */
export function storedAssessment(screening: StoredScreening): ToldAssessment {
  const { zScore, status, actions, monthAge } = screening;
  return { zScore, actions, ...withoutUndefined({ status, monthAge }) };
}

/** Whether an assessment has any content. */
export function saysSomething({ zScore, status, actions }: ToldAssessment): boolean {
  return (
    status !== undefined || actions.length > 0 || Z_INDICES.some((index) => zScore[index] !== null)
  );
}

function differentIndices(a: StoredZScores, b: StoredZScores): readonly ZIndex[] {
  // In whole hundredths, because stored figures have two decimals: avoids binary rounding noise.
  const hundredths = (z: number | null) => (z === null ? null : Math.round(z * 100));
  return Z_INDICES.filter((index) => hundredths(a[index]) !== hundredths(b[index]));
}

/**
 * Whether the class differs. Records of older systems often have no class; then there is no
 * difference. Records of this application have a class whenever they have an assessment.
 */
function hasOtherClass(told: ToldAssessment, shown: Shown, isOurs: boolean): boolean {
  return (isOurs || told.status !== undefined) && told.status !== shown.status;
}

function isTheSame(told: ToldAssessment, shown: Shown, isOurs: boolean): boolean {
  return (
    differentIndices(told.zScore, shown.zScore).length === 0 && !hasOtherClass(told, shown, isOurs)
  );
}

/** The figures of the screening's measures for another age or the other sex. */
function figuresWith(
  screening: StoredScreening,
  sex: AssessedChild['gender'],
  ageMonths: number | undefined,
): StoredZScores {
  const { height, weight, muac } = usableMeasures(screening);
  return measuredZScores({ sex, ageMonths: ageMonths ?? null, height, weight, muac });
}

/** Finds the reason by trial: the old age, then the other sex, must give the old figures. */
function causeOf(
  told: ToldAssessment,
  screening: StoredScreening,
  child: AssessedChild,
  shown: Shown,
  otherwise: ToldReason,
): ToldReason {
  if (shown.fromCopy.length > 0) return 'measures-missing';
  const monthAge = told.monthAge ?? screening.monthAge;
  const gives = (sex: AssessedChild['gender'], age: number | undefined) =>
    differentIndices(told.zScore, figuresWith(screening, sex, age)).length === 0;
  if (monthAge !== undefined && monthAge !== shown.monthAge && gives(child.gender, monthAge)) {
    return shown.override === undefined && screening.ageOverride !== false
      ? 'birth-date'
      : 'age-override';
  }
  if (differentIndices(told.zScore, shown.zScore).length === 0) return 'order';
  const otherSex = child.gender === 'Boy' ? 'Girl' : 'Boy';
  return gives(otherSex, monthAge) ? 'sex' : otherwise;
}

/** Status, colour and supplement of the told figures, at the age used then. */
function toldReading(told: ToldAssessment, screening: StoredScreening, shown: Shown): ToldReading {
  const ageMonths = told.monthAge ?? screening.monthAge ?? shown.monthAge;
  const facts = { ageMonths, zScore: told.zScore, muac: screening.muac };
  const { evidence, zscoreStatus, statusColor } = statusOf(facts);
  const completedMonths = ageMonths === null ? null : Math.floor(ageMonths);
  return {
    ...withoutFields(told, ['reason']),
    ...withoutUndefined({ zscoreStatus, statusColor }),
    supType: supplementFor(told.zScore, evidence, completedMonths),
  };
}

/**
 * How a screening differs from what was told; null when both agree, or when nothing was told. What
 * was told is the first assessment if it was overwritten later (`told`), else the stored one.
 */
export function toldDifference(
  screening: StoredScreening,
  child: AssessedChild,
  shown: Shown,
  { isNewest }: ScreeningPlace,
): ToldDifference | null {
  const isOurs = screening.rules !== undefined;
  const stored = storedAssessment(screening);
  const told = screening.told ?? stored;
  if (!isOurs && !saysSomething(told)) return null;
  const reading = toldReading(told, screening, shown);
  const indices = differentIndices(told.zScore, shown.zScore);
  // An assessment in `told` without a class came from an older system, even if this application
  // rewrote the record later.
  const differsInClass = hasOtherClass(told, shown, isOurs && screening.told === undefined);
  const differsInColour = isNewest && reading.statusColor !== shown.statusColor;
  const differsInSupplement = isNewest && reading.supType !== shown.supType;
  if (indices.length === 0 && !differsInClass && !differsInColour && !differsInSupplement) {
    return null;
  }
  const isCopyTrue = screening.told !== undefined && isTheSame(stored, shown, isOurs);
  const reason = isCopyTrue
    ? causeOf(told, screening, child, shown, told.reason ?? 'corrected')
    : causeOf(stored, screening, child, shown, isOurs ? 'two-corrections' : 'older-record');
  return { reason, told: reading, indices, differsInClass, differsInColour, differsInSupplement };
}
