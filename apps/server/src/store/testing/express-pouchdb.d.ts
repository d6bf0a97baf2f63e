/** The small part of express-pouchdb 4.2 that the tests use; the package has no types. */
declare module 'express-pouchdb' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type PouchDB from 'pouchdb-core';

  interface Options {
    mode: 'minimumForPouchDB';
    overrideMode: { exclude: string[] };
  }

  export default function expressPouchDb(
    pouch: typeof PouchDB,
    options: Options,
  ): (request: IncomingMessage, response: ServerResponse) => void;
}
