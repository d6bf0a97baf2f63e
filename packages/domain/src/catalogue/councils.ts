import type { Catalogue } from './catalogue.ts';

/** A coordinating council and the databases of its units, each once. */
export interface Council {
  name: string;
  stakeDBs: readonly string[];
}

/** A council as written down: units by the name that the catalogue gave them at that time. */
interface WrittenCouncil {
  name: string;
  stakes: readonly string[];
}

/**
 * Turns the units' names of councils into databases, by the catalogue in which they bear these
 * names, so that renaming a unit later breaks no council. An unknown or ambiguous name is a fault.
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
