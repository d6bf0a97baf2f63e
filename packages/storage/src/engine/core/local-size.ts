import { runWhenIdle } from '../../base/when-idle.ts';
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
 * Frees the space of replaced data, one stretch at a time while the page is idle. Only documents
 * that the server has are moved; the ledger gets their new sequences.
 */
export async function compactUnit({ store, ledger, announce }: EngineParts): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    await new Promise<void>((resolve) => runWhenIdle(resolve));
    const state = await ledger.load();
    const isSettled = (id: string, sequence: number): boolean =>
      isCovered(state, sequence) && state.waiting[id] === undefined;
    const { range, next } = await store.tidy(isSettled, after);
    if (range !== null) await ledger.moved(range, state);
    after = next;
  }
  await announce();
}
