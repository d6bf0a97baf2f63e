import {
  type Joined,
  type Leaf,
  leavesOf,
  type RevisionTree,
  TreeBuilder,
} from '@crece/replication';
import { type Parts, replicatedParts } from './document.ts';
import type { Replicated, RevisionCheck, RevisionResult } from './document-store.ts';

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

function addTo(builder: TreeBuilder, { revision, parts }: Arrival): Joined {
  return builder.add(revision.ancestry, parts.deleted);
}

/** A tree with arrivals in it. */
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

/** Asks the check once about each arrival, however often it is decided. */
function askOnce(found: Found, all: RevisionTree, check: RevisionCheck | null): Asked {
  if (check === null) return () => null;
  const before = found.leaves;
  const after = leavesOf(all);
  const size = { before: found.tree.revs.length, after: all.revs.length };
  const reasons = new Map<Arrival, string | null>();
  return (arrival) => {
    const known = reasons.get(arrival);
    if (known !== undefined) return known;
    const reason = check({ revision: arrival.revision, size, before, after });
    reasons.set(arrival, reason);
    return reason;
  };
}

/**
 * Decides what a batch brings for one document; answers each arrival at its place. The tree is built
 * once, and once more only when something is refused.
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
  const ask = askOnce(found, built.tree, check);
  const isWhole = whole.every(({ arrival, joined }) => !joined.hasChanged || ask(arrival) === null);
  const partly = isWhole ? null : new TreeBuilder(found.tree);
  const taken: { arrival: Arrival; isNew: boolean }[] = [];
  for (const { arrival, joined: inWhole } of whole) {
    const { place, parts, revision } = arrival;
    const { id, rev } = parts;
    // Beside what was refused it may not be known after all.
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
