import type { Stores } from '../store/document-store.ts';
import { belongingTo, emptyRecords, hasAnyOf } from './erase-records.ts';
import type { ErasedRegister, Erasure } from './register.ts';

/**
 * Erases in a unit what the register knows of it, and what belongs to that: after a restore, or when
 * the server was killed. Returns whether the unit had anything of it.
 */
export async function eraseInUnit(
  stores: Pick<Stores, 'open' | 'has'>,
  register: ErasedRegister,
  { stakeDB, erasures }: { stakeDB: string; erasures: readonly Erasure[] },
): Promise<boolean> {
  const name = `unit_${stakeDB}`;
  if (!(await stores.has(name))) return false;
  const store = await stores.open(name);
  const known = new Set(erasures.flatMap(({ ids }) => ids));
  const isLeft = await hasAnyOf(store, [...known]);
  const isOpen = erasures.some(({ state }) => state === 'begun');
  if (!isLeft && !isOpen) return false;
  const belonging = await belongingTo(store, known);
  const added = [...belonging].filter((id) => !known.has(id));
  const [first] = erasures;
  // Entered before anything is written: a kill in between forgets none of them.
  if (first !== undefined && added.length > 0) {
    await register.enter({ ...first, ids: [...first.ids, ...added] });
  }
  const changed = await emptyRecords(store, [...belonging]);
  // Also what a killed server had emptied and not yet compacted.
  if (changed > 0 || isOpen) await store.scrub();
  return changed > 0;
}

/** Is told of a unit in which it failed, as in a damaged one; what it throws ends the work. */
export type OnFailedUnit = (stakeDB: string, error: unknown) => void;

const ended: OnFailedUnit = (_stakeDB, error) => {
  throw error;
};

/** Does so in every unit that the register names; returns the units that had something of it. */
export async function eraseAgain(
  stores: Pick<Stores, 'open' | 'has'>,
  register: ErasedRegister,
  onFailed: OnFailedUnit = ended,
): Promise<string[]> {
  const byUnit = new Map<string, Erasure[]>();
  for (const erasure of await register.all()) {
    byUnit.set(erasure.stakeDB, [...(byUnit.get(erasure.stakeDB) ?? []), erasure]);
  }
  const found: string[] = [];
  for (const [stakeDB, erasures] of byUnit) {
    try {
      if (await eraseInUnit(stores, register, { stakeDB, erasures })) found.push(stakeDB);
    } catch (error) {
      onFailed(stakeDB, error);
      continue;
    }
    for (const { state, ...erasure } of erasures) {
      if (state === 'begun') await register.enter({ ...erasure, state: 'done' });
    }
  }
  return found;
}
