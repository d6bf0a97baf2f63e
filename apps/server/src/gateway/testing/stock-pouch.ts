import http from 'pouchdb-adapter-http';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';
import { onTestFinished } from 'vitest';
import type { Gateway } from './a-gateway.ts';

PouchDB.plugin(memory).plugin(http).plugin(replication);

export type { Document } from 'pouchdb-core';
export type StockPouch = PouchDB;

let made = 0;

/** An empty database of the published PouchDB, in memory, destroyed when the test ends. */
export function aStockPouch(): StockPouch {
  made += 1;
  const pouch = new PouchDB(`stock_${process.pid}_${made}`, { adapter: 'memory' });
  onTestFinished(() => pouch.destroy());
  return pouch;
}

/**
 * The gateway's unit as the published PouchDB sees it: through its own HTTP adapter, with a token.
 */
export function remoteOf({ url }: Pick<Gateway, 'url'>, entity: () => string): StockPouch {
  return new PouchDB(url, {
    adapter: 'http',
    skip_setup: true,
    fetch: (address, options) => {
      options.headers.set('authorization', `Bearer ${entity()}`);
      return PouchDB.fetch(address, options);
    },
  });
}
