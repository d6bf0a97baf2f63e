// Runs inside the page: writes documents without the store's checks, like a sync or an older
// system.

import { storedLedger } from '../../packages/storage/src/engine/ledger/ledger-changes.ts';
import { UNIT_DATABASE } from '../../packages/storage/src/unit/device/open-device.ts';
import { LEDGER_ID, UNKNOWN } from '../../packages/storage/src/unit/known/ledger-state.ts';
import { IndexedDbStore } from '../../packages/storage/src/unit/records/indexeddb-store.ts';
import { StoredRecords } from '../../packages/storage/src/unit/records/stored-records.ts';
import type { Document } from '../../packages/storage/src/unit/records/unit-records.ts';

interface RecordsToPlant {
  stakeDB: string;
  documents: readonly Document[];
}

async function plant({ stakeDB, documents }: RecordsToPlant): Promise<void> {
  const database = new StoredRecords(new IndexedDbStore(UNIT_DATABASE + stakeDB));
  await database.write(documents, 'strict');
  // Marks the unit as complete: no first download is pending.
  await database.writeLocal(LEDGER_ID, storedLedger({ ...UNKNOWN, isWhole: true }));
  await database.close();
}

Reflect.set(window, 'recordsPlanted', plant(Reflect.get(window, 'recordsToPlant')));
