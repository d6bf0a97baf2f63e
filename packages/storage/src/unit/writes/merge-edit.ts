import { sameContent } from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';

/** The three forms of a record that an edit brings together. */
interface Edit<T extends object> {
  /** As it was loaded into the form. */
  base: T;
  /** As the person left it. */
  edited: T;
  /** As it is stored now. */
  stored: T;
  /** The person was asked and wants what was typed here. */
  overwrite: boolean;
}

/**
 * The named fields after an edit: what the person changed, and everything else as it is stored now.
 * A field changed here and elsewhere to different values is a `changed-meanwhile`: nobody's typing is
 * thrown away unasked.
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
    if (isChangedHere && isChangedThere && !isSame && !overwrite) contested.push(name);
    const source = isChangedHere ? edited : stored;
    if (source[name] !== undefined) merged[name] = source[name];
  }
  if (contested.length > 0) throw new StorageError('changed-meanwhile', { fields: contested });
  // Every name of K is taken from a T, absent where T's is.
  return merged as Pick<T, K>;
}
