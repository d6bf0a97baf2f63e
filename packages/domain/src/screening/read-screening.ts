import type { MuacBand, Screening, SupplementType } from '../entities.ts';
import { bodyMass } from './body-mass.ts';
import { muacBandOf } from './muac.ts';
import { type StatusOutcome, statusOf } from './status-table.ts';
import { type MissingIndices, missingIndices } from './stored-z-scores.ts';
import { supplementFor } from './supplement.ts';
import { type MeasureDoubt, type StoredMeasures, usableMeasures } from './usable-measures.ts';

/** What a screening says by itself, without any clock: all that a card, a row or a report shows. */
export interface ScreeningReading extends StatusOutcome {
  /** By the age at the screening; what is due today is `supplementOn`. */
  readonly supType: SupplementType;
  readonly muacBand?: MuacBand;
  readonly bmi?: number;
  readonly obese?: boolean;
  /** Why an index has no figure, for each that has none. */
  readonly missing: MissingIndices;
  /** Swelling of both feet was seen: wa, wl and BMI carry the mark "includes swelling". */
  readonly includesSwelling: boolean;
  /** Figures that are no child's or not in their unit: "measure again". */
  readonly doubts: readonly MeasureDoubt[];
}

/** The part of a stored screening that a reading needs. */
export interface ReadableScreening extends StoredMeasures, Pick<Screening, 'gender' | 'zScore'> {
  readonly monthAge?: number | null | undefined;
  readonly oedema?: boolean | undefined;
}

/** Reads a stored screening: status, colour, supplement, MUAC band, BMI, and the reason for them. */
export function readScreening(screening: ReadableScreening): ScreeningReading {
  const { gender, zScore, muac, oedema } = screening;
  const { height, weight, doubts } = usableMeasures(screening);
  const ageMonths = screening.monthAge ?? null;
  const outcome = statusOf({ ageMonths, zScore, muac });
  const completedMonths = ageMonths === null ? null : Math.floor(ageMonths);
  const band = muacBandOf(muac, ageMonths);
  const mass = bodyMass({ sex: gender, ageMonths, height, weight });
  return {
    ...outcome,
    supType: supplementFor(zScore, outcome.evidence, completedMonths),
    ...(band === undefined ? {} : { muacBand: band }),
    ...(mass ?? {}),
    missing: missingIndices(zScore, { height, weight }),
    includesSwelling: oedema === true,
    doubts,
  };
}
