/** A record's revision with its ancestry, as CouchDB's protocol carries it. */
export interface CarriedDocument {
  _id: string;
  _rev: string;
  _deleted?: boolean;
  _revisions: { start: number; ids: string[] };
  [field: string]: unknown;
}
