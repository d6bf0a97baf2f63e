import { DEFAULT_PROGRAMME_RULES, type UnitDatabase, USUAL_CHOICE } from '@crece/domain';
import { collectUnit } from '@crece/reports';
import { type DeskAnswer, deskFigures, readDeskUnit } from '@crece/reports/desk';

export const DESK_UNIT: UnitDatabase = {
  stakeDB: 'test_stake_gtm',
  stakeName: 'Guatemala test Only',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

/** The server's desk answer for units with these documents. */
export function deskAnswer(
  units: readonly (readonly [UnitDatabase, readonly object[]])[],
  today: string,
): DeskAnswer {
  const place = { timeZone: 'America/Guatemala', countryCode: 'GTM' };
  const rules = { ...place, today, programme: DEFAULT_PROGRAMME_RULES };
  const counts = units.map(([unit, documents]) => {
    const plain: unknown = JSON.parse(JSON.stringify(documents));
    return readDeskUnit(collectUnit(unit, plain as object[]), rules).counts;
  });
  return { figures: deskFigures(counts, today, USUAL_CHOICE), failed: [], pending: 0 };
}
