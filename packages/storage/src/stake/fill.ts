import type { Child, Mother, Screening } from '@crece/domain';
import type { UnitDatabase } from '../unit/unit-database.ts';
import { demonstration } from './provenance.ts';

/** A save that comes during a bulk load waits for one of its transactions: no longer than this. */
const MAX_TRANSACTION_MS = 50;

const FIRST_BATCH = 50;
const MIN_BATCH = 10;
const MAX_BATCH = 1000;

/** The next batch: as many as the last one's pace writes in four fifths of the time allowed. */
export function nextBatchSize(size: number, elapsedMs: number): number {
  const fitting = (size * MAX_TRANSACTION_MS * 0.8) / Math.max(elapsedMs, 1);
  // No more than double: one quick batch says little about the next.
  return Math.round(Math.min(MAX_BATCH, size * 2, Math.max(MIN_BATCH, fitting)));
}

/** Loads demonstration records in small transactions; one whose id is here already is left alone. */
export async function fillDatabase(
  database: UnitDatabase,
  records: readonly (Child | Screening | Mother)[],
): Promise<{ written: number }> {
  let written = 0;
  let size = FIRST_BATCH;
  for (let start = 0; start < records.length; ) {
    const batch = records.slice(start, start + size).map(demonstration);
    const begun = performance.now();
    const rows = await database.write(batch, 'relaxed');
    start += batch.length;
    size = nextBatchSize(size, performance.now() - begun);
    written += rows.filter(({ rev }) => rev !== null).length;
  }
  return { written };
}
