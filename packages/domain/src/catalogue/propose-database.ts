import { foldText } from '../base/fold-text.ts';
import { MAX_STAKE_DB_LENGTH } from '../base/ids.ts';
import { RESERVED_DATABASE } from './check-place.ts';

/**
 * The database proposed for a new unit: `Cobán Norte` in Guatemala gives `coban_norte_gtm`, the
 * next of that name `coban_norte_2_gtm`; a name without Latin letters gives `unit_khm`.
 */
export function proposeDatabase(
  stakeName: string,
  countryCode: string,
  isTaken: (stakeDB: string) => boolean,
): string {
  const words = foldText(stakeName)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  const free = RESERVED_DATABASE.test(words) ? `unit_${words}` : words;
  const start = free === '' ? 'unit' : free;
  for (let count = 1; ; count += 1) {
    const ending = `${count === 1 ? '' : `_${count}`}_${countryCode.toLowerCase()}`;
    const room = MAX_STAKE_DB_LENGTH - ending.length;
    const proposed = `${start.slice(0, room).replace(/_+$/, '')}${ending}`;
    if (!isTaken(proposed)) return proposed;
  }
}
