import { openCouchStores } from './couchdb/open-couch-stores.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';
import type { Stores, StoresAddress } from './stake-store.ts';

/** Unit by unit: a thread of its own needs few files open at once. */
const OPEN_FILES_OF_A_THREAD = 6;

/** Opens, in another thread, the databases that this process has open already. */
export async function openStoresAt(address: StoresAddress): Promise<Stores> {
  return address.kind === 'files'
    ? openSqliteStores({ dir: address.dir, maxOpenFiles: OPEN_FILES_OF_A_THREAD })
    : openCouchStores(address);
}
