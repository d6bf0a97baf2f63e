import { openEpoch } from '../gateway/epoch.ts';
import { unitStoreName } from '../gateway/unit-place.ts';
import { openDataStores } from '../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';

/** A unit in the data folder of a server that does not run. */
export interface UnitInFolder {
  readonly dataDir: string;
  readonly stakeDB: string;
  readonly clock: () => Date;
}

/** Begins a new history after a unit was exchanged: phones offer everything that they have of it. */
export async function newHistoryOf(
  { dataDir, stakeDB, clock }: UnitInFolder,
  reason: string,
): Promise<void> {
  const stores = await openDataStores(dataDir);
  try {
    await stores.open(unitStoreName(stakeDB));
    const store = await stores.open(ACCOUNTS_DATABASE);
    const epoch = await openEpoch({ store, stores, clock, log: { warn: () => undefined } });
    await epoch.renew(reason);
    await epoch.close();
  } finally {
    await stores.close();
  }
}
