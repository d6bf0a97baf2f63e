import { describe, expect, it } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { openCouchStores } from '../couchdb/open-couch-stores.ts';
import { aPrefix, couchBackEnds, dropTestDatabases } from './couch-back-ends.ts';

const [backEnd] = couchBackEnds();

describe('databases made by the tests', () => {
  it('databases of the tests are removed, whoever opened them, and no others', async () => {
    const urls = backEnd?.urls() ?? { url: '', adminUrl: null };
    const others = openCouchStores({ ...urls, prefix: 'crecetest_kept_', copiesDir: aFolder() });
    const ours = openCouchStores({ ...urls, prefix: aPrefix(), copiesDir: aFolder() });
    for (const stores of [others, ours]) await stores.open('sys_accounts');
    await dropTestDatabases(urls.adminUrl ?? urls.url);
    expect([await ours.names(), await others.names()]).toEqual([[], ['sys_accounts']]);
    await Promise.all([ours.close(), others.close()]);
  });
});
