// Runs inside the page: writes documents past the store, as a sync or an older system would have.
import { type Document, UnitDatabase } from '../../packages/storage/src/unit/unit-database.ts';

interface RecordsToPlant {
  stakeDb: string;
  documents: readonly Document[];
}

async function plant({ stakeDb, documents }: RecordsToPlant): Promise<void> {
  const database = new UnitDatabase(`crece_unit_${stakeDb}`);
  await database.write(documents, 'strict');
  await database.close();
}

Reflect.set(window, 'recordsPlanted', plant(Reflect.get(window, 'recordsToPlant')));
