import { MAX_GENERATION, MAX_LEAP } from './bounds.ts';
import type { Leaf } from './read-tree.ts';
import { generationOf } from './revision.ts';
import { REVS_LIMIT } from './revision-tree.ts';

/** A leaf with its known ancestry, newest first. */
export interface LeafWithAncestry extends Leaf {
  readonly ancestry: readonly string[];
}

/** Whether an ancestry ends before the first generation although no limit can have cut it there. */
function isLoose({ ancestry }: LeafWithAncestry): boolean {
  return ancestry.length < REVS_LIMIT && generationOf(ancestry.at(-1) ?? '1-') > 1;
}

/**
 * The leaves of a record that leapt: nothing joins them to its other revisions, and they are at the
 * maximum generation, far above the others, or continue such a leap. A record that has nothing else
 * came like that and is left alone, unless it cannot be edited.
 */
export function leaptLeaves(leaves: readonly LeafWithAncestry[]): LeafWithAncestry[] {
  const grown = leaves.filter((leaf) => !isLoose(leaf) && generationOf(leaf.rev) < MAX_GENERATION);
  return leaves.filter((leaf) => {
    const generation = generationOf(leaf.rev);
    if (generation >= MAX_GENERATION) return true;
    if (grown.includes(leaf)) return false;
    const others = grown.length > 0 ? grown : leaves.filter((other) => other !== leaf);
    const highest = Math.max(0, ...others.map(({ rev }) => generationOf(rev)));
    if (grown.length > 0) return generation > highest;
    return others.length > 0 && generation > highest + MAX_LEAP;
  });
}
