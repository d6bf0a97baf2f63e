import { openCouchStores } from './couchdb/open-couch-stores.ts';
import type { Stores, StoresAddress } from './document-store.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';

/** A thread that reads unit by unit needs few open files; each keeps 2 MB of cache. */
export const OPEN_FILES_UNIT_BY_UNIT = 2;

/** Opens, in another thread, the databases that this process already has open. */
export async function openStoresAt(address: StoresAddress): Promise<Stores> {
  return address.kind === 'files'
    ? openSqliteStores({ dir: address.dir, maxOpenFiles: OPEN_FILES_UNIT_BY_UNIT })
    : openCouchStores(address);
}
