import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IMPORTS_DATABASE } from '../../imports/journal.ts';
import { openCouchStores } from '../../store/couchdb/open-couch-stores.ts';
import { StoreUnavailable } from '../../store/document-store.ts';
import { SYSTEM_DATABASES } from '../../store/store-names.ts';
import { CouchChild } from '../../store/testing/couch-child.ts';
import { aFolder, anApp } from '../../testing/test-app.ts';
import { crece } from '../testing/processes.ts';
import { typed } from '../testing/typed.ts';

/** A data folder whose catalogue has one country with two units. */
function aSmallCountry() {
  const dataDir = aFolder();
  const country = BUILT_IN_CATALOGUE.countries.find(({ stakes }) => stakes.length > 1);
  const stakes = country?.stakes.slice(0, 2) ?? [];
  const countries = [{ ...country, stakes }];
  writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify({ countries }));
  return { dataDir, units: stakes.map(({ stakeDB }) => stakeDB) };
}

async function aCouchDb() {
  const couch = new CouchChild();
  onTestFinished(() => couch.end());
  await couch.start();
  return couch;
}

describe('crece couchdb set-up', { timeout: 120_000 }, () => {
  it('makes every database, so that the server needs no administrator of CouchDB', async () => {
    const { url, adminUrl } = await aCouchDb();
    const { dataDir, units } = aSmallCountry();
    const environment = { COUCHDB_URL: url, COUCHDB_ADMIN_URL: adminUrl };
    const once = await crece(dataDir, ['couchdb', 'set-up'], '', environment);
    expect(once).toEqual({
      ...{ exitCode: 0, out: '' },
      log: `${SYSTEM_DATABASES.length + 2} databases are there for the account crece. Repeat this after a unit was added to the catalogue.\n`,
    });
    expect(await crece(dataDir, ['couchdb', 'set-up'], '', environment)).toEqual(once);
    const stores = openCouchStores({ url, adminUrl: null, copiesDir: aFolder() });
    onTestFinished(() => stores.close());
    await anApp({ stores });
    for (const stakeDB of units) {
      const unit = await stores.open(`unit_${stakeDB}`);
      const [written] = await unit.write([{ _id: `chld_${stakeDB}_1748880000000_k3f09z` }]);
      expect(written?.ok).toBe(true);
    }
    await expect(stores.open('unit_coban_east_none')).rejects.toThrow(StoreUnavailable);
  });

  it('is told what it lacks: CouchDB, its administrator, the word', async () => {
    expect(await typed(aFolder(), ['couchdb', 'set-up'])).toMatchObject({
      exitCode: 1,
      said: [expect.stringMatching(/^COUCHDB_URL is not set/)],
    });
    const { url } = await aCouchDb();
    const { dataDir } = aSmallCountry();
    const asService = await crece(dataDir, ['couchdb', 'set-up'], '', { COUCHDB_URL: url });
    expect([asService.exitCode, asService.log]).toEqual([1, expect.stringContaining('401')]);
    for (const args of [['couchdb'], ['couchdb', 'drop'], ['couchdb', 'set-up', 'now']]) {
      expect(await typed(aFolder(), args)).toMatchObject({ exitCode: 2 });
    }
  });
});

it('the databases of the set-up are those that a server opens', async () => {
  const { services } = await anApp();
  // Made at the first import.
  await services.stores.open(IMPORTS_DATABASE);
  expect(await services.stores.names()).toEqual([...SYSTEM_DATABASES].sort());
});
