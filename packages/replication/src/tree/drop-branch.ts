import type { RevisionTree } from './revision-tree.ts';

/** A tree without one of its leaves. */
export interface DroppedBranch {
  tree: RevisionTree;
  /** The leaf, and its ancestors as far as no other revision continues them, newest first. */
  dropped: string[];
}

/** Takes a leaf out of a tree with what it alone continues; `null` when it is no leaf of it. */
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
