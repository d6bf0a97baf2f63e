import type { MuacBand, Screening, SupplementType } from '../fields/entities.ts';
import { bodyMass } from './body-mass.ts';
import { muacBandOf } from './muac.ts';
import { type StatusOutcome, statusOf } from './status-table.ts';
import { type MissingIndices, missingIndices } from './stored-z-scores.ts';
import { supplementFor } from './supplement.ts';
import { type MeasureDoubt, type StoredMeasures, usableMeasures } from './usable-measures.ts';

/** What one screening shows without using the clock: everything for a card, a row or a report. */
export interface ScreeningReading extends StatusOutcome {
  /** For the age at the screening; for today's supplement see `supplementOn`. */
  readonly supType: SupplementType;
  readonly muacBand?: MuacBand;
  readonly bmi?: number;
  readonly obese?: boolean;
  /** For each index without a figure, the reason. */
  readonly missing: MissingIndices;
  /** Oedema of both feet was seen: WAZ, WHZ and BMI are marked "includes swelling". */
  readonly includesSwelling: boolean;
  /** Figures that are implausible or in the wrong unit: "measure again". */
  readonly doubts: readonly MeasureDoubt[];
}

/** The fields of a stored screening that a reading needs. */
export interface ReadableScreening extends StoredMeasures, Pick<Screening, 'gender' | 'zScore'> {
  readonly monthAge?: number | null | undefined;
  readonly oedema?: boolean | undefined;
}

/** Derives from a stored screening: status, colour, supplement, MUAC band, BMI, and the reasons. */
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
