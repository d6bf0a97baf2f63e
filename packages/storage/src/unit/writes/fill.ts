import type { Child, Mother, Screening } from '@crece/domain';
import { inSmallBatches } from '../records/batch-size.ts';
import type { UnitRecords } from '../records/unit-records.ts';
import { demonstration } from './provenance.ts';

/** Loads demonstration records in small transactions; existing ids are left alone. */
export async function fillDatabase(
  database: UnitRecords,
  records: readonly (Child | Screening | Mother)[],
): Promise<{ written: number }> {
  let written = 0;
  await inSmallBatches(records, async (batch) => {
    const rows = await database.write(batch.map(demonstration), 'relaxed');
    written += rows.filter(({ rev }) => rev !== null).length;
  });
  return { written };
}
