import { type Account, type Catalogue, can, findCountry, type UnitDatabase } from '@crece/domain';
import { type ReportPlace, reportUnits } from './units.ts';

/** A unit's desk is for its coordinators, that of a country or of all places for administrators. */
const deskAction = ({ scope }: ReportPlace) =>
  scope === 'stake' ? 'report-unit' : 'report-country';

/**
 * The units of a desk that an account may see, in order; `null`: the desk is of a place outside its
 * scope, or of one that does not exist. A country of its own may have no units yet.
 */
export function deskUnits(
  account: Account | null,
  catalogue: Catalogue,
  place: ReportPlace,
): readonly UnitDatabase[] | null {
  const action = deskAction(place);
  const units = reportUnits(catalogue, place).filter(({ stakeDB, countryCode, pilot }) =>
    can(account, action, { stakeDB, countryCode, pilot }),
  );
  if (units.length > 0 || place.scope === 'countries') return units;
  if (place.scope === 'stake') return null;
  const country = findCountry(catalogue, place.countryCode);
  return country !== null && can(account, action, { countryCode: country.code }) ? units : null;
}
