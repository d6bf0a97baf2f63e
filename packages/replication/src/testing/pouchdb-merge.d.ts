/**
 * The part of PouchDB's published tree merge that the tests compare with; the package has no types.
 */
declare module 'pouchdb-merge' {
  interface NodeInfo {
    status: 'available' | 'missing';
    deleted?: boolean;
  }

  type PouchNode = [hash: string, info: NodeInfo, children: PouchNode[]];

  interface PouchRoot {
    pos: number;
    ids: PouchNode;
  }

  export type PouchTree = PouchRoot[];

  export function merge(
    tree: PouchTree,
    path: PouchRoot,
    depth: number,
  ): { tree: PouchTree; stemmedRevs: string[]; conflicts: string | false };
  export function winningRev(metadata: { rev_tree: PouchTree }): string;
  export function collectLeaves(tree: PouchTree): { rev: string; opts: NodeInfo }[];
  export function rootToLeaf(tree: PouchTree): { pos: number; ids: { id: string }[] }[];
  export function revExists(tree: PouchTree, revision: string): boolean;
}
