/** PouchDB's own pull, used only for the baseline; the product has its own. */
declare module 'pouchdb-adapter-http' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}

declare module 'pouchdb-replication' {
  import type PouchDB from 'pouchdb-core';

  /** Adds `replicate(from, to)` to PouchDB. */
  const plugin: (pouch: typeof PouchDB) => void;
  export default plugin;
}
