import type { Catalogue } from './catalogue.ts';

/** A coordinating council and the databases of its units, without duplicates. */
export interface Council {
  name: string;
  stakeDBs: readonly string[];
}

/**
 * A council as written in the source file: units by the name that the catalogue gave them at that
 * time.
 */
interface WrittenCouncil {
  name: string;
  stakes: readonly string[];
}

/**
 * Resolves the unit names of councils into databases, using the catalogue in which units have these
 * names, so that renaming a unit later breaks no council. Throws for an unknown or ambiguous name.
 */
export function resolveCouncils(
  written: readonly WrittenCouncil[],
  catalogue: Catalogue,
): readonly Council[] {
  const dbsByName = new Map<string, Set<string>>();
  for (const { stakes } of catalogue.countries) {
    for (const { stakeName, stakeDB } of stakes) {
      dbsByName.set(stakeName, (dbsByName.get(stakeName) ?? new Set()).add(stakeDB));
    }
  }
  return written.map(({ name, stakes }) => {
    const stakeDBs = stakes.map((stakeName) => {
      const [stakeDB, other] = dbsByName.get(stakeName) ?? [];
      if (stakeDB === undefined || other !== undefined) {
        throw new Error(`Council "${name}": "${stakeName}" names no unit, or more than one`);
      }
      return stakeDB;
    });
    return { name, stakeDBs: [...new Set(stakeDBs)] };
  });
}
