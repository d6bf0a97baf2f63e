import type { Screening } from '../fields/entities.ts';
import { compareScreenings, type OrderedScreening } from './order.ts';

/** The fields of a stored screening that reassessment needs. */
export type StoredScreening = OrderedScreening &
  Pick<
    Screening,
    | 'gender'
    | 'height'
    | 'weight'
    | 'muac'
    | 'oedema'
    | 'comments'
    | 'ageOverride'
    | 'zScore'
    | 'status'
    | 'actions'
    | 'monthAge'
    | 'told'
    | 'rules'
  >;

/** The position of a screening among the child's others. */
export interface ScreeningPlace {
  readonly isFirst: boolean;
  readonly isNewest: boolean;
}

/** The position of a screening among all of the child's, with or without this one. */
export function screeningPlaceOf(
  screening: OrderedScreening,
  others: readonly OrderedScreening[],
): ScreeningPlace {
  let isFirst = true;
  let isNewest = true;
  for (const other of others) {
    if (other._id === screening._id) continue;
    if (compareScreenings(other, screening) < 0) isFirst = false;
    else isNewest = false;
  }
  return { isFirst, isNewest };
}
