import type { RevisionTree } from './revision-tree.ts';

/** A tree after one of its leaves was dropped. */
export interface DroppedBranch {
  tree: RevisionTree;
  /** The leaf and those ancestors that no other revision continues, newest first. */
  dropped: string[];
}

/**
 * Removes a leaf from a tree, with the ancestors that only it continues; `null` when the revision
 * is not a leaf.
 */
export function dropBranch(
  { revs, parents, deleted }: RevisionTree,
  leaf: string,
): DroppedBranch | null {
  const children = new Map<number, number>();
  for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  let place = revs.indexOf(leaf);
  if (place < 0 || children.has(place)) return null;
  const gone = new Set<number>();
  for (let others = 0; place >= 0 && others === 0; ) {
    gone.add(place);
    place = parents[place] ?? -1;
    others = (children.get(place) ?? 0) - 1;
  }
  const kept = revs.flatMap((_, i) => (gone.has(i) ? [] : [i]));
  const newPlaces = new Map(kept.map((old, i) => [old, i]));
  const moved = (old: number) => newPlaces.get(old) ?? -1;
  return {
    tree: {
      revs: kept.map((i) => revs[i] ?? ''),
      parents: kept.map((i) => moved(parents[i] ?? -1)),
      deleted: deleted.filter((i) => !gone.has(i)).map(moved),
    },
    dropped: [...gone].map((i) => revs[i] ?? ''),
  };
}
