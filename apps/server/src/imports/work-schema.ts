import type { Birth, NamedBirth, SourceCell } from '@crece/imports';

/** One row of the file; the rows of a child share a key. */
export interface KeptRow {
  readonly row: number;
  /** Null: the form of the row is broken. */
  readonly cells: readonly SourceCell[] | null;
}

/** The progress of an import. */
export interface WorkState {
  /** The scan: header, number of rows and the facts about the file as a whole. */
  readonly scan?: unknown;
  /** Whether rows have their keys. */
  readonly isKeyed?: boolean;
  /** Children whose first row is before this one are done. */
  readonly doneBefore?: number;
  /** Number of written batches. */
  readonly batches?: number;
}

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS row (n INTEGER PRIMARY KEY, cells TEXT NOT NULL, key TEXT);
  CREATE TABLE IF NOT EXISTS named (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person (n INTEGER PRIMARY KEY, name TEXT NOT NULL, birth TEXT NOT NULL,
    estimated INTEGER NOT NULL, id TEXT, day TEXT);
  CREATE TABLE IF NOT EXISTS told (n INTEGER PRIMARY KEY, outcome TEXT NOT NULL, findings TEXT,
    changes TEXT);
  CREATE TABLE IF NOT EXISTS kin (id TEXT PRIMARY KEY, name TEXT, birth TEXT, estimated INTEGER,
    mother TEXT, lead TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS visit (id TEXT PRIMARY KEY, owner TEXT NOT NULL, day TEXT) WITHOUT ROWID;
`;

export const INDEXES = `
  CREATE INDEX IF NOT EXISTS row_by_key ON row (key, n);
  CREATE INDEX IF NOT EXISTS person_by_name ON person (name);
`;

export const UNIT_INDEXES = `
  CREATE INDEX IF NOT EXISTS kin_by_name ON kin (name);
  CREATE INDEX IF NOT EXISTS kin_by_lead ON kin (lead);
  CREATE INDEX IF NOT EXISTS visit_by_owner ON visit (owner);
`;

/** Children that are looked up at once. */
export const PAGE = 500;

/** A row of the file with the names by which it is found. */
export interface KeptPerson extends NamedBirth {
  readonly row: number;
  readonly name: string;
  readonly day: string | null;
}

/** A child of the unit as the index has it. */
export interface IndexedChild extends Birth {
  readonly id: string;
  readonly mother: string | null;
}
