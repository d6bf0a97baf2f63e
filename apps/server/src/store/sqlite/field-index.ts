/**
 * An index by a field is a table beside the documents, filled when it is made and kept by triggers.
 * The version of the file stays the same, so an older build opens it, and SQLite itself keeps the
 * index while that build writes.
 */

/** The table that has the documents of a database by what their field holds. */
export function fieldTable(store: number, field: string): string {
  return `found_${store}_${field}`;
}

/** What a field holds, as `HELD` and the table that it is a column of: see `holdsOneOf`. */
const HELD = "CASE type WHEN 'array' THEN value ->> 0 ELSE value END";
function partsOf(row: string, field: string): string {
  // JSON that SQLite cannot read holds nothing; an error would keep the document from being written.
  return `json_each(iif(json_valid(${row}.body), ${row}.body, '{}'), '$.${field}')`;
}

/** Makes an index, to be run in one transaction. */
export function fieldIndexSteps(store: number, field: string): readonly string[] {
  const table = fieldTable(store, field);
  const add = `INSERT OR IGNORE INTO ${table} (value, document)`;
  const content = (row: string) =>
    `iif(${row}.deleted = 0 AND json_valid(${row}.body), ${row}.body -> '$.${field}', NULL)`;
  return [
    `CREATE TABLE ${table} (
       value    TEXT    NOT NULL,
       document INTEGER NOT NULL REFERENCES documents,
       PRIMARY KEY (value, document)
     ) WITHOUT ROWID`,
    `${add} SELECT ${HELD}, document FROM documents, ${partsOf('documents', field)}
     WHERE store = ${store} AND deleted = 0`,
    `CREATE TRIGGER ${table}_added AFTER INSERT ON documents
     WHEN new.store = ${store} AND new.deleted = 0 BEGIN
       ${add} SELECT ${HELD}, new.document FROM ${partsOf('new', field)};
     END`,
    `CREATE TRIGGER ${table}_changed AFTER UPDATE ON documents
     WHEN new.store = ${store} AND ${content('old')} IS NOT ${content('new')} BEGIN
       DELETE FROM ${table} WHERE document = old.document
         AND value IN (SELECT ${HELD} FROM ${partsOf('old', field)});
       ${add} SELECT ${HELD}, new.document FROM ${partsOf('new', field)}
         WHERE new.deleted = 0;
     END`,
  ];
}
