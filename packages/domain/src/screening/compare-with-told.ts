import type { ActionCode, ScreeningClass, StoredZScores } from '../entities.ts';
import { type AssessedChild, measuredZScores, usableAge } from './assess-measures.ts';
import { classify } from './classify.ts';
import type { OrderedScreening } from './order.ts';
import { readScreening, type ScreeningReading } from './read-screening.ts';
import { type AgeOverride, ageAtScreening, overrideOf } from './screening-age.ts';
import { statusOf, statusSeverity } from './status-table.ts';
import { placeOf, type ScreeningPlace, type StoredScreening } from './stored-screening.ts';
import { storedZScoresOf, Z_INDICES, type ZIndex } from './stored-z-scores.ts';
import { type ToldDifference, toldDifference } from './told.ts';
import { usableMeasures } from './usable-measures.ts';

/** A stored screening as it is shown, without what was told otherwise. */
export interface ReassessedScreening extends ScreeningReading {
  /** Age in months on the survey date, two decimals; null before birth. */
  readonly monthAge: number | null;
  /** The age that took the place of the calendar age. */
  readonly override?: AgeOverride;
  readonly zScore: StoredZScores;
  readonly status?: ScreeningClass;
  readonly actions: readonly ActionCode[];
  /** Indices whose measures are missing: their stored figures are shown, and marked. */
  readonly fromCopy: readonly ZIndex[];
}

/**
 * A stored screening as it is shown: its measures assessed anew with the child's present birth date
 * and sex and its place among the child's other screenings. It knows no clock and writes nothing, so
 * every phone reads the same and none answers another.
 */
export interface ScreeningWithDifference extends ReassessedScreening {
  /** What was told otherwise at the screening, and why as far as it is known; null where nothing was. */
  readonly difference: ToldDifference | null;
}

/** Indices that cannot be worked out because a measure is missing, though a figure is stored. */
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

/** The measured figures with some of the stored ones in place of those that are missing. */
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
 * The figures to go by where stored ones stand for missing measures: all of them, or all but weight
 * for height, so that MUAC decides; the severer outcome counts. A lost height must not turn a severely
 * wasted child green, nor an old figure hide a red arm.
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
 * What is shown of a stored screening, for reports of thousands of screenings that do not ask what was
 * told otherwise; `isFirst` decides its class and actions alone.
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
  const fromCopy = ageMonths === null ? [] : copiedIndices(screening.zScore, measures);
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

/** Reads a stored screening at its place among the child's others. */
export function compareWithToldAt(
  screening: StoredScreening,
  child: AssessedChild,
  place: ScreeningPlace,
): ScreeningWithDifference {
  const shown = reassessScreening(screening, child, place.isFirst);
  return { ...shown, difference: toldDifference(screening, child, shown, place) };
}

/** Reads a stored screening of a child; `others` are all its screenings, itself among them or not. */
export function compareWithTold(
  screening: StoredScreening,
  child: AssessedChild,
  others: readonly OrderedScreening[],
): ScreeningWithDifference {
  return compareWithToldAt(screening, child, placeOf(screening, others));
}
