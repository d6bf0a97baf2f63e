import { listPath, type UnitRef } from './paths.ts';

const KEY = 'crece.list:';

/** Notes the address that the list of a unit has in this tab, with its search and filter. */
export function keepLastList(stakeDB: string, path: string): void {
  sessionStorage.setItem(KEY + stakeDB, path);
}

/** The way back to the list of a unit as this tab showed it last; else the whole list. */
export function lastListPath(unit: UnitRef): string {
  return sessionStorage.getItem(KEY + unit.stakeDB) ?? listPath(unit);
}
