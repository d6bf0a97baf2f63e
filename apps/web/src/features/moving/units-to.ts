import {
  type Account,
  type ActionPlace,
  actionPlaceOf,
  type Catalogue,
  type Child,
  can,
  findUnit,
  isTestUnit,
  type Place,
  REMOVAL_RIGHTS,
} from '@crece/domain';
import { byUnitName } from '../../shared/places/find-places.ts';

/** A unit to which a child may move. */
export type UnitTo = Place & {
  readonly wasHere: boolean;
  /** Of the child's own country, or its home before: offered without a search. */
  readonly isNear: boolean;
  /** Whether the account may move it there; otherwise somebody who works there decides. */
  readonly mayMove: boolean;
};

interface Asked {
  readonly catalogue: Catalogue;
  readonly account: Account | null;
  readonly child: Pick<Child, 'movedFrom'>;
  /** The unit in which the child lives. */
  readonly from: {
    readonly stakeDB: string;
    readonly countryCode: string;
    readonly place: ActionPlace;
  };
}

/**
 * The units to which somebody may move a child, or propose to: each database once, none that has ended,
 * and none that is for practice unless the child is, or was, of one. First where the child was before,
 * then those of its country.
 */
export function unitsTo({ catalogue, account, child, from }: Asked): readonly UnitTo[] {
  const known = new Set([from.stakeDB]);
  const mayTake = can(account, REMOVAL_RIGHTS.chld, from.place);
  const found: UnitTo[] = [];
  const before = [...(child.movedFrom ?? [])].reverse();
  const take = (place: Place | null, wasHere: boolean) => {
    if (place === null || known.has(place.unit.stakeDB)) return;
    const { stakeDB, retired } = place.unit;
    known.add(stakeDB);
    if (retired === true) return;
    if (isTestUnit(stakeDB) && !isTestUnit(from.stakeDB) && !wasHere) return;
    const there = actionPlaceOf(place);
    const mayMove = mayTake && can(account, 'sync', there);
    const isNear = wasHere || place.country.code === from.countryCode;
    found.push({ ...place, wasHere, isNear, mayMove });
  };
  for (const { stakeDB } of before) take(findUnit(catalogue, stakeDB), true);
  const own = catalogue.countries.filter(({ code }) => code === from.countryCode);
  const others = catalogue.countries.filter(({ code }) => code !== from.countryCode);
  for (const country of [...own, ...others]) {
    for (const unit of [...country.stakes].sort(byUnitName)) take({ country, unit }, false);
  }
  return found;
}
