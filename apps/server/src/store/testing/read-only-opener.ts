/**
 * Opens databases in a folder without root's rights (root may write to everything), and prints the
 * result: `node read-only-opener.ts <folder> <database>`.
 */

import { StoreUnavailable } from '../document-store.ts';
import { openSqliteStores } from '../sqlite/open-sqlite-stores.ts';

/** The id of the user "nobody" on Linux and macOS. */
const NOBODY = 65_534;
const [dir = '', name = ''] = process.argv.slice(2);

if (process.geteuid?.() === 0) {
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
}
try {
  const stores = await openSqliteStores({ dir });
  const store = await stores.open(name);
  await store.write([{ _id: 'written' }]);
  process.stdout.write('written');
} catch (error) {
  if (!(error instanceof StoreUnavailable)) throw error;
  process.stdout.write(`${error.name}: ${error.message}`);
}
