/**
 * Opens databases in a folder without the rights of root, for whom nothing is read-only, and prints
 * what came of it: `node read-only-opener.ts <folder> <database>`.
 */

import { StoreUnavailable } from '../document-store.ts';
import { openSqliteStores } from '../sqlite/open-sqlite-stores.ts';

/** "nobody" of Linux and macOS. */
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
