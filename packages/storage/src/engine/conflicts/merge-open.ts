import type { Document, UnitRecords } from '../../unit/records/unit-records.ts';
import { examine, type MergeStep } from '../../unit/tasks/examine.ts';
import type { EngineParts } from '../core/engine.ts';

/** Documents per read of the change list, which returns leaf ids without bodies. */
const PAGE = 1000;

/** Number of documents whose merges are written together. */
const CHUNK = 50;

/**
 * Limit of merge rounds per document, one leaf each; a document that keeps changing is left to the
 * next synchronisation.
 */
const MAX_ROUNDS = 100;

/** Ids of documents changed after a local sequence that have more than one leaf. */
async function conflictedSince(store: UnitRecords, since: number): Promise<string[]> {
  const ids = new Set<string>();
  let from = since;
  for (;;) {
    const { changes, sequence } = await store.changesSince(from, PAGE);
    for (const { id, leaves } of changes) {
      // Design documents belong to their database and are not merged.
      if (leaves.length > 1 && !id.startsWith('_')) ids.add(id);
    }
    if (changes.length === 0 || sequence <= from) return [...ids];
    from = sequence;
  }
}

/** Returns the merge steps by document, and how many documents wait for a person. */
async function stepsOf(
  store: UnitRecords,
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
 * Writes the merged contents first, then the ends of the leaves whose content is now safe in the
 * winner. In one transaction, an end could be written although the winner had changed.
 */
async function writeSteps(store: UnitRecords, steps: readonly MergeStep[]): Promise<number> {
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
  store: UnitRecords,
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

/** Like `mergeOpen`, for documents that are known to have several leaves. */
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
 * Merges everything that needs no person's choice, in documents changed here after a local sequence
 * (0: all documents). Every plan is written unchanged: with a time, a name or an id of this device
 * in it, two devices would not write the same revision. `tasks`: number of these documents that
 * wait for a person.
 */
export async function mergeOpen(
  engine: EngineParts,
  since: number,
): Promise<{ written: number; tasks: number }> {
  return mergeThese(engine, await conflictedSince(engine.store, since));
}
