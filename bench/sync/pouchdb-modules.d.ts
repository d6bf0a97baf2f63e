/** PouchDB's own way to pull, which only the baseline uses; the product brings its own. */
declare module 'pouchdb-adapter-http' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}

declare module 'pouchdb-replication' {
  import type PouchDB from 'pouchdb-core';

  /** Gives PouchDB `replicate(from, to)`. */
  const plugin: (pouch: typeof PouchDB) => void;
  export default plugin;
}
