import { DatabaseSync } from 'node:sqlite';
import type { Sex } from '@crece/domain';
import type { KnownChild } from '@crece/imports/documents';

/**
 * The ids of a file and the sex of its children, in a temporary database on disk, so that memory
 * does not grow with the file.
 */
export class KnownChildren {
  // Without a name SQLite creates a private temporary file and deletes it afterwards.
  readonly #database = new DatabaseSync('');
  readonly #add;
  readonly #find;
  readonly #see;
  readonly #hear;
  readonly #said;

  constructor() {
    this.#database.exec(`
      CREATE TABLE children (id TEXT PRIMARY KEY, sex TEXT) WITHOUT ROWID;
      CREATE TABLE said (id TEXT, sex TEXT, PRIMARY KEY (id, sex)) WITHOUT ROWID;
      CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
      BEGIN;
    `);
    this.#add = this.#database.prepare(`
      INSERT INTO children (id, sex) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET sex = COALESCE(sex, excluded.sex)
    `);
    this.#find = this.#database.prepare('SELECT sex FROM children WHERE id = ?');
    this.#hear = this.#database.prepare('INSERT OR IGNORE INTO said (id, sex) VALUES (?, ?)');
    this.#said = this.#database.prepare('SELECT sex FROM said WHERE id = ?');
    this.#see = this.#database.prepare('INSERT OR IGNORE INTO seen (id) VALUES (?)');
  }

  /** Adds a child, `null` for an unreadable one; a sex that is known already stays. */
  add(id: string, sex: Sex | null): void {
    this.#add.run(id, sex);
  }

  find(id: string): KnownChild {
    const row = this.#find.get(id);
    if (row === undefined) return undefined;
    const { sex } = row;
    return sex === 'Boy' || sex === 'Girl' ? sex : 'unreadable';
  }

  /** Notes the sex that a screening repeats of its child. */
  hear(id: string, sex: Sex): void {
    this.#hear.run(id, sex);
  }

  /** The sex that all screenings of a child say; undefined when they say none, or both. */
  saidOf(id: string): Sex | undefined {
    const [only, ...others] = this.#said.all(id);
    const sex = others.length === 0 ? only?.['sex'] : undefined;
    return sex === 'Boy' || sex === 'Girl' ? sex : undefined;
  }

  /** Whether an id occurs for the first time. */
  isNew(id: string): boolean {
    return this.#see.run(id).changes > 0;
  }

  close(): void {
    this.#database.close();
  }
}
