import { type FullName, resemblanceTo } from '../child/whole-names.ts';

/**
 * Women of the unit whose whole name is that of a typed woman, contains it or is contained in it, or
 * sounds like it; in any list, whatever their dates. Never the woman herself.
 */
export function findWomenLike<T extends FullName & { readonly id: string }>(
  typed: FullName & { readonly id?: string | undefined },
  women: readonly T[],
): T[] {
  const resemblance = resemblanceTo(typed);
  return women.filter((woman) => woman.id !== typed.id && resemblance(woman) !== null);
}
