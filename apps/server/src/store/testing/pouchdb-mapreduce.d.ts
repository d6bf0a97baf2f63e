declare module 'pouchdb-mapreduce' {
  import type PouchDB from 'pouchdb-core';

  const plugin: (pouch: typeof PouchDB) => void;
  export default plugin;
}
