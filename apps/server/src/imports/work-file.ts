import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Birth, FindingCode, NamedBirth, RowReport, SourceCell } from '@crece/imports';
import {
  INDEXES,
  type IndexedChild,
  type KeptPerson,
  type KeptRow,
  PAGE,
  SCHEMA,
  UNIT_INDEXES,
  type WorkState,
} from './work-schema.ts';

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
    this.#database.exec('DELETE FROM row; DELETE FROM told;');
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
    this.#database.exec('UPDATE row SET key = NULL; DELETE FROM named; DELETE FROM person;');
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

  addPerson({ row, name, birthDate, isEstimated, id, day }: KeptPerson): void {
    this.#run(
      'INSERT INTO person (n, name, birth, estimated, id, day) VALUES (?, ?, ?, ?, ?, ?)',
      row,
      name,
      birthDate,
      Number(isEstimated),
      id,
      day,
    );
  }

  /** The different births of each name, name by name. */
  *birthsByName(): Generator<{ name: string; births: NamedBirth[] }> {
    const found = this.#database
      .prepare('SELECT DISTINCT name, birth, estimated, id FROM person ORDER BY name, birth')
      .iterate();
    let last = { name: '', births: [] as NamedBirth[] };
    for (const { name, birth, estimated, id } of found) {
      if (last.name !== name) {
        if (last.births.length > 0) yield last;
        last = { name: String(name), births: [] };
      }
      last.births.push({
        birthDate: String(birth),
        isEstimated: estimated === 1,
        id: id === null ? null : String(id),
      });
    }
    if (last.births.length > 0) yield last;
  }

  /** Gives all rows without an id that have this name and birth the same key. */
  joinPersons(name: string, { birthDate, isEstimated }: Birth, key: string): void {
    this.#run(
      `UPDATE row SET key = ? WHERE n IN (SELECT n FROM person
       WHERE name = ? AND birth = ? AND estimated = ? AND id IS NULL)`,
      key,
      name,
      birthDate,
      Number(isEstimated),
    );
  }

  indexRows(): void {
    this.#database.exec(INDEXES);
  }

  /** The first other rows of a name, without those of one key. */
  rowsNamed(name: string, notKey: string, most: number): KeptPerson[] {
    return this.#statement(
      `SELECT person.* FROM person JOIN row ON row.n = person.n
       WHERE person.name = ? AND row.key != ? ORDER BY person.n LIMIT ?`,
    )
      .all(name, notKey, most)
      .map(({ n, birth, estimated, id, day }) => ({
        row: Number(n),
        name,
        birthDate: String(birth),
        isEstimated: estimated === 1,
        id: id === null ? null : String(id),
        day: day === null ? null : String(day),
      }));
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
    this.#database.exec('DELETE FROM kin; DELETE FROM visit;');
  }

  indexUnit(): void {
    this.#database.exec(UNIT_INDEXES);
  }

  /** Adds a child's record; one that cannot be read is known by its id only. */
  addChild(
    id: string,
    child: (Birth & { name: string | null; mother: string | null }) | null,
  ): void {
    this.#run(
      'INSERT OR REPLACE INTO kin (id, name, birth, estimated, mother, lead) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      child?.name ?? null,
      child?.birthDate ?? null,
      Number(child?.isEstimated ?? false),
      child?.mother ?? null,
      id,
    );
  }

  /** Notes that a record is of the child that another record leads. */
  setLead(id: string, lead: string): void {
    this.#run('UPDATE kin SET lead = ? WHERE id = ?', lead, id);
  }

  /** The record that leads a child's records; the id itself when it is alone or not known. */
  leadOf(id: string): string {
    return String(this.#get('SELECT lead FROM kin WHERE id = ?', id)?.['lead'] ?? id);
  }

  /** All records of a child, the leading one first. */
  recordsOf(lead: string): string[] {
    return this.#statement('SELECT id FROM kin WHERE lead = ? ORDER BY id')
      .all(lead)
      .map(({ id }) => String(id));
  }

  addScreening(id: string, owner: string, day: string | null): void {
    this.#run('INSERT OR REPLACE INTO visit (id, owner, day) VALUES (?, ?, ?)', id, owner, day);
  }

  hasChild(id: string): boolean {
    return this.#get('SELECT 1 FROM kin WHERE id = ?', id) !== undefined;
  }

  /**
   * Children of the unit with these names that no row of the file names by id. A child of several
   * records is found by each of them.
   */
  childrenNamed(name: string): IndexedChild[] {
    return this.#statement(
      `SELECT lead, birth, estimated, mother FROM kin
       WHERE name = ? AND lead NOT IN
         (SELECT kin.lead FROM named JOIN kin ON kin.id = named.id) ORDER BY id`,
    )
      .all(name)
      .map(({ lead, birth, estimated, mother }) => ({
        id: String(lead),
        birthDate: String(birth),
        isEstimated: estimated === 1,
        mother: mother === null ? null : String(mother),
      }));
  }

  /** The day of a child's last screening; undefined without one. */
  lastDayOf(childId: string): string | undefined {
    const day = this.#get('SELECT max(day) AS day FROM visit WHERE owner = ?', childId)?.['day'];
    return day === null || day === undefined ? undefined : String(day);
  }

  screeningsOf(childId: string): string[] {
    return this.#statement('SELECT id FROM visit WHERE owner = ?')
      .all(childId)
      .map(({ id }) => String(id));
  }

  ownerOf(screeningId: string): string | null {
    const owner = this.#get('SELECT owner FROM visit WHERE id = ?', screeningId)?.['owner'];
    return owner === undefined ? null : String(owner);
  }

  report({ row, outcome, findings, changes }: RowReport): void {
    this.#run(
      'INSERT OR REPLACE INTO told (n, outcome, findings, changes) VALUES (?, ?, ?, ?)',
      row,
      outcome,
      findings.length === 0 ? null : JSON.stringify(findings),
      changes === undefined ? null : JSON.stringify(changes),
    );
  }

  /** Number of rows with each outcome. */
  counts(): Record<RowReport['outcome'], number> {
    const counts = { created: 0, updated: 0, duplicate: 0, rejected: 0 };
    for (const { outcome, n } of this.#database
      .prepare('SELECT outcome, count(*) AS n FROM told GROUP BY outcome')
      .all()) {
      counts[String(outcome) as RowReport['outcome']] = Number(n);
    }
    return counts;
  }

  rowsWithFindings(): number {
    return Number(this.#get('SELECT count(*) AS n FROM told WHERE findings IS NOT NULL')?.['n']);
  }

  /** Number of rows that have a finding with this code. */
  rowsWith(code: FindingCode): number {
    const text = `%"code":"${code}"%`;
    return Number(this.#get('SELECT count(*) AS n FROM told WHERE findings LIKE ?', text)?.['n']);
  }

  /** The first rows that have a finding with this code. */
  firstWith(code: FindingCode, most: number): number[] {
    return this.#statement('SELECT n FROM told WHERE findings LIKE ? ORDER BY n LIMIT ?')
      .all(`%"code":"${code}"%`, most)
      .map(({ n }) => Number(n));
  }

  /** Rows with findings, refused ones first. */
  firstFindings(most: number): RowReport[] {
    return this.#database
      .prepare(
        "SELECT * FROM told WHERE findings IS NOT NULL ORDER BY outcome = 'rejected' DESC, n LIMIT ?",
      )
      .all(most)
      .map(reportOf);
  }

  /** The first rows that change stored records. */
  firstChanges(most: number): RowReport[] {
    return this.#database
      .prepare('SELECT * FROM told WHERE changes IS NOT NULL ORDER BY n LIMIT ?')
      .all(most)
      .map(reportOf);
  }

  /** How many rows change each field. */
  changedFields(): Record<string, number> {
    const found = this.#database
      .prepare(
        `SELECT json_extract(each.value, '$.field') AS field, count(*) AS n
         FROM told, json_each(told.changes) AS each GROUP BY field ORDER BY n DESC, field`,
      )
      .all();
    return Object.fromEntries(found.map(({ field, n }) => [String(field), Number(n)]));
  }

  /** The first rows of the file. */
  firstRows(most: number): KeptRow[] {
    return this.#statement('SELECT n, cells FROM row ORDER BY n LIMIT ?')
      .all(most)
      .map(({ n, cells }) => keptRow(n, cells));
  }

  /** The rows with these numbers. */
  rowsAt(numbers: readonly number[]): KeptRow[] {
    const statement = this.#statement('SELECT n, cells FROM row WHERE n = ?');
    return numbers.flatMap((row) => statement.all(row).map(({ n, cells }) => keptRow(n, cells)));
  }

  /** Every row with its outcome. */
  *reports(): Generator<RowReport> {
    const found = this.#database.prepare('SELECT * FROM told ORDER BY n');
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

function reportOf({ n, outcome, findings, changes }: Record<string, unknown>): RowReport {
  return {
    row: Number(n),
    outcome: outcome as RowReport['outcome'],
    findings: findings === null ? [] : (JSON.parse(String(findings)) as RowReport['findings']),
    ...(changes === null
      ? {}
      : { changes: JSON.parse(String(changes)) as NonNullable<RowReport['changes']> }),
  };
}
