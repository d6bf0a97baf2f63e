import { isPlausible, MAX_GENERATION } from './bounds.ts';
import type { Leaf } from './read-tree.ts';
import { generationOf } from './revision.ts';

/**
 * Leaves that no replica should have accepted, or that cannot be edited: at the maximum generation,
 * or far above all other leaves of their record.
 */
export function implausibleLeaves(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter(({ rev }) => {
    const others = leaves.filter((leaf) => leaf.rev !== rev).map((leaf) => generationOf(leaf.rev));
    const generation = generationOf(rev);
    const isFar = others.length > 0 && !isPlausible(generation, Math.max(...others));
    return generation >= MAX_GENERATION || isFar;
  });
}
