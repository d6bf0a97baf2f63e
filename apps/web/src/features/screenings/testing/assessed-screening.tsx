import { assessStored, type Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { childPath } from '../../../shared/navigation/paths.ts';
import { savedPath } from '../saved-path.ts';
import { type ShowOptions, show } from './render-screenings.tsx';

/** A screening of a girl born on 10 March 2024, assessed by the programme's rules. */
export function entry(different: Partial<Screening>): Screening {
  const screening = aScreening(different);
  return { ...screening, ...assessStored(screening, aChild(), []) };
}

/** Opens the child's page as after this screening was saved, with its result card. */
export const showCard = (saved: Screening, options: ShowOptions = {}) =>
  show((child) => savedPath(child._id, saved._id, 'test_stake_gtm'), {
    screenings: [saved],
    ...options,
  });

/** Opens the child's page with this screening in its history. */
export const showChild = (saved: Screening, options: ShowOptions = {}) =>
  show((child) => childPath(child._id), { screenings: [saved], ...options });
