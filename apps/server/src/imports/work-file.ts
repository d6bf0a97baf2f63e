import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { RowReport, SourceCell } from '@crece/imports';

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

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS row (n INTEGER PRIMARY KEY, cells TEXT NOT NULL, key TEXT);
  CREATE TABLE IF NOT EXISTS named (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alias (name TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS report (n INTEGER PRIMARY KEY, outcome TEXT NOT NULL, findings TEXT);
  CREATE TABLE IF NOT EXISTS child (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS screening (id TEXT PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID;
`;

const INDEXES = `
  CREATE INDEX IF NOT EXISTS row_by_key ON row (key, n);
`;

const UNIT_INDEXES = `
  CREATE INDEX IF NOT EXISTS child_by_name ON child (name);
  CREATE INDEX IF NOT EXISTS screening_by_owner ON screening (owner);
`;

const PAGE = 500;

/** Prefix of a key: names and birth date that match several children of the file. */
export const SEVERAL = 'several:';

/**
 * What an import stores on disk while it works, so that memory does not grow with the file or the
 * unit: the rows by child, the index of the unit, and the outcome of each row. It survives a kill
 * of the process (not a power cut) and is deleted at the end.
 */
export class WorkFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
    this.#database.exec(SCHEMA);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Runs work in one transaction: all of it is stored, or nothing. */
  atomically<T>(work: () => T): T {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  begin(): void {
    this.#database.exec('BEGIN');
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  state(): WorkState {
    const kept = this.#get('SELECT json FROM state');
    return kept === undefined ? {} : (JSON.parse(String(kept['json'])) as WorkState);
  }

  keepState(state: WorkState): void {
    this.#run(
      'INSERT INTO state (id, json) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
      JSON.stringify({ ...this.state(), ...state }),
    );
  }

  dropRows(): void {
    this.#database.exec('DELETE FROM row; DELETE FROM report;');
  }

  addRow({ row, cells }: KeptRow): void {
    this.#run('INSERT INTO row (n, cells) VALUES (?, ?)', row, JSON.stringify(cells));
  }

  *rows(): Generator<KeptRow> {
    const rows = this.#database.prepare('SELECT n, cells FROM row ORDER BY n').iterate();
    for (const { n, cells } of rows) yield keptRow(n, cells);
  }

  /** Deletes the keys that an earlier attempt has assigned. */
  dropKeys(): void {
    this.#database.exec('UPDATE row SET key = NULL; DELETE FROM named; DELETE FROM alias;');
  }

  setKey(row: number, key: string): void {
    this.#run('UPDATE row SET key = ? WHERE n = ?', key, row);
  }

  addNamed(id: string): void {
    this.#run('INSERT OR IGNORE INTO named (id) VALUES (?)', id);
  }

  isNamed(id: string): boolean {
    return this.#get('SELECT 1 FROM named WHERE id = ?', id) !== undefined;
  }

  /** Lets rows without an id join the child that another row names by id. */
  addAlias(name: string, key: string): void {
    const known = this.#get('SELECT key FROM alias WHERE name = ?', name)?.['key'];
    if (known === undefined) this.#run('INSERT INTO alias (name, key) VALUES (?, ?)', name, key);
    else if (known !== key) {
      this.#run('UPDATE alias SET key = ? WHERE name = ?', `${SEVERAL}${name}`, name);
    }
  }

  joinAliases(): void {
    this.#database.exec(
      'UPDATE row SET key = (SELECT alias.key FROM alias WHERE alias.name = row.key) WHERE key IN (SELECT name FROM alias)',
    );
    this.#database.exec(INDEXES);
  }

  /** Number of children in the file. */
  childCount(): number {
    return Number(this.#get('SELECT count(DISTINCT key) AS n FROM row')?.['n']);
  }

  /** The key of each child in the order of its first row, starting from a row. */
  *children(from: number): Generator<{ key: string; first: number }> {
    for (let next = from; ; ) {
      // In pages, because rows are written during the iteration.
      const page = this.#statement(
        `SELECT n, key FROM row WHERE n >= ? AND NOT EXISTS
         (SELECT 1 FROM row AS earlier WHERE earlier.key = row.key AND earlier.n < row.n)
         ORDER BY n LIMIT ${PAGE}`,
      ).all(next);
      for (const { key, n } of page) yield { key: String(key), first: Number(n) };
      const last = page.at(-1);
      if (last === undefined) return;
      next = Number(last['n']) + 1;
    }
  }

  /** The rows of one child, at most one more than `most`. */
  rowsOf(key: string, most: number): KeptRow[] {
    return this.#statement('SELECT n, cells FROM row WHERE key = ? ORDER BY n LIMIT ?')
      .all(key, most + 1)
      .map(({ n, cells }) => keptRow(n, cells));
  }

  /** Numbers of all rows of one child. */
  rowNumbersOf(key: string): number[] {
    return this.#statement('SELECT n FROM row WHERE key = ? ORDER BY n')
      .all(key)
      .map(({ n }) => Number(n));
  }

  dropUnit(): void {
    this.#database.exec('DELETE FROM child; DELETE FROM screening;');
  }

  indexUnit(): void {
    this.#database.exec(UNIT_INDEXES);
  }

  addChild(id: string, name: string | null): void {
    this.#run('INSERT OR REPLACE INTO child (id, name) VALUES (?, ?)', id, name);
  }

  addScreening(id: string, owner: string): void {
    this.#run('INSERT OR REPLACE INTO screening (id, owner) VALUES (?, ?)', id, owner);
  }

  hasChild(id: string): boolean {
    return this.#get('SELECT 1 FROM child WHERE id = ?', id) !== undefined;
  }

  /** Children of the unit with these names and birth date that no row of the file names by id. */
  childrenNamed(name: string): string[] {
    return this.#statement(
      'SELECT id FROM child WHERE name = ? AND id NOT IN (SELECT id FROM named) ORDER BY id',
    )
      .all(name)
      .map(({ id }) => String(id));
  }

  screeningsOf(childId: string): string[] {
    return this.#statement('SELECT id FROM screening WHERE owner = ?')
      .all(childId)
      .map(({ id }) => String(id));
  }

  ownerOf(screeningId: string): string | null {
    const owner = this.#get('SELECT owner FROM screening WHERE id = ?', screeningId)?.['owner'];
    return owner === undefined ? null : String(owner);
  }

  report({ row, outcome, findings }: RowReport): void {
    this.#run(
      'INSERT OR REPLACE INTO report (n, outcome, findings) VALUES (?, ?, ?)',
      row,
      outcome,
      findings.length === 0 ? null : JSON.stringify(findings),
    );
  }

  /** Number of rows with each outcome. */
  counts(): Record<RowReport['outcome'], number> {
    const counts = { created: 0, updated: 0, duplicate: 0, rejected: 0 };
    for (const { outcome, n } of this.#database
      .prepare('SELECT outcome, count(*) AS n FROM report GROUP BY outcome')
      .all()) {
      counts[String(outcome) as RowReport['outcome']] = Number(n);
    }
    return counts;
  }

  rowsWithFindings(): number {
    return Number(this.#get('SELECT count(*) AS n FROM report WHERE findings IS NOT NULL')?.['n']);
  }

  /** Rows with findings, refused ones first. */
  firstFindings(most: number): RowReport[] {
    return this.#database
      .prepare(
        "SELECT n, outcome, findings FROM report WHERE findings IS NOT NULL ORDER BY outcome = 'rejected' DESC, n LIMIT ?",
      )
      .all(most)
      .map(reportOf);
  }

  /** Every row with its outcome. */
  *reports(): Generator<RowReport> {
    const found = this.#database.prepare('SELECT n, outcome, findings FROM report ORDER BY n');
    for (const kept of found.iterate()) yield reportOf(kept);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): void {
    this.#statement(sql).run(...values);
  }

  #get(sql: string, ...values: readonly (string | number | null)[]) {
    return this.#statement(sql).get(...values);
  }
}

// Only this class writes what is read here, so fields are not checked.

function keptRow(n: unknown, cells: unknown): KeptRow {
  return { row: Number(n), cells: JSON.parse(String(cells)) as SourceCell[] | null };
}

function reportOf({ n, outcome, findings }: Record<string, unknown>): RowReport {
  return {
    row: Number(n),
    outcome: outcome as RowReport['outcome'],
    findings: findings === null ? [] : (JSON.parse(String(findings)) as RowReport['findings']),
  };
}
