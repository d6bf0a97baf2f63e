import type { Document } from '../../unit/records/unit-records.ts';
import { examine, type MergeStep } from '../../unit/tasks/examine.ts';
import type { EngineParts } from '../core/engine.ts';
import type { SyncStore } from '../store/sync-store.ts';

/** Documents looked at in one read of the change list: it tells leaves, not bodies. */
const PAGE = 1000;

/** Documents whose merges are written together. */
const CHUNK = 50;

/**
 * A document is merged leaf by leaf; one that keeps changing under the merge is left to the next
 * synchronisation.
 */
const MAX_ROUNDS = 100;

/** Documents changed after a local sequence that have more than one leaf. */
async function conflictedSince(store: SyncStore, since: number): Promise<string[]> {
  const ids = new Set<string>();
  let from = since;
  for (;;) {
    const { changes, sequence } = await store.leafChanges(from, PAGE);
    for (const { id, leaves } of changes) {
      // Design documents are each database's own affair.
      if (leaves.length > 1 && !id.startsWith('_')) ids.add(id);
    }
    if (changes.length === 0 || sequence <= from) return [...ids];
    from = sequence;
  }
}

/** Answers the steps to write, by document, and how many documents wait for a person. */
async function stepsOf(
  store: SyncStore,
  ids: readonly string[],
): Promise<{ steps: { id: string; step: MergeStep }[]; tasks: number }> {
  const steps: { id: string; step: MergeStep }[] = [];
  let tasks = 0;
  for (const id of ids) {
    const examined = examine(await store.leaves(id));
    if (examined === null) continue;
    if (examined.step !== null) steps.push({ id, step: examined.step });
    else if (examined.questions.length > 0) tasks += 1;
  }
  return { steps, tasks };
}

/**
 * Writes steps: first what is taken over, then the ends of the leaves whose content is safe in the
 * winner by then. In one transaction the end could be written although the winner had moved on.
 */
async function writeSteps(store: SyncStore, steps: readonly MergeStep[]): Promise<number> {
  const bodies = steps.flatMap(({ body }): Document[] => (body === null ? [] : [{ ...body }]));
  const rows = await store.write(bodies, 'strict');
  const isTaken = new Map(rows.map(({ id, rev }) => [id, rev !== null]));
  const ends = steps.flatMap(({ deleteOther }): Document[] =>
    deleteOther !== null && isTaken.get(deleteOther._id) !== false ? [{ ...deleteOther }] : [],
  );
  const ended = await store.write(ends, 'strict');
  return [...rows, ...ended].filter(({ rev }) => rev !== null).length;
}

async function mergeChunk(
  store: SyncStore,
  ids: readonly string[],
): Promise<{ written: number; tasks: number }> {
  let written = 0;
  let tasks = 0;
  let left = ids;
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    const found = await stepsOf(store, left);
    tasks += found.tasks;
    written += await writeSteps(
      store,
      found.steps.map(({ step }) => step),
    );
    left = found.steps.map(({ id }) => id);
  }
  return { written, tasks };
}

/** The same as `mergeOpen` for documents that are known to have several leaves. */
export async function mergeThese(
  engine: EngineParts,
  ids: readonly string[],
): Promise<{ written: number; tasks: number }> {
  let written = 0;
  let tasks = 0;
  for (let start = 0; start < ids.length; start += CHUNK) {
    const merged = await mergeChunk(engine.store, ids.slice(start, start + CHUNK));
    written += merged.written;
    tasks += merged.tasks;
  }
  if (written > 0) await engine.announce();
  return { written, tasks };
}

/**
 * Merges what can be merged without asking anybody, in documents changed here after a local sequence
 * (0: in all of them). Every plan is written exactly as it is: with a time, a name or an id of this
 * device in it no two devices would write the same revision. `tasks` counts the documents among them
 * that wait for a person.
 */
export async function mergeOpen(
  engine: EngineParts,
  since: number,
): Promise<{ written: number; tasks: number }> {
  return mergeThese(engine, await conflictedSince(engine.store, since));
}
