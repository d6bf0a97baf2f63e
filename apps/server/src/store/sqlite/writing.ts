import { dropBranch } from '@crece/replication';
import { type Arrival, type ArrivalRules, decideArrivals } from '../arrivals.ts';
import type { Parts } from '../document.ts';
import type { Leaf, RevisionResult, WriteResult } from '../document-store.ts';
import { planDraft } from '../drafts.ts';
import type { Batch, FoundRow, History } from './batch.ts';
import { leavesOfRow } from './rows.ts';
import type { BodyRow } from './statements.ts';

function withLeaves(found: FoundRow): FoundRow & { leaves: Leaf[] } {
  return { ...found, leaves: found.row === null ? [] : leavesOfRow(found.row) };
}

function bodyOf({ deleted, body }: Parts, rev: string): BodyRow {
  return { rev, deleted: Number(deleted), body };
}

/** Puts one new edit on top of the leaf that it names. */
export function writeDraft(batch: Batch, parts: Parts, history: History): WriteResult {
  const { id } = parts;
  const found = batch.find(id);
  const planned = planDraft(withLeaves(found), parts, history);
  if (planned === 'conflict') return { ok: false, id, error: 'conflict' };
  const { rev, tree, stemmed } = planned;
  batch.save({ id, found, tree, bodies: [bodyOf(parts, rev)], stemmed });
  return { ok: true, id, rev };
}

/**
 * Removes a leaf with the ancestors that only it continues; `false`: not a leaf, or the only one.
 */
export function dropLeaf(batch: Batch, id: string, rev: string): boolean {
  const found = batch.find(id);
  const without = dropBranch(found.tree, rev);
  if (without === null || without.tree.revs.length === 0) return false;
  batch.save({ id, found, tree: without.tree, bodies: [], stemmed: without.dropped });
  return true;
}

/**
 * Stores the accepted revisions of a batch for one document; calls `answer` for each arrival with
 * its place.
 */
export function takeOver(
  batch: Batch,
  arrivals: readonly Arrival[],
  rules: ArrivalRules,
  answer: (place: number, result: RevisionResult) => void,
): void {
  const [first] = arrivals;
  if (first === undefined) return;
  const { id } = first.parts;
  const found = batch.find(id);
  const { tree, taken, stemmed } = decideArrivals(withLeaves(found), arrivals, rules, answer);
  if (tree === found.tree) return;
  const bodies = taken.flatMap(({ arrival: { parts }, isNew }) =>
    isNew ? [bodyOf(parts, parts.rev)] : [],
  );
  batch.save({ id, found, tree, bodies, stemmed });
}
