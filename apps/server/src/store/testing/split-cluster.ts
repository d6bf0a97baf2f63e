import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { COUCH_TIMEOUTS } from '../couchdb/couch-client.ts';
import { openCouchStores } from '../couchdb/open-couch-stores.ts';
import type { Stores } from '../document-store.ts';
import { aPrefix, type CouchBackEnd } from './couch-back-ends.ts';
import { FaultInjector, type Injection } from './fault-injector.ts';

interface Draft {
  _id: string;
  _rev?: string;
}

/**
 * Imitates a server of a cluster that has not seen the other server's edit: it accepts this one
 * too.
 */
function takenUnheard(status: number, sorts: 'first' | 'last'): Injection {
  let rows: { accepted: true; id: string; rev: string }[] | null = null;
  return {
    send: (body) => {
      const { docs, new_edits } = JSON.parse(body) as { docs: Draft[]; new_edits?: false };
      // A revision that brings its own name is accepted by every server.
      if (new_edits === false) return body;
      const named = docs.map((draft) => {
        const parent = draft._rev?.split('-');
        const start = Number(parent?.[0] ?? 0) + 1;
        const digits = createHash('md5').update(JSON.stringify(draft)).digest('hex');
        const name = (sorts === 'first' ? 'ffff' : '0000') + digits.slice(4);
        const ids = parent === undefined ? [name] : [name, parent[1]];
        return { ...draft, _rev: `${start}-${name}`, _revisions: { start, ids } };
      });
      rows = named.map(({ _id, _rev }) => ({ accepted: true, id: _id, rev: _rev }));
      return JSON.stringify({ new_edits: false, docs: named });
    },
    answer: (body) =>
      rows === null ? { status: 201, body } : { status, body: JSON.stringify(rows) },
  };
}

const OF_THREE: Injection = {
  send: (body) => body,
  answer: (body) => {
    const info = JSON.parse(body) as object;
    // Otherwise every unit of the catalogue would seem to have a database.
    if ('error' in info) return { status: 404, body };
    return { status: 200, body: JSON.stringify({ ...info, cluster: { q: 2, n: 3, w: 2, r: 2 } }) };
  },
};

export interface SplitCluster {
  /** Stores of two processes, each connected to a server of its own. */
  stores: readonly [Stores, Stores];
  injectors: readonly [FaultInjector, FaultInjector];
}

/**
 * Two processes connected to two servers of one cluster, imitated by their answers. The first
 * process's writes are answered 201; the second's server accepts the same edit beside it and
 * answers 202 or `status`. `sorts`: whether CouchDB shows the second's edit before the first's.
 */
export async function aSplitCluster(
  backEnd: CouchBackEnd,
  { sorts, status = 202 }: { sorts: 'first' | 'last'; status?: number },
): Promise<SplitCluster> {
  const { url, adminUrl } = backEnd.urls();
  const prefix = aPrefix();
  const opened = await Promise.all(
    [0, 1].map(async (place) => {
      const injector = new FaultInjector(url);
      injector.inject = (call) => {
        if (/^GET \/crecetest\w+$/.test(call)) return OF_THREE;
        const isEdit = place === 1 && call.endsWith('sys_accounts/_bulk_docs');
        return isEdit ? takenUnheard(status, sorts) : 'pass';
      };
      const stores = openCouchStores({
        url: await injector.listen(),
        adminUrl,
        prefix,
        copiesDir: aFolder(),
        isFenced: false,
        timeouts: { ...COUCH_TIMEOUTS, rivalMs: 150 },
      });
      onTestFinished(() => stores.close());
      return { stores, injector };
    }),
  );
  const [one, other] = opened;
  if (one === undefined || other === undefined) throw new Error('two were asked for');
  return { stores: [one.stores, other.stores], injectors: [one.injector, other.injector] };
}
