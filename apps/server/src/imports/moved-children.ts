import { type Child, findUnit, readDocument, timeZoneOfUnit } from '@crece/domain';
import { type Birth, namesKey } from '@crece/imports';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import { versionBefore } from '../moved/carry-records.ts';
import { type LeftChild, leftChildren } from '../moved/moved-away-children.ts';
import { homeOf } from '../moved/versions.ts';
import type { Stores } from '../store/document-store.ts';
import type { IndexedChild } from './work-schema.ts';

/** What rows without an id are compared with. */
export interface Kin extends Birth {
  readonly name: string | null;
  readonly mother: string | null;
}

export function kinOf(child: Child): Kin {
  const { birthDate, birthDateEstimated, mother = null } = child;
  return { name: namesKey(child), birthDate, isEstimated: birthDateEstimated === true, mother };
}

interface Known {
  readonly ids: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly IndexedChild[]>;
}

/** The children of a unit that moved away, which a list may still have; read once somebody asks. */
export class MovedChildren {
  readonly #stores: Stores;
  readonly #stakeDB: string;
  #known: Promise<Known> | null = null;

  constructor(stores: Stores, stakeDB: string) {
    this.#stores = stores;
    this.#stakeDB = stakeDB;
  }

  /** Where a child lives now: the unit, by its name, and its id there; null: it did not move away. */
  async homeOf(id: string): Promise<{ unit: string; id: string } | null> {
    return (await this.#read()).ids.has(id) ? this.homeToday(id) : null;
  }

  /** The same of a child that may have moved since somebody asked first. */
  async homeToday(id: string): Promise<{ unit: string; id: string } | null> {
    const home = await homeOf(this.#stores, { stakeDB: this.#stakeDB, id });
    if (home === null) return null;
    const { catalogue } = await (await openCatalogue(this.#stores, null)).current();
    const unit = findUnit(catalogue, home.stakeDB)?.unit.stakeName ?? home.stakeDB;
    return { unit, id: home.id };
  }

  /** Those of a name (`namesKey`), each as each of its last versions has it. */
  async named(name: string): Promise<readonly IndexedChild[]> {
    return (await this.#read()).byName.get(name) ?? [];
  }

  #read(): Promise<Known> {
    this.#known ??= leftChildren(this.#stores, this.#stakeDB).then((left) => {
      const byName = new Map<string, IndexedChild[]>();
      for (const { name, ...child } of left.flatMap((each) => this.#kinOfLeft(each))) {
        if (name !== null) byName.set(name, [...(byName.get(name) ?? []), child]);
      }
      return { ids: new Set(left.map(({ id }) => id)), byName };
    });
    return this.#known;
  }

  #kinOfLeft({ id, versions }: LeftChild): (IndexedChild & Kin)[] {
    const context = { timeZone: timeZoneOfUnit(this.#stakeDB) };
    return versions.flatMap((version) => {
      const read = readDocument(versionBefore(version).document, context);
      return read.kind === 'child' ? [{ id, ...kinOf(read.child) }] : [];
    });
  }
}
