import { isPlausible, MAX_GENERATION } from './bounds.ts';
import type { Leaf } from './read-tree.ts';
import { generationOf } from './revision.ts';

/**
 * Leaves that no replica should have taken, or of which no edit can be made: at the highest
 * generation there is, or far above all others of their record.
 */
export function implausibleLeaves(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter(({ rev }) => {
    const others = leaves.filter((leaf) => leaf.rev !== rev).map((leaf) => generationOf(leaf.rev));
    const generation = generationOf(rev);
    const isFar = others.length > 0 && !isPlausible(generation, Math.max(...others));
    return generation >= MAX_GENERATION || isFar;
  });
}
