import {
  type AddedPath,
  addPath,
  type Leaf,
  leavesOf,
  type RevisionTree,
} from '@crece/replication';
import { type Parts, replicatedParts } from './document.ts';
import type { Replicated, RevisionCheck, RevisionResult } from './stake-store.ts';

/** A revision to take over, with its place in the batch. */
export interface Arrival {
  revision: Replicated;
  parts: Parts & { rev: string };
  place: number;
}

/** What a batch brings, by document, in the order in which it first names them. */
export function arrivalsByDocument(revisions: readonly Replicated[]): Map<string, Arrival[]> {
  const byDocument = new Map<string, Arrival[]>();
  for (const [place, revision] of revisions.entries()) {
    const parts = replicatedParts(revision);
    const arrivals = byDocument.get(parts.id) ?? [];
    arrivals.push({ revision, place, parts });
    byDocument.set(parts.id, arrivals);
  }
  return byDocument;
}

export interface ArrivalRules {
  check: RevisionCheck | null;
  /** Revisions that a tree remembers per leaf. */
  revsLimit: number;
}

/** What becomes of one document when a batch has been decided. */
export interface Decided {
  /** The very tree handed in when nothing about it changes. */
  tree: RevisionTree;
  /** Arrivals that change the tree, with those of them whose revision was not known. */
  taken: readonly { arrival: Arrival; isNew: boolean }[];
  /** Revisions that the tree has dropped. */
  stemmed: readonly string[];
}

function addArrival(tree: RevisionTree, { revision, parts }: Arrival, limit: number): AddedPath {
  return addPath(tree, revision.ancestry, { deleted: parts.deleted, limit });
}

/** A tree with arrivals in it. */
export function withArrivals(
  tree: RevisionTree,
  arrivals: readonly Arrival[],
  { revsLimit }: ArrivalRules,
): RevisionTree {
  return arrivals.reduce((grown, arrival) => addArrival(grown, arrival, revsLimit).tree, tree);
}

/** Decides what a batch brings for one document; answers each arrival at its place. */
export function decideArrivals(
  found: { tree: RevisionTree; leaves: readonly Leaf[] },
  arrivals: readonly Arrival[],
  rules: ArrivalRules,
  answer: (place: number, result: RevisionResult) => void,
): Decided {
  const { check, revsLimit } = rules;
  const before = found.leaves;
  const after = check === null ? [] : leavesOf(withArrivals(found.tree, arrivals, rules));

  let { tree } = found;
  const taken: { arrival: Arrival; isNew: boolean }[] = [];
  const stemmed: string[] = [];
  for (const arrival of arrivals) {
    const { revision, place, parts } = arrival;
    const { id, rev } = parts;
    const added = addArrival(tree, arrival, revsLimit);
    const isKnown = added.outcome === 'known';
    const reason = added.tree === tree ? null : (check?.({ revision, before, after }) ?? null);
    if (reason !== null) {
      answer(place, { ok: false, id, rev, reason });
      continue;
    }
    if (added.tree !== tree) taken.push({ arrival, isNew: !isKnown });
    tree = added.tree;
    stemmed.push(...added.stemmed);
    answer(place, { ok: true, id, rev, known: isKnown });
  }
  return { tree, taken, stemmed };
}
