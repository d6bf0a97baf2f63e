import { isWithin, LIMITS, type Limits, MILLIMETRES_OF_MUAC, PLAUSIBLE } from '../base/limits.ts';
import { isMeasured } from './measured.ts';

/** Measures as a record stores them: height and MUAC in cm, weight in kg. */
export interface StoredMeasures {
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
  readonly muac?: number | undefined;
}

/**
 * A stored figure that is implausible or in the wrong unit: no rule uses it, and the person is
 * asked to check it.
 */
export interface MeasureDoubt {
  readonly measure: keyof StoredMeasures;
  /** `millimetres`: e.g. a MUAC of 108, which is 10.8 cm written in millimetres. */
  readonly cause: 'millimetres' | 'implausible';
  readonly value: number;
}

/** The figures that rules may use, and the doubtful ones. */
export interface UsableMeasures extends StoredMeasures {
  readonly doubts: readonly MeasureDoubt[];
}

/** The MUAC in cm for a stored figure in millimetres (55 to 265); null for any other figure. */
export function muacFromMillimetres(muac: number | undefined): number | null {
  if (!isMeasured(muac) || !isWithin(muac, MILLIMETRES_OF_MUAC)) return null;
  // From whole millimetres to tenths of a cm: 108 is 10.8, not 10.799999999999999.
  return Math.round(muac * 100) / 1000;
}

/** A stored MUAC if it can be in cm: at most the widest plausible arm. */
export function usableMuac(muac: number | undefined): number | undefined {
  return isMeasured(muac) && muac <= LIMITS.muac.max ? muac : undefined;
}

function plausible(value: number | undefined, limits: Limits): number | undefined {
  return isMeasured(value) && isWithin(value, limits) ? value : undefined;
}

const NO_DOUBTS: readonly MeasureDoubt[] = [];

function doubtOf(
  measure: keyof StoredMeasures,
  value: number | undefined,
  usable: number | undefined,
): readonly MeasureDoubt[] {
  if (usable !== undefined || !isMeasured(value)) return NO_DOUBTS;
  const isMillimetres = measure === 'muac' && muacFromMillimetres(value) !== null;
  return [{ measure, cause: isMillimetres ? 'millimetres' : 'implausible', value }];
}

/**
 * The measures of a stored screening that rules may use. A height outside 30–140 cm, a weight
 * outside 0.5–40 kg and a MUAC above 26.5 cm (55 to 265 are millimetres) count as not measured and
 * are returned as doubts.
 */
export function usableMeasures(stored: StoredMeasures): UsableMeasures {
  const height = plausible(stored.height, PLAUSIBLE.height);
  const weight = plausible(stored.weight, PLAUSIBLE.weight);
  const muac = usableMuac(stored.muac);
  const doubts = [
    ...doubtOf('height', stored.height, height),
    ...doubtOf('weight', stored.weight, weight),
    ...doubtOf('muac', stored.muac, muac),
  ];
  return { height, weight, muac, doubts };
}
