/** A document revision with its ancestry, in the form of CouchDB's replication protocol. */
export interface CarriedDocument {
  _id: string;
  _rev: string;
  _deleted?: boolean;
  _revisions: { start: number; ids: string[] };
  [field: string]: unknown;
}
