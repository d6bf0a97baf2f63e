import { tally } from '../../base/tally.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import type { UnitRequest } from '../unit-request.ts';
import type { FeedWatch } from './change-feeds.ts';
import { whileAllowed } from './while-allowed.ts';

/** How long feeds stay open, and how often they check, in milliseconds. */
export interface FeedTimes {
  /** Interval of the checks for rights, and for changes that another process wrote. */
  lookMs: number;
  /** About the life of a token, so that a client that opens a new feed needs a new token. */
  longestMs: number;
}

export const FEED_TIMES: FeedTimes = { lookMs: 5_000, longestMs: 15 * 60_000 };

/** Further feeds are refused; a stock client opens one for each unit that it follows. */
export const MOST_FEEDS_OF_ACCOUNT = 20;

/** One open feed and the resources that it releases when it closes. */
export interface OpenFeed {
  /** Aborted when the client has left, and when the server stops. */
  readonly signal: AbortSignal;
  close(): void;
}

const OPEN = tally('crece_open_feeds');

/** The feeds that wait for changes at this moment. */
export class OpenFeeds {
  readonly #byAccount = new Map<string, Set<AbortController>>();
  #isStopped = false;

  /** Returns `null` when the account has too many open feeds. */
  open(accountId: string): OpenFeed | null {
    const own = this.#byAccount.get(accountId) ?? new Set();
    if (own.size >= MOST_FEEDS_OF_ACCOUNT) {
      tally('crece_limited_total', { rule: 'feeds' }).add(1);
      return null;
    }
    const controller = new AbortController();
    own.add(controller);
    OPEN.add(1);
    this.#byAccount.set(accountId, own);
    if (this.#isStopped) controller.abort();
    const close = (): void => {
      controller.abort();
      if (own.delete(controller)) OPEN.add(-1);
      if (own.size === 0) this.#byAccount.delete(accountId);
    };
    return { signal: controller.signal, close };
  }

  /** Ends every feed; new ones end at once with the changes that there are. */
  stop(): void {
    this.#isStopped = true;
    for (const own of this.#byAccount.values()) for (const feed of own) feed.abort();
  }
}

/** A signal that one caller waits for, with a time limit. */
class Bell {
  #hasRung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  quiet(): void {
    this.#hasRung = false;
  }

  /**
   * Resolves with true when it rings (at once if it has rung since `quiet`), or with false after
   * this time.
   */
  async wait(ms: number): Promise<boolean> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#hasRung;
  }
}

export interface WatchOptions {
  unit: Pick<UnitRequest, 'store' | 'recheck'>;
  /** Where rights are stored; a write there makes every feed check its own rights at once. */
  accountStore: DocumentStore;
  feed: OpenFeed;
  times: FeedTimes;
  /** Interval of heartbeats; `null`: the feed sends none. */
  heartbeatMs: number | null;
  /** When a feed without heartbeats ends. */
  timeoutMs: number;
}

/** Waits on behalf of one feed. */
export class StoreWatch implements FeedWatch {
  readonly #options: WatchOptions;
  readonly #bell = new Bell();
  readonly #endsAt: number;
  #lastWord = performance.now();
  #hasLooked = false;

  constructor(options: WatchOptions) {
    const { times, heartbeatMs, timeoutMs } = options;
    this.#options = options;
    const longest = heartbeatMs === null ? Math.min(timeoutMs, times.longestMs) : times.longestMs;
    this.#endsAt = performance.now() + longest;
  }

  get #isOver(): boolean {
    return this.#options.feed.signal.aborted || performance.now() >= this.#endsAt;
  }

  async mayGoOn(): Promise<boolean> {
    // The first round always runs: even a feed with timeout 0 is given the changes that there are.
    const isOver = this.#hasLooked && this.#isOver;
    this.#hasLooked = true;
    const refusal = await this.#options.unit.recheck();
    return refusal === null && !isOver && !this.#options.feed.signal.aborted;
  }

  guarded(rows: AsyncIterable<string>): AsyncIterable<string> {
    const { unit, times } = this.#options;
    return whileAllowed(rows, { unit, lookMs: times.lookMs, now: () => performance.now() });
  }

  listen(): void {
    this.#bell.quiet();
  }

  async *pause(): AsyncGenerator<string, void> {
    const { heartbeatMs, times } = this.#options;
    const lookAt = performance.now() + times.lookMs;
    while (!this.#isOver) {
      const now = performance.now();
      const heartbeatAt = heartbeatMs === null ? lookAt : this.#lastWord + heartbeatMs;
      const next = Math.min(lookAt, heartbeatAt, this.#endsAt);
      if (await this.#bell.wait(Math.max(0, Math.ceil(next - now)))) return;
      if (heartbeatMs !== null && performance.now() >= heartbeatAt) {
        this.#lastWord = performance.now();
        yield '\n';
      }
      if (performance.now() >= lookAt) return;
    }
  }

  /** The rows of a feed; listens while they are read, and releases everything afterwards. */
  async *over(rows: AsyncIterable<string>): AsyncGenerator<string, void> {
    const { unit, accountStore, feed } = this.#options;
    const ring = (): void => this.#bell.ring();
    feed.signal.addEventListener('abort', ring, { once: true });
    const stops = [unit.store.onChange(ring), accountStore.onChange(ring), () => feed.close()];
    try {
      yield* rows;
    } finally {
      for (const stop of stops) stop();
    }
  }
}
