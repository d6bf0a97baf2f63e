import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';
import { timeSlices, type YieldIfDue } from '../../concurrency/time-slices.ts';
import { StoreUnavailable } from '../document-store.ts';
import { openReader, openWriter } from './connection.ts';
import { isBusy, storeFault } from './faults.ts';
import { rewriteInThread } from './rewrite-in-thread.ts';
import { prepareReads, prepareWrites, type SqliteReads, type SqliteWrites } from './statements.ts';

/** How long another program (`crece user add`, a backup) may hold the lock. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_PAUSE_MS = 15;

interface Reading {
  reader: DatabaseSync;
  reads: SqliteReads;
}

interface Writing {
  writer: DatabaseSync;
  writes: SqliteWrites;
}

/**
 * One file with two connections, so that readers see committed data while a batch is written. Each
 * connection is opened when needed and may be closed whenever no batch runs; therefore no statement
 * may stay open across an `await`.
 */
export class SqliteFile {
  readonly path: string;
  readonly #files: OpenFiles;
  #reading: Reading | null = null;
  #writing: Writing | null = null;
  readonly #transactions = new PQueue({ concurrency: 1 });
  #isRunning = false;
  #wasOpen = false;

  constructor(path: string, files: OpenFiles) {
    this.path = path;
    this.#files = files;
  }

  /** Whether a transaction runs or waits. */
  get isBusy(): boolean {
    return this.#isRunning || this.#transactions.size > 0;
  }

  /** Reads committed data, synchronously. */
  read<Answer>(question: (reads: SqliteReads) => Answer): Answer {
    try {
      return question(this.#openToRead().reads);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /**
   * Runs work in a transaction; transactions of a file run one after the other. If the work throws,
   * nothing is written. Long work awaits `yieldIfDue` between its parts; readers go on meanwhile.
   */
  transaction<Answer>(
    work: (writes: SqliteWrites, yieldIfDue: YieldIfDue) => Promise<Answer>,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      void this.#transactions.add(async () => {
        await this.#run(work).then(resolve, reject);
        // Otherwise a queue of short writes would block the event loop.
        await yieldToEventLoop();
      });
    });
  }

  async #run<Answer>(
    work: (writes: SqliteWrites, yieldIfDue: YieldIfDue) => Promise<Answer>,
  ): Promise<Answer> {
    this.#isRunning = true;
    try {
      const { writer, writes } = this.#openToWrite();
      await this.#begin(writer);
      try {
        const answer = await work(writes, timeSlices());
        writer.exec('COMMIT');
        return answer;
      } catch (error) {
        // On a full disk SQLite has already rolled the transaction back.
        if (writer.isTransaction) writer.exec('ROLLBACK');
        throw error;
      }
    } catch (error) {
      this.#isRunning = false;
      throw this.#fault(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #begin(writer: DatabaseSync): Promise<void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        writer.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await delay(LOCK_PAUSE_MS);
      }
    }
  }

  /** Makes sure that the file can be read and written; creates it if needed. */
  prepare(): void {
    try {
      this.#openToWrite();
      this.#openToRead();
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /** Moves the log into the file and truncates it, so that freed space is returned to the disk. */
  async settle(): Promise<void> {
    while (this.isBusy) await this.#transactions.onIdle();
    try {
      this.#openToWrite().writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /**
   * Writes the file anew, so that nothing stays in it of what was deleted; transactions wait. In a
   * thread, because it takes seconds for a large unit and readers go on meanwhile.
   */
  async rewrite(): Promise<void> {
    this.prepare();
    try {
      await this.#transactions.add(async () => {
        this.#isRunning = true;
        try {
          await rewriteInThread(this.path);
        } finally {
          this.#isRunning = false;
        }
      });
    } catch (error) {
      throw this.#fault(error);
    }
  }

  /** Waits for the running batches and closes the file. */
  async close(): Promise<void> {
    while (this.isBusy) await this.#transactions.onIdle();
    this.release();
  }

  /** Closes the connections; the next call opens them again. */
  release(): void {
    const [reading, writing] = [this.#reading, this.#writing];
    this.#reading = null;
    this.#writing = null;
    reading?.reader.close();
    writing?.writer.close();
  }

  #openToRead(): Reading {
    this.#use();
    if (this.#reading !== null) return this.#reading;
    let reader = openReader(this.path);
    if (reader === null) {
      this.#openToWrite();
      reader = openReader(this.path);
    }
    if (reader === null) throw new StoreUnavailable(`the database ${this.path} is gone`);
    this.#wasOpen = true;
    this.#reading = { reader, reads: prepareReads(reader) };
    return this.#reading;
  }

  #openToWrite(): Writing {
    this.#use();
    if (this.#writing !== null) return this.#writing;
    const writer = openWriter(this.path, this.#files.maxPages);
    this.#wasOpen = true;
    this.#writing = { writer, writes: prepareWrites(writer) };
    return this.#writing;
  }

  /** Must be called before either connection is used. */
  #use(): void {
    this.#files.used(this);
    if (this.#reading !== null || this.#writing !== null) return;
    if (this.#wasOpen && !existsSync(this.path)) {
      // Created anew, the file would be empty and look as if it had always been.
      throw new StoreUnavailable(`the database ${this.path} is gone`);
    }
  }

  #fault(error: unknown): unknown {
    const fault = storeFault(this.path, error);
    // After a disk fault a connection's cache may be wrong, so it is opened again.
    if (fault instanceof StoreUnavailable && !this.#isRunning) this.release();
    return fault;
  }
}

/**
 * Limits the open files, because a country has hundreds of units: the least recently used is
 * closed.
 */
export class OpenFiles {
  readonly maxPages: number | null;
  readonly #maxOpen: number;
  readonly #open = new Set<SqliteFile>();
  #isClosed = false;

  constructor(options: { maxOpen: number; maxPages: number | null }) {
    this.#maxOpen = options.maxOpen;
    this.maxPages = options.maxPages;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Must be called before a file is used; closes others when too many are open. */
  used(file: SqliteFile): void {
    if (this.#isClosed) throw new StoreUnavailable('the databases are closed');
    this.#open.delete(file);
    this.#open.add(file);
    for (const other of this.#open) {
      if (this.#open.size <= this.#maxOpen) return;
      if (other === file || other.isBusy) continue;
      other.release();
      this.#open.delete(other);
    }
  }

  /** Closes every file when its batches have ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((file) => file.close()));
    this.#isClosed = true;
    for (const file of this.#open) file.release();
    this.#open.clear();
  }
}
