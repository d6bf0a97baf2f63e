import type { Child, Mother, Screening } from '@crece/domain';
import { inSmallBatches } from '../database/batch-size.ts';
import type { UnitDatabase } from '../database/unit-database.ts';
import { demonstration } from './provenance.ts';

/** Loads demonstration records in small transactions; one whose id is here already is left alone. */
export async function fillDatabase(
  database: UnitDatabase,
  records: readonly (Child | Screening | Mother)[],
): Promise<{ written: number }> {
  let written = 0;
  await inSmallBatches(records, async (batch) => {
    const rows = await database.write(batch.map(demonstration), 'relaxed');
    written += rows.filter(({ rev }) => rev !== null).length;
  });
  return { written };
}
