import type { RevisionRoots } from 'pouchdb-core';
import type { CarriedDocument } from '../sync/types.ts';
import { leavesIn } from './revision-tree.ts';
import type { Change } from './unit-database.ts';

/** What the idb adapter leaves in its request for a document that it wrote. */
interface Metadata {
  id: string;
  rev: string;
  seq: number;
  winningRev: string;
  deleted: boolean;
  rev_tree: RevisionRoots;
}

function metadataOf(item: unknown): Metadata | null {
  const metadata: unknown =
    typeof item === 'object' && item !== null ? Reflect.get(item, 'metadata') : undefined;
  if (typeof metadata !== 'object' || metadata === null) return null;
  const { seq, winningRev, rev_tree: roots } = metadata as Partial<Metadata>;
  const isWhole = typeof seq === 'number' && typeof winningRev === 'string' && Array.isArray(roots);
  return isWhole ? (metadata as Metadata) : null;
}

/**
 * The changes that a bulk write made, as the change list would tell them, without reading it: the
 * idb adapter puts its own records of the documents, with their sequences and trees, into the
 * request. A document whose winner is another revision has that one only by name: it must be read.
 * Empty when the adapter says nothing: then whoever wants to know reads the change list.
 */
export function changesWritten(
  documents: readonly CarriedDocument[],
  request: readonly unknown[],
): Change[] {
  const changes: Change[] = [];
  for (const [index, item] of request.entries()) {
    const metadata = metadataOf(item);
    const given = documents[index];
    // One that was here already got no sequence.
    if (metadata === null || given === undefined || metadata.id !== given._id) continue;
    const { _revisions, ...document } = given;
    const others = leavesIn(metadata.rev_tree).filter((rev) => rev !== metadata.winningRev);
    changes.push({
      id: metadata.id,
      sequence: metadata.seq,
      deleted: metadata.deleted,
      document,
      leaves: [metadata.winningRev, ...others],
    });
  }
  return changes;
}

/** The sequences of changes when they follow one another without a gap. */
export function rangeOf(changes: readonly Change[]): readonly [from: number, to: number] | null {
  const sequences = changes.map(({ sequence }) => sequence);
  const from = Math.min(...sequences);
  const to = Math.max(...sequences);
  return to - from + 1 === changes.length ? [from, to] : null;
}
