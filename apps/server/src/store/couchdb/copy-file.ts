import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_GENERATION } from '@crece/replication';
import { type Replicated, type SnapshotQuery, StoreUnavailable } from '../document-store.ts';
import type { History } from '../sqlite/batch.ts';
import { storeFault } from '../sqlite/faults.ts';
import { openInFile } from '../sqlite/open-sqlite-stores.ts';
import { type OpenFiles, SqliteFile } from '../sqlite/sqlite-file.ts';
import type { SqliteStore } from '../sqlite/sqlite-store.ts';

/** A copy needs leaves with their ancestry, and no body of what was replaced. */
const OF_COPIES: History = {
  revsLimit: 1_000,
  maxGeneration: MAX_GENERATION,
  keepsReplaced: false,
};
const ENDS_OF_FILES = ['', '-wal', '-shm'];
/** `unit_la_paz.3.sqlite`, its log, and files without a number, as they were called once. */
const OF_A_COPY = /^(\w+?)(?:\.(\d{1,15}))?\.sqlite(?:-wal|-shm)?$/;

function nameOf(name: string, generation: number): string {
  return `${name}.${generation}.sqlite`;
}

interface Found {
  file: string;
  name: string;
  /** 0: a file without a number. */
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

/** The newest copy of a database that a folder has, to go on with; the first when it has none. */
export function newestGeneration(folder: string, name: string): number {
  return newestOf(copiesIn(folder), name);
}

/** Removes the files of copies that were replaced, and still read when the process ended. */
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
 * One generation of a copy: its file is its own. Who reads it when it is replaced is told so, and
 * never sees the file of the next one, which is still being filled; the file goes with the last
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

  /** Whether somebody threw the file away after it was opened. */
  get isGone(): boolean {
    return this.#opening !== null && !existsSync(this.#file.path);
  }

  async open(): Promise<SqliteStore> {
    this.#opening ??= openInFile(this.#file, this.#name, OF_COPIES);
    return this.#opening;
  }

  /** The rows of a first download; `StoreUnavailable` as soon as this copy was replaced. */
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

  /** Another generation takes its place. */
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
