import type { RevisionNode, RevisionRoots } from 'pouchdb-core';

interface Visited {
  rev: string;
  isLeaf: boolean;
}

/** Every revision of PouchDB's tree. A history may be a thousand deep: no recursion. */
function* visit(roots: RevisionRoots): Iterable<Visited> {
  const open: { generation: number; node: RevisionNode }[] = roots.map(({ pos, ids }) => ({
    generation: pos,
    node: ids,
  }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { generation, node } = next;
    const [hash, , branches] = node;
    yield { rev: `${generation}-${hash}`, isLeaf: branches.length === 0 };
    for (const branch of branches) open.push({ generation: generation + 1, node: branch });
  }
}

/** Every revision of a document, ancestors without a body too. */
export function revisionsIn(roots: RevisionRoots): Set<string> {
  return new Set(Array.from(visit(roots), ({ rev }) => rev));
}

/** Its leaves, in no order. */
export function leavesIn(roots: RevisionRoots): string[] {
  return Array.from(visit(roots)).flatMap(({ rev, isLeaf }) => (isLeaf ? [rev] : []));
}
