import type { ScreeningAssessment } from '../entities.ts';
import type { AssessedChild } from './assess-measures.ts';
import { compareWithTold, withStored } from './compare-with-told.ts';
import type { OrderedScreening } from './order.ts';
import type { StoredScreening } from './stored-screening.ts';
import { storedZScoresOf } from './stored-z-scores.ts';
import { usableMeasures } from './usable-measures.ts';

/**
 * The assessment to write on a stored screening: what reading shows of it, as on its survey date.
 * Never refuses: a record of an older system, outside every limit or without any measurement, gets the
 * assessment that is left to it.
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
    // A stored figure whose measures are missing is the only trace of them: it stays.
    zScore: withStored(zScore, screening.zScore, fromCopy),
    ...(status === undefined ? {} : { status }),
    actions: [...actions],
  };
}

/**
 * An edited screening without the stored figures whose measures the edit took away: they belong to a
 * height or weight that somebody removed on purpose. Figures that never had measures stay.
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
