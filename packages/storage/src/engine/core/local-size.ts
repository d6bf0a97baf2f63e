import { whenIdle } from '../../base/when-idle.ts';
import { isCovered } from '../../unit/known/ledger-state.ts';
import type { LocalSize } from '../../unit/open/types.ts';
import { unitPages } from '../../unit/records/unit-pages.ts';
import type { UnitRecords } from '../../unit/records/unit-records.ts';
import type { EngineParts } from './engine.ts';

/** Counts a unit's living documents and the bytes of their texts. */
export async function measureUnit(database: UnitRecords): Promise<LocalSize> {
  const encoder = new TextEncoder();
  let documents = 0;
  let bytes = 0;
  for await (const changes of unitPages(database)) {
    for (const { deleted, document } of changes) {
      if (!deleted) documents += 1;
      bytes += encoder.encode(JSON.stringify(document)).length;
    }
  }
  return { documents, bytes };
}

/**
 * Gives back the space of what was replaced, one stretch at a time whenever the page has nothing better
 * to do. Only what the server has is moved; the ledger learns the sequences that it has now.
 */
export async function compactUnit({ store, ledger, announce }: EngineParts): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    const state = await ledger.load();
    const isSettled = (id: string, sequence: number): boolean =>
      isCovered(state, sequence) && state.waiting[id] === undefined;
    const { range, next } = await store.tidy(isSettled, after);
    if (range !== null) await ledger.moved(range, state);
    after = next;
  }
  await announce();
}
