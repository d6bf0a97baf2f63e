/** "CREC": distinguishes our files from those of other programs (`PRAGMA application_id`). */
export const APPLICATION_ID = 0x43_52_45_43;

/**
 * Migrations, one step per version of the file (`PRAGMA user_version` counts the steps taken). A
 * published step is never edited; changes are made by a further step.
 *
 * - `stores`: the databases in this file with their counters; a unit's file holds exactly one.
 * - `documents`: per document its winner with body, its revision tree, and the sequence of its
 *   newest change in the feed (`seq`). `others`: JSON of the leaves that lost, in CouchDB's order;
 *   null when there are none, so that the feed reads no tree. The long columns are last, so that
 *   the columns of the feed fit the page.
 * - `bodies`: every other stored body, of leaves that lost and of replaced revisions.
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
