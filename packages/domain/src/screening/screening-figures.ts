import { programmeWhz, roundZ } from '@crece/growth';
import { type AssessedChild, usableAge } from './assess-measures.ts';
import { ageAtScreening } from './screening-age.ts';
import type { StoredScreening } from './stored-screening.ts';
import { usableMeasures } from './usable-measures.ts';

/** What the rules for a whole unit need of a stored screening, worked out once for all of them. */
export interface ScreeningFigures {
  /** The age that rules use; null when there is none. */
  readonly ageMonths: number | null;
  /** Height and weight are both usable. */
  readonly isComplete: boolean;
  /** WHZ with two decimals; null without an age, without both measures, or outside the tables. */
  readonly whz: number | null;
}

/** The age of a screening and the WHZ of its own measures. */
export function screeningFigures(
  screening: StoredScreening,
  child: AssessedChild,
): ScreeningFigures {
  const ageMonths = usableAge(ageAtScreening(screening, child)?.ageMonths ?? null);
  const { height, weight } = usableMeasures(screening);
  const isComplete = height !== undefined && weight !== undefined;
  if (ageMonths === null || !isComplete) return { ageMonths, isComplete, whz: null };
  const { z } = programmeWhz({ sex: child.gender, ageMonths, height, weight });
  return { ageMonths, isComplete, whz: z === null ? null : roundZ(z) };
}
