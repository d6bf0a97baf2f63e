/** "CREC": tells our files from other programs' (`PRAGMA application_id`). */
export const APPLICATION_ID = 0x43_52_45_43;

/**
 * One step per version of the file (`PRAGMA user_version` counts those taken). A step that was ever
 * published is never edited: the next one follows it.
 *
 * - `stores`: the databases in this file with their counters; a unit's file holds exactly one.
 * - `documents`: per document its winner with body, its revision tree, and its newest place in the
 *   feed (`seq`). `others`: JSON of the leaves that lost, in CouchDB's order; null when there is none,
 *   so that the feed reads no tree. The long columns stand last: what the feed needs fits the page.
 * - `bodies`: every other body that is kept, of leaves that lost and of replaced revisions.
 * - `locals`: documents that do not replicate.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE stores (
    store   INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL UNIQUE,
    seq     INTEGER NOT NULL DEFAULT 0,
    living  INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE documents (
    document INTEGER PRIMARY KEY,
    store    INTEGER NOT NULL REFERENCES stores,
    id       TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    deleted  INTEGER NOT NULL,
    rev      TEXT    NOT NULL,
    others   TEXT,
    tree     TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    UNIQUE (store, id)
  ) STRICT;

  CREATE UNIQUE INDEX feed ON documents (store, seq);

  CREATE TABLE bodies (
    document INTEGER NOT NULL REFERENCES documents,
    rev      TEXT    NOT NULL,
    deleted  INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (document, rev)
  ) STRICT;

  CREATE TABLE locals (
    store   INTEGER NOT NULL REFERENCES stores,
    id      TEXT    NOT NULL,
    version INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (store, id)
  ) STRICT;
  `,
];
