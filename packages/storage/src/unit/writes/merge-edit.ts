import { CONFLICT_RULES, sameContent } from '@crece/domain';
import { joinField } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';

/** Fields of which, changed on both sides, one value counts by a rule, unasked. */
const SETTLED = CONFLICT_RULES.chld.settled;

/** The three versions of a record that an edit merges. */
interface Edit<T extends object> {
  /** As loaded into the form. */
  base: T;
  /** As changed by the person. */
  edited: T;
  /** As stored now. */
  stored: T;
  /** The person was asked and decided for the typed values. */
  overwrite: boolean;
}

/**
 * Merges the named fields: changes by the person, everything else as stored now. Throws
 * `changed-meanwhile` for a field that both sides changed to different values, so that no typed
 * value is lost unasked; of two answers about consent the refusal counts.
 */
export function mergeEdit<T extends object, K extends keyof T & string>(
  names: readonly K[],
  { base, edited, stored, overwrite }: Edit<T>,
): Pick<T, K> {
  const contested: string[] = [];
  const merged: Partial<Pick<T, K>> = {};
  for (const name of names) {
    const isChangedHere = !sameContent(edited[name], base[name]);
    const isChangedThere = !sameContent(stored[name], base[name]);
    const isSame = sameContent(edited[name], stored[name]);
    const isBoth = isChangedHere && isChangedThere && !isSame;
    if (isBoth && SETTLED.has(name)) {
      const counts = joinField(name, edited[name], stored[name]);
      // It is one of the two values of this field.
      if (counts !== undefined) merged[name] = counts as T[K];
      continue;
    }
    if (isBoth && !overwrite) contested.push(name);
    const source = isChangedHere ? edited : stored;
    if (source[name] !== undefined) merged[name] = source[name];
  }
  if (contested.length > 0) throw new StorageError('changed-meanwhile', { fields: contested });
  // Every key of K comes from a T and is absent only where T lacks it.
  return merged as Pick<T, K>;
}
