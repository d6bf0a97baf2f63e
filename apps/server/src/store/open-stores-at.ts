import { openCouchStores } from './couchdb/open-couch-stores.ts';
import type { Stores, StoresAddress } from './document-store.ts';
import { openSqliteStores } from './sqlite/open-sqlite-stores.ts';

/** Whoever goes unit by unit needs few files open at once; each keeps 2 MB of what was read. */
export const OPEN_FILES_UNIT_BY_UNIT = 2;

/** Opens, in another thread, the databases that this process has open already. */
export async function openStoresAt(address: StoresAddress): Promise<Stores> {
  return address.kind === 'files'
    ? openSqliteStores({ dir: address.dir, maxOpenFiles: OPEN_FILES_UNIT_BY_UNIT })
    : openCouchStores(address);
}
