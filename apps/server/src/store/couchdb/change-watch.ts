import { setTimeout as delay } from 'node:timers/promises';
import type { FeedRow } from './couch-answers.ts';
import type { CouchDatabase } from './couch-database.ts';

/** Own writes that are remembered until the feed shows them; beyond, listeners hear once too often. */
const MOST_REMEMBERED = 20_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

function nameOf(id: string, rev: string): string {
  return `${rev} ${id}`;
}

/**
 * Tells listeners that a database has changed: of our own writes at once, of other processes' by
 * CouchDB's feed, which is followed only while somebody listens.
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
    // Of its own, so that a function given twice is stopped one by one.
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

  /** Does a piece of work that writes; what the feed shows meanwhile is judged after its end. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#writing.add(running);
    try {
      return await running;
    } finally {
      this.#writing.delete(running);
    }
  }

  /** Our own writes are kept for good. */
  written(revisions: readonly { id: string; rev: string }[]): void {
    if (revisions.length === 0 || this.#listeners.size === 0) return;
    if (this.#own.size > MOST_REMEMBERED) this.#own.clear();
    for (const { id, rev } of revisions) this.#own.add(nameOf(id, rev));
    this.#tell();
  }

  /** Waits for the writes under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  #tell(): void {
    // A listener that fails must not turn a write that is kept into one that seems to have failed.
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
        // CouchDB is away: whoever reads or writes is told so; here it is asked again until it is back.
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
