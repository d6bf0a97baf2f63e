import type { EngineParts, UnitWithEngine } from '../../core/engine.ts';
import { mergeOpen } from '../merge-open.ts';

const PAGE = 500;

/** Copies every revision that one unit has and the other lacks. */
export async function hand(from: EngineParts, to: EngineParts): Promise<number> {
  const { changes } = await from.store.changesSince(0, Number.MAX_SAFE_INTEGER);
  const asked = new Map(changes.map(({ id, leaves }) => [id, leaves]));
  const missing = [...(await to.store.missing(asked))].flatMap(([id, revs]) =>
    revs.map((rev) => ({ id, rev })),
  );
  for (let start = 0; start < missing.length; start += PAGE) {
    await to.store.take(await from.store.revisions(missing.slice(start, start + PAGE)));
  }
  if (missing.length > 0) await to.announce();
  return missing.length;
}

/** The merge that a phone does after receiving. */
export async function merge(engine: EngineParts): Promise<number> {
  return (await mergeOpen(engine, 0)).written;
}

/**
 * Two phones exchange everything, the second one merges, and both must end with the same revisions.
 */
export async function meet(one: UnitWithEngine, other: UnitWithEngine): Promise<void> {
  const [a, b] = [await one.engine(), await other.engine()];
  await hand(a, b);
  await hand(b, a);
  await merge(a);
  await merge(b);
  await hand(b, a);
  await hand(a, b);
}

/** Every leaf of every document as text; equal only if two phones hold the same. */
export async function stateOf({ store }: EngineParts): Promise<string[]> {
  const { changes } = await store.changesSince(0, Number.MAX_SAFE_INTEGER);
  const state: string[] = [];
  for (const { id } of changes) {
    for (const leaf of await store.leaves(id))
      state.push(JSON.stringify(Object.entries(leaf).sort()));
  }
  return state.sort();
}
