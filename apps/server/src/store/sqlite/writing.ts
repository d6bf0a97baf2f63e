import { addPath, leavesOf, type RevisionTree } from '@crece/replication';
import { type Parts, revisionOf } from '../document.ts';
import type {
  Leaf,
  Replicated,
  RevisionCheck,
  RevisionResult,
  WriteResult,
} from '../stake-store.ts';
import type { Batch, Found, History } from './batch.ts';
import { leavesOfRow } from './rows.ts';
import type { BodyRow } from './statements.ts';

function leavesFound({ row }: Found): Leaf[] {
  return row === null ? [] : leavesOfRow(row);
}

/** The leaf that an edit replaces, `null` for a first revision; `conflict` when it is none (any more). */
function parentFor({ rev, deleted }: Parts, leaves: readonly Leaf[]): string | null | 'conflict' {
  if (rev !== null) return leaves.some((leaf) => leaf.rev === rev) ? rev : 'conflict';
  const [winner] = leaves;
  if (deleted || winner?.deleted === false) return 'conflict';
  return winner?.rev ?? null;
}

/** Puts one new edit on top of the leaf that it names. */
export function writeDraft(batch: Batch, parts: Parts, { revsLimit }: History): WriteResult {
  const { id, deleted, body } = parts;
  const found = batch.find(id);
  const parent = parentFor(parts, leavesFound(found));
  if (parent === 'conflict') return { ok: false, id, error: 'conflict' };
  const rev = revisionOf(parts, parent);
  const path = parent === null ? [rev] : [rev, parent];
  const { tree, stemmed } = addPath(found.tree, path, { deleted, limit: revsLimit });
  batch.save({ id, found, tree, bodies: [{ rev, deleted: Number(deleted), body }], stemmed });
  return { ok: true, id, rev };
}

/** A revision to take over, with its place in the batch. */
export interface Arrival {
  revision: Replicated;
  parts: Parts & { rev: string };
  place: number;
}

/** Takes over what a batch brings for one document; answers each arrival at its place. */
export function takeOver(
  batch: Batch,
  arrivals: readonly Arrival[],
  { check, revsLimit }: { check: RevisionCheck | null; revsLimit: number },
  answer: (place: number, result: RevisionResult) => void,
): void {
  const [first] = arrivals;
  if (first === undefined) return;
  const { id } = first.parts;
  const found = batch.find(id);
  const add = (tree: RevisionTree, { revision, parts }: Arrival) =>
    addPath(tree, revision.ancestry, { deleted: parts.deleted, limit: revsLimit });

  const before = leavesFound(found);
  const after =
    check === null
      ? []
      : leavesOf(arrivals.reduce((tree, arrival) => add(tree, arrival).tree, found.tree));

  let { tree } = found;
  const bodies: BodyRow[] = [];
  const stemmed: string[] = [];
  for (const arrival of arrivals) {
    const { revision, place, parts } = arrival;
    const { rev, deleted, body } = parts;
    const added = add(tree, arrival);
    const isKnown = added.outcome === 'known';
    const reason = added.tree === tree ? null : (check?.({ revision, before, after }) ?? null);
    if (reason !== null) {
      answer(place, { ok: false, id, rev, reason });
      continue;
    }
    tree = added.tree;
    stemmed.push(...added.stemmed);
    if (!isKnown) bodies.push({ rev, deleted: Number(deleted), body });
    answer(place, { ok: true, id, rev, known: isKnown });
  }
  if (tree !== found.tree) batch.save({ id, found, tree, bodies, stemmed });
}
