import { demoRecords } from '@crece/domain/demo';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';

const BATCH = 1_000;

/** Writes this many invented records into a unit's database of a stopped server. */
export async function fillUnit(dataDir: string, stakeDB: string, count: number): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const { children, screenings, mothers } = demoRecords({
    stakeDB,
    today,
    children: Math.ceil(count / 3),
  });
  const records = [...children, ...screenings, ...mothers].slice(0, count);
  if (records.length < count) throw new Error(`only ${records.length} records were invented`);
  const stores = await openDataStores(dataDir);
  const store = await stores.open(`unit_${stakeDB}`);
  for (let from = 0; from < count; from += BATCH) {
    const drafts = records.slice(from, from + BATCH).map((record) => ({
      ...record,
      device: 'another-phone-of-the-bench',
      updatedBy: 'Ana Morales',
      rules: '1',
    }));
    const written = await store.write(drafts);
    if (written.some(({ ok }) => !ok)) throw new Error('a record was not written');
  }
  await stores.close();
}
