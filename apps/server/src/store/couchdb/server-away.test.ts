import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { aFolder, anApp } from '../../testing/test-app.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { FaultInjector, type Injection } from '../testing/fault-injector.ts';
import { put } from '../testing/support.ts';
import { CouchClient } from './couch-client.ts';
import { openCouchStores } from './open-couch-stores.ts';

/** How long a first start, or the first use of a unit, may take. */
const LIMIT_MS = 10_000;

/**
 * While one of three servers is away, CouchDB answers `PUT /db/_revs_limit` after a minute, with
 * 500, and all else within milliseconds (seen with 3.5.0).
 */
const FAULTS: readonly [what: string, fault: Injection, seconds: number][] = [
  ['never answers', 'hang', 0],
  [
    'answers 500 after long',
    { status: 500, body: { error: 'badmatch', reason: '{error,timeout}' } },
    60,
  ],
];

for (const backEnd of couchBackEnds()) {
  describe(`one of three servers is away, on ${backEnd.name}`, () => {
    /** Stores of a cluster that answers everything but `_revs_limit`. */
    async function aDegradedCluster(fault: Injection, seconds: number) {
      const { url, adminUrl } = backEnd.urls();
      const injector = new FaultInjector(url);
      const isLimit = (call: string) => call.endsWith('/_revs_limit');
      injector.inject = (call) => (isLimit(call) ? fault : 'pass');
      injector.before = async (call) => {
        if (!isLimit(call)) return;
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, seconds * 1_000);
          onTestFinished(() => clearTimeout(timer));
        });
      };
      const front = new URL(await injector.listen());
      const admin = new URL(adminUrl ?? url);
      admin.host = front.host;
      const prefix = aPrefix();
      const stores = openCouchStores({
        url: front.href,
        adminUrl: admin.href,
        prefix,
        copiesDir: aFolder(),
      });
      onTestFinished(() => stores.close());
      return { stores, prefix, injector };
    }

    it.each(FAULTS)(
      'Crece starts on empty databases, and a unit is made, while the limit of revisions %s',
      async (_, fault, seconds) => {
        const { stores, injector } = await aDegradedCluster(fault, seconds);
        const start = Date.now();
        await anApp({ stores });
        const unit = await stores.open('unit_la_paz');
        expect(await put(unit, 'chld_1')).toMatch(/^1-/);
        expect(Date.now() - start).toBeLessThan(LIMIT_MS);
        expect(injector.seen.some((call) => call.endsWith('unit_la_paz/_revs_limit'))).toBe(true);
      },
    );

    it('the limit is set when the database is opened after that server is back', async () => {
      const { stores, prefix } = await aDegradedCluster('hang', 0);
      await stores.open('sys_accounts');
      await stores.close();
      const { url, adminUrl } = backEnd.urls();
      const client = new CouchClient(new URL(adminUrl ?? url));
      const limit = async () => {
        const path = `${prefix}sys_accounts/_revs_limit`;
        return (await client.ask({ method: 'GET', path, isQuestion: true })).body;
      };
      expect(await limit()).toBe(1_000);
      await couchStores(backEnd, { prefix }).open('sys_accounts');
      await soon(async () => expect(await limit()).toBe(20));
    });
  });
}
