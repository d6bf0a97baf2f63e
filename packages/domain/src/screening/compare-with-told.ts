import type { ActionCode, ScreeningClass, StoredZScores } from '../fields/entities.ts';
import { type AssessedChild, measuredZScores, usableAge } from './assess-measures.ts';
import { classify } from './classify.ts';
import { copyDoesNotCount, isMuacAlone, isOlderRecord } from './copied-figures.ts';
import type { OrderedScreening } from './order.ts';
import { readScreening, type ScreeningReading } from './read-screening.ts';
import { type AgeOverride, ageAtScreening, overrideOf } from './screening-age.ts';
import { statusOf, statusSeverity } from './status-table.ts';
import { type ScreeningPlace, type StoredScreening, screeningPlaceOf } from './stored-screening.ts';
import { storedZScoresOf, Z_INDICES, type ZIndex } from './stored-z-scores.ts';
import { type ToldDifference, toldDifference } from './told.ts';
import { usableMeasures } from './usable-measures.ts';

/** A stored screening as it is shown, without the comparison to its earlier assessment. */
export interface ReassessedScreening extends ScreeningReading {
  /** Age in months on the survey date, two decimals; null before birth. */
  readonly monthAge: number | null;
  /** The override that replaced the calendar age. */
  readonly override?: AgeOverride;
  readonly zScore: StoredZScores;
  readonly status?: ScreeningClass;
  readonly actions: readonly ActionCode[];
  /** Indices with missing measures: their stored figures are shown and marked. */
  readonly fromCopy: readonly ZIndex[];
}

/**
 * A stored screening as it is shown: its measures reassessed with the child's present birth date
 * and sex and its position among the child's other screenings. Uses no clock and writes nothing, so
 * that all phones show the same and none creates a revision that another would answer.
 */
export interface ScreeningWithDifference extends ReassessedScreening {
  /** The earlier assessment if it differs, with the known reasons; otherwise null. */
  readonly difference: ToldDifference | null;
}

/** Indices with a stored figure that cannot be calculated because a measure is missing. */
function copiedIndices(
  stored: StoredZScores,
  {
    height,
    weight,
  }: { readonly height?: number | undefined; readonly weight?: number | undefined },
): readonly ZIndex[] {
  const isMissing = {
    ha: height === undefined,
    wa: weight === undefined,
    wl: height === undefined || weight === undefined,
  };
  return Z_INDICES.filter((index) => isMissing[index] && stored[index] !== null);
}

/**
 * The measured figures, with stored ones for the given indices where the measured ones are missing.
 */
export function withStored(
  measured: StoredZScores,
  stored: StoredZScores,
  indices: readonly ZIndex[],
): StoredZScores {
  const figures = { ha: measured.ha, wa: measured.wa, wl: measured.wl };
  for (const index of indices) figures[index] = stored[index];
  return storedZScoresOf(figures);
}

/**
 * The figures to show when stored ones replace missing measures. Two versions are compared: all
 * stored figures, or all but WHZ, so that MUAC decides; the more severe outcome counts. Otherwise a
 * lost height could turn a severely wasted child green, or an old figure could hide a red MUAC.
 */
function shownFigures(
  screening: StoredScreening,
  measured: StoredZScores,
  ageMonths: number | null,
  fromCopy: readonly ZIndex[],
): StoredZScores {
  if (fromCopy.length === 0) return measured;
  const all = withStored(measured, screening.zScore, fromCopy);
  const forMuac = withStored(
    measured,
    screening.zScore,
    fromCopy.filter((index) => index !== 'wl'),
  );
  const severityOf = (zScore: StoredZScores) =>
    statusSeverity(statusOf({ ageMonths, zScore, muac: screening.muac }));
  return severityOf(forMuac) > severityOf(all) ? forMuac : all;
}

/**
 * Whether stored figures may replace missing ones. In a record of an older system not beside a MUAC
 * as the only measure: there the MUAC decides, and a severe stored WHZ only refers (`signReadings`).
 */
function countsCopy(
  screening: StoredScreening,
  child: AssessedChild,
  ageMonths: number | null,
): boolean {
  if (ageMonths === null || copyDoesNotCount(screening, child.gender, ageMonths)) return false;
  return !(isOlderRecord(screening) && isMuacAlone(screening));
}

/**
 * The reassessed screening without the comparison to its earlier assessment, for reports of
 * thousands of screenings. `isFirst` affects only class and actions.
 */
export function reassessScreening(
  screening: StoredScreening,
  child: AssessedChild,
  isFirst: boolean,
): ReassessedScreening {
  const override = overrideOf(screening);
  const ageMonths = usableAge(ageAtScreening(screening, child)?.ageMonths ?? null);
  const measures = usableMeasures(screening);
  const { height, weight, muac } = measures;
  const measured = measuredZScores({ sex: child.gender, ageMonths, height, weight, muac });
  const fromCopy = countsCopy(screening, child, ageMonths)
    ? copiedIndices(screening.zScore, measures)
    : [];
  const zScore = shownFigures(screening, measured, ageMonths, fromCopy);
  const reading = readScreening({
    gender: child.gender,
    height: screening.height,
    weight: screening.weight,
    muac: screening.muac,
    oedema: screening.oedema,
    monthAge: ageMonths,
    zScore,
  });
  const { status, actions } = classify({ ageMonths, zScore, muac }, isFirst, reading);
  return {
    ...reading,
    monthAge: ageMonths,
    ...(override === undefined ? {} : { override }),
    ...(status === undefined ? {} : { status }),
    zScore,
    actions,
    fromCopy,
  };
}

/** Reassesses a stored screening when it is known whether it is the child's first. */
export function compareWithToldAt(
  screening: StoredScreening,
  child: AssessedChild,
  place: ScreeningPlace,
): ScreeningWithDifference {
  const shown = reassessScreening(screening, child, place.isFirst);
  return { ...shown, difference: toldDifference(screening, child, shown, place) };
}

/**
 * Reassesses a stored screening of a child. `others` are all its screenings, with or without this
 * one.
 */
export function compareWithTold(
  screening: StoredScreening,
  child: AssessedChild,
  others: readonly OrderedScreening[],
): ScreeningWithDifference {
  return compareWithToldAt(screening, child, screeningPlaceOf(screening, others));
}
