import {
  type Joined,
  type Leaf,
  leavesOf,
  type RevisionTree,
  TreeBuilder,
} from '@crece/replication';
import { type Parts, replicatedParts } from './document.ts';
import type { Replicated, RevisionCheck, RevisionResult } from './document-store.ts';

/** A revision to store as it is, with its place in the batch. */
export interface Arrival {
  revision: Replicated;
  parts: Parts & { rev: string };
  place: number;
}

/** The revisions of a batch by document, in the order in which it first names the documents. */
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
  /** How many revisions a tree keeps per leaf. */
  revsLimit: number;
}

/** The result for one document of a batch. */
export interface Decided {
  /** The same object that was passed in when the tree does not change. */
  tree: RevisionTree;
  /** Arrivals that change the tree; `isNew` when their revision was not known before. */
  taken: readonly { arrival: Arrival; isNew: boolean }[];
  /** Revisions that were dropped from the tree. */
  stemmed: readonly string[];
}

function addTo(builder: TreeBuilder, { revision, parts }: Arrival): Joined {
  return builder.add(revision.ancestry, parts.deleted);
}

/** A tree with arrivals added to it. */
export function withArrivals(
  tree: RevisionTree,
  arrivals: readonly Arrival[],
  { revsLimit }: ArrivalRules,
): RevisionTree {
  const builder = new TreeBuilder(tree);
  for (const arrival of arrivals) addTo(builder, arrival);
  return builder.build(revsLimit).tree;
}

interface Found {
  tree: RevisionTree;
  leaves: readonly Leaf[];
}

type Asked = (arrival: Arrival) => string | null;

/** Calls the check at most once for each arrival, even if the arrival is looked at twice. */
function askOnce(
  found: Found,
  { all, unjoined }: { all: RevisionTree; unjoined: string | null },
  check: RevisionCheck | null,
): Asked {
  if (check === null) return () => null;
  const before = found.leaves;
  const after = leavesOf(all);
  const size = { before: found.tree.revs.length, after: all.revs.length };
  const reasons = new Map<Arrival, string | null>();
  return (arrival) => {
    const known = reasons.get(arrival);
    if (known !== undefined) return known;
    const reason = check({ revision: arrival.revision, size, before, after, unjoined });
    reasons.set(arrival, reason);
    return reason;
  };
}

/**
 * Decides which revisions of a batch are accepted for one document; calls `answer` for each arrival
 * with its place. The tree is built once, and a second time only when a revision is refused.
 */
export function decideArrivals(
  found: Found,
  arrivals: readonly Arrival[],
  { check, revsLimit }: ArrivalRules,
  answer: (place: number, result: RevisionResult) => void,
): Decided {
  const builder = new TreeBuilder(found.tree);
  const whole = arrivals.map((arrival) => ({ arrival, joined: addTo(builder, arrival) }));
  const built = builder.build(revsLimit);
  const ask = askOnce(
    found,
    { all: built.tree, unjoined: check === null ? null : builder.unjoined() },
    check,
  );
  const isWhole = whole.every(({ arrival, joined }) => !joined.hasChanged || ask(arrival) === null);
  const partly = isWhole ? null : new TreeBuilder(found.tree);
  const taken: { arrival: Arrival; isNew: boolean }[] = [];
  for (const { arrival, joined: inWhole } of whole) {
    const { place, parts, revision } = arrival;
    const { id, rev } = parts;
    // A revision known in the whole batch may be unknown here, if it was an ancestor of a refused
    // one.
    const joined = partly === null ? inWhole : partly.look(revision.ancestry);
    const isKnown = joined.outcome === 'known';
    const reason = joined.hasChanged ? ask(arrival) : null;
    if (reason !== null) {
      answer(place, { ok: false, id, rev, reason });
      continue;
    }
    if (partly !== null) addTo(partly, arrival);
    if (joined.hasChanged) taken.push({ arrival, isNew: !isKnown });
    answer(place, { ok: true, id, rev, known: isKnown });
  }
  return { ...(partly === null ? built : partly.build(revsLimit)), taken };
}
