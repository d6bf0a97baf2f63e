// Runs inside the page: writes documents past the store, as a sync or an older system would have.

import { type Document, UnitDatabase } from '../../packages/storage/src/database/unit-database.ts';
import { LEDGER_ID, UNKNOWN } from '../../packages/storage/src/ledger/ledger-state.ts';

interface RecordsToPlant {
  stakeDB: string;
  documents: readonly Document[];
}

async function plant({ stakeDB, documents }: RecordsToPlant): Promise<void> {
  const database = new UnitDatabase(`crece_unit_${stakeDB}`);
  await database.write(documents, 'strict');
  // They are all there is of the unit: nothing is still to arrive.
  await database.writeLocal(LEDGER_ID, { version: 1, ledger: { ...UNKNOWN, isWhole: true } });
  await database.close();
}

Reflect.set(window, 'recordsPlanted', plant(Reflect.get(window, 'recordsToPlant')));
