import type { ScreeningAssessment } from '../fields/entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { compareWithTold, withStored } from './compare-with-told.ts';
import type { OrderedScreening } from './order.ts';
import type { StoredScreening } from './stored-screening.ts';
import { storedZScoresOf } from './stored-z-scores.ts';
import { usableMeasures } from './usable-measures.ts';

/**
 * The assessment to store in a screening: the reassessed figures, as on its survey date. Never
 * fails: a record of an older system, beyond all limits or without any measurement, gets what can
 * be assessed.
 */
export function assessStored(
  screening: StoredScreening,
  child: AssessedChild,
  otherScreenings: readonly OrderedScreening[],
): ScreeningAssessment {
  const reading = compareWithTold(screening, child, otherScreenings);
  const { monthAge, zScore, fromCopy, status, actions } = reading;
  return {
    ...(monthAge === null ? {} : { monthAge }),
    // A stored figure without its measures is all that is left of them, so it stays.
    zScore: withStored(zScore, screening.zScore, fromCopy),
    ...(status === undefined ? {} : { status }),
    actions: [...actions],
  };
}

/**
 * An edited screening without the stored figures whose height or weight the edit removed on
 * purpose. Figures that had no measures before stay.
 */
export function withoutRemovedFigures<T extends StoredScreening>(before: T, edited: T): T {
  const had = usableMeasures(before);
  const has = usableMeasures(edited);
  const isHeightGone = had.height !== undefined && has.height === undefined;
  const isWeightGone = had.weight !== undefined && has.weight === undefined;
  if (!isHeightGone && !isWeightGone) return edited;
  const { ha, wa } = edited.zScore;
  return {
    ...edited,
    zScore: storedZScoresOf({
      ha: isHeightGone ? null : ha,
      wa: isWeightGone ? null : wa,
      wl: null,
    }),
  };
}
