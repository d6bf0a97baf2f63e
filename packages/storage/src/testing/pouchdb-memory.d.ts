declare module 'pouchdb-adapter-memory' {
  import type PouchDB from 'pouchdb-core';

  const adapter: (pouch: typeof PouchDB) => void;
  export default adapter;
}
