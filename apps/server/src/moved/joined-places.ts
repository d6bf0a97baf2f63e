import {
  type Catalogue,
  checkCatalogueChange,
  foldText,
  type Unit,
  type Ward,
} from '@crece/domain';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';

/** How often the list of places is changed again when somebody else changes it at that moment. */
const TRIES = 10;

const namesOf = (wards: readonly Ward[] = []): ReadonlySet<string> =>
  new Set(wards.map(({ wardName }) => foldText(wardName)));

/** The wards of a unit that another one does not have, whatever their case and accents. */
export function newWards(from: Unit, to: Unit): readonly string[] {
  const known = namesOf(to.wards);
  return (from.wards ?? [])
    .map(({ wardName }) => wardName)
    .filter((name) => !known.has(foldText(name)));
}

function withUnit(
  { countries }: Catalogue,
  stakeDB: string,
  change: (unit: Unit) => Unit,
): Catalogue {
  return {
    countries: countries.map((country) => ({
      ...country,
      stakes: country.stakes.map((unit) => (unit.stakeDB === stakeDB ? change(unit) : unit)),
    })),
  };
}

/**
 * A unit gets the wards that it lacks, as far as the rules for a changed list of wards allow: the list of
 * an older system may hold some twice, or with too long names, which keeps nobody from joining units.
 */
function withWards(places: Catalogue, stakeDB: string, names: readonly string[]): Catalogue {
  return names.reduce((before, name) => {
    const after = withUnit(before, stakeDB, (unit) =>
      namesOf(unit.wards).has(foldText(name))
        ? unit
        : { ...unit, wards: [...(unit.wards ?? []), { wardName: name }] },
    );
    return checkCatalogueChange(places, after).ok ? after : before;
  }, places);
}

/** Changes the list of places, whoever else changes it meanwhile. */
async function change(
  catalogue: Pick<CatalogueStore, 'current' | 'change'>,
  edit: (places: Catalogue) => Catalogue,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { rev, catalogue: places } = await catalogue.current();
    const changed = await catalogue.change(rev, edit(places), () => true);
    if (changed.ok) return;
    if (changed.code !== 'conflict') throw new Error(`the places were refused: ${changed.code}`);
  }
  throw new Error('the list of places is changed again and again');
}

/** A unit ends, and another one gets its wards. */
export const endInto = (
  catalogue: Pick<CatalogueStore, 'current' | 'change'>,
  { from, to, wards }: { from: string; to: string; wards: readonly string[] },
): Promise<void> =>
  change(catalogue, (places) => {
    const grown = withWards(places, to, wards);
    return withUnit(grown, from, (unit) => ({ ...unit, retired: true }));
  });

/** The unit is open again, and the other one has its own wards only. */
export const openAgain = (
  catalogue: Pick<CatalogueStore, 'current' | 'change'>,
  { from, to, wards }: { from: string; to: string; wards: readonly string[] },
): Promise<void> =>
  change(catalogue, (places) => {
    const open = withUnit(places, from, ({ retired: _ended, ...unit }) => unit);
    return withUnit(open, to, ({ wards: now = [], ...unit }) => {
      const left = now.filter(({ wardName }) => !wards.includes(wardName));
      return left.length === 0 ? unit : { ...unit, wards: left };
    });
  });
