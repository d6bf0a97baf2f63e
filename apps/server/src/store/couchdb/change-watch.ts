import { setTimeout as delay } from 'node:timers/promises';
import type { FeedRow } from './couch-answers.ts';
import type { CouchDatabase } from './couch-database.ts';

/**
 * Own writes remembered until the feed shows them; beyond this number listeners may be called
 * twice.
 */
const MOST_REMEMBERED = 20_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

function nameOf(id: string, rev: string): string {
  return `${rev} ${id}`;
}

/**
 * Tells listeners that a database has changed: at once after our own writes, and for writes of
 * other processes through CouchDB's feed, which is followed only while there are listeners.
 */
export class ChangeWatch {
  readonly #database: CouchDatabase;
  readonly #listeners = new Set<() => void>();
  readonly #own = new Set<string>();
  readonly #writing = new Set<Promise<unknown>>();
  #following: AbortController | null = null;

  constructor(database: CouchDatabase) {
    this.#database = database;
  }

  listen(listener: () => void): () => void {
    // A new function, so that of a listener registered twice only one registration is removed.
    const own = () => listener();
    this.#listeners.add(own);
    if (this.#following === null) {
      this.#following = new AbortController();
      void this.#follow(this.#following.signal);
    }
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    this.#following?.abort();
    this.#following = null;
    this.#own.clear();
  }

  /** Runs work that writes; changes that the feed shows meanwhile are judged after its end. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#writing.add(running);
    try {
      return await running;
    } finally {
      this.#writing.delete(running);
    }
  }

  /** Must be called when own writes are stored. */
  written(revisions: readonly { id: string; rev: string }[]): void {
    if (revisions.length === 0 || this.#listeners.size === 0) return;
    if (this.#own.size > MOST_REMEMBERED) this.#own.clear();
    for (const { id, rev } of revisions) this.#own.add(nameOf(id, rev));
    this.#tell();
  }

  /** Waits for the running writes. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  #tell(): void {
    // In a microtask, so that a failing listener cannot make a committed write look failed.
    for (const listener of this.#listeners) queueMicrotask(listener);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let since = 'now';
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const { rows, lastSeq } = await this.#database.waitForChanges(since, signal);
        since = lastSeq;
        await this.settled();
        if (signal.aborted) return;
        const isMissed = pause > FIRST_PAUSE_MS;
        pause = FIRST_PAUSE_MS;
        if (isMissed || rows.filter((row) => this.#isForeign(row)).length > 0) this.#tell();
      } catch {
        // CouchDB is away: readers and writers get an error; here the feed is retried until it is
        // back.
        await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  #isForeign({ id, revs }: FeedRow): boolean {
    const isOwn = revs.map((rev) => this.#own.delete(nameOf(id, rev)));
    return isOwn.includes(false);
  }
}
