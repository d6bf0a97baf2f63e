import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_GENERATION } from '@crece/replication';
import { type Replicated, type SnapshotQuery, StoreUnavailable } from '../document-store.ts';
import type { History } from '../sqlite/batch.ts';
import { storeFault } from '../sqlite/faults.ts';
import { openInFile } from '../sqlite/open-sqlite-stores.ts';
import { type OpenFiles, SqliteFile } from '../sqlite/sqlite-file.ts';
import type { SqliteStore } from '../sqlite/sqlite-store.ts';

/** A copy needs leaves with their ancestry, but no bodies of replaced revisions. */
const OF_COPIES: History = {
  revsLimit: 1_000,
  maxGeneration: MAX_GENERATION,
  keepsReplaced: false,
};
const ENDS_OF_FILES = ['', '-wal', '-shm'];
/** `unit_la_paz.3.sqlite`, its log, and files without a number from earlier versions. */
const OF_A_COPY = /^(\w+?)(?:\.(\d{1,15}))?\.sqlite(?:-wal|-shm)?$/;

function nameOf(name: string, generation: number): string {
  return `${name}.${generation}.sqlite`;
}

interface Found {
  file: string;
  name: string;
  /** 0 for a file without a number. */
  generation: number;
}

function copiesIn(folder: string): Found[] {
  return readdirSync(folder).flatMap((file) => {
    const [, name, generation = '0'] = OF_A_COPY.exec(file) ?? [];
    return name === undefined ? [] : [{ file, name, generation: Number(generation) }];
  });
}

function newestOf(copies: readonly Found[], name: string): number {
  const own = copies.filter((copy) => copy.name === name);
  return Math.max(1, ...own.map(({ generation }) => generation));
}

/**
 * The generation of the newest copy of a database in a folder; the first one when there is none.
 */
export function newestGeneration(folder: string, name: string): number {
  return newestOf(copiesIn(folder), name);
}

/** Removes files of replaced copies that were still being read when the process ended. */
export function removeLeftovers(folder: string): void {
  const copies = copiesIn(folder);
  for (const { file, name, generation } of copies) {
    if (generation < newestOf(copies, name)) remove(join(folder, file));
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storeFault(path, error);
  }
}

/**
 * One generation of a copy, in a file of its own. When it is replaced, its readers get an error and
 * never see the next generation, which is still being filled; the file is removed with the last
 * reader.
 */
export class CopyFile {
  readonly #file: SqliteFile;
  readonly #name: string;
  #opening: Promise<SqliteStore> | null = null;
  #readers = 0;
  #isReplaced = false;

  constructor(folder: string, options: { name: string; generation: number; files: OpenFiles }) {
    const { name, generation, files } = options;
    this.#name = name;
    this.#file = new SqliteFile(join(folder, nameOf(name, generation)), files);
  }

  /** Whether the file was deleted after it was opened. */
  get isGone(): boolean {
    return this.#opening !== null && !existsSync(this.#file.path);
  }

  async open(): Promise<SqliteStore> {
    this.#opening ??= openInFile(this.#file, this.#name, OF_COPIES);
    return this.#opening;
  }

  /** The rows of a first download; throws `StoreUnavailable` as soon as this copy is replaced. */
  async *rows(query: SnapshotQuery): AsyncGenerator<readonly Replicated[], void> {
    this.#mustBeCurrent();
    this.#readers += 1;
    try {
      for await (const leaves of (await this.open()).snapshot(query)) {
        this.#mustBeCurrent();
        yield leaves;
      }
      this.#mustBeCurrent();
    } finally {
      this.#readers -= 1;
      await this.#removeUnused();
    }
  }

  /** Marks this copy as replaced by another generation. */
  async replace(): Promise<void> {
    this.#isReplaced = true;
    await this.#removeUnused();
  }

  #mustBeCurrent(): void {
    if (!this.#isReplaced) return;
    throw new StoreUnavailable(`the copy of ${this.#name} was made anew while it was read`);
  }

  async #removeUnused(): Promise<void> {
    if (!this.#isReplaced || this.#readers > 0) return;
    await this.#file.close();
    for (const end of ENDS_OF_FILES) remove(`${this.#file.path}${end}`);
  }
}
