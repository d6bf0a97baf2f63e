import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { SYSTEM_DATABASES } from '../../store/store-names.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { mistyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

/**
 * `crece couchdb set-up`: makes every database with its rights and indexes, as the administrator of
 * CouchDB, so that the server itself needs no such account.
 */
export async function runCouchDb(args: readonly string[], io: Console): Promise<void> {
  if (args.length !== 1 || args[0] !== 'set-up') throw mistyped('couchdb needs the word set-up.');
  await withStores({ mayBeNew: true }, async (stores, { couch, dataDir }) => {
    if (couch === null) {
      throw new CliError(
        'COUCHDB_URL is not set: the databases are files, which need no set-up.',
        1,
      );
    }
    for (const name of SYSTEM_DATABASES) await stores.open(name);
    const { catalogue } = await (await openCatalogue(stores, dataDir)).current();
    const units = catalogue.countries.flatMap(({ stakes }) => stakes);
    for (const { stakeDB } of units) await stores.open(`unit_${stakeDB}`);
    const { username } = new URL(couch.url);
    io.say(
      `${SYSTEM_DATABASES.length + units.length} databases are there for the account ${decodeURIComponent(username)}. Repeat this after a unit was added to the catalogue.`,
    );
  });
}
