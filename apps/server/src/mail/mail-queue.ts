import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Delivers one mail; throws when that fails. */
export type Deliver<T> = (mail: T) => Promise<void>;

export interface MailQueueOptions<T> {
  deliver: Deliver<T>;
  /** Called for a mail that will not be tried again. */
  onLost: (mail: T, why: 'queue-full' | 'given-up' | 'stopped', error: unknown) => void;
  /** Called when the first try of a mail has failed; it is tried again. */
  onDelay?: (mail: T, error: unknown) => void;
  /** Whether a retry of the same mail can help. */
  isWorthRetrying: (error: unknown) => boolean;
  /** Waiting time before each retry, in milliseconds. */
  retryDelaysMs?: readonly number[];
  /** Mails that may wait; one more is lost. */
  maxWaiting?: number;
  /** How long `close` waits for mails being delivered. */
  closeWithinMs?: number;
}

const MINUTE_MS = 60_000;
const HOURS = 23;
/** Not quite a day together: a mail server that is away for a night loses no link. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...Array.from({ length: HOURS }, () => 60 * MINUTE_MS),
];
const MAX_WAITING = 1_000;
/** Mail servers close connections of clients that open many. */
const AT_ONCE = 2;
/** Less than the ten seconds that containers have to stop. */
const CLOSE_WITHIN_MS = 8_000;

interface Waiting<T> {
  mail: T;
  tries: number;
  /** Started while the server stops: there is no further try. */
  isLastTry: boolean;
}

/**
 * The queue of outgoing mails; callers only hand them over. It is in memory; mails that a killed
 * process had not sent are in the outbox, from which the next process takes them.
 */
export class MailQueue<T> {
  private readonly options: Required<MailQueueOptions<T>>;
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** Entries that the queue has not started. */
  private readonly waiting = new Set<Waiting<T>>();
  private readonly retries = new Map<Waiting<T>, NodeJS.Timeout>();
  private isClosing = false;

  constructor(options: MailQueueOptions<T>) {
    this.options = {
      retryDelaysMs: RETRY_DELAYS_MS,
      maxWaiting: MAX_WAITING,
      closeWithinMs: CLOSE_WITHIN_MS,
      onDelay: () => undefined,
      ...options,
    };
  }

  /** Takes over a mail and returns at once. */
  add(mail: T): void {
    const { maxWaiting, onLost } = this.options;
    if (this.isClosing) onLost(mail, 'stopped', null);
    else if (this.waiting.size + this.retries.size >= maxWaiting) onLost(mail, 'queue-full', null);
    else this.enqueue({ mail, tries: 0, isLastTry: false });
  }

  /** Waits for mails being delivered; a mail that has failed or fails now gets one more try. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const [entry, timer] of this.retries) {
      clearTimeout(timer);
      this.enqueue({ ...entry, isLastTry: true });
    }
    this.retries.clear();
    const inTime = new AbortController();
    const late = delay(this.options.closeWithinMs, undefined, { signal: inTime.signal });
    await Promise.race([this.queue.onIdle(), late]).finally(() => inTime.abort());
    this.queue.clear();
    for (const { mail } of this.waiting) this.options.onLost(mail, 'stopped', null);
  }

  private enqueue(entry: Waiting<T>): void {
    this.waiting.add(entry);
    void this.queue.add(() => {
      this.waiting.delete(entry);
      return this.attempt(entry);
    });
  }

  private async attempt(entry: Waiting<T>): Promise<void> {
    const { deliver, onLost, onDelay, isWorthRetrying, retryDelaysMs } = this.options;
    // The caller's answer first: it must take the same time with and without a mail.
    await yieldToEventLoop();
    try {
      await deliver(entry.mail);
    } catch (error) {
      const pause = retryDelaysMs[entry.tries];
      if (pause === undefined || !isWorthRetrying(error)) onLost(entry.mail, 'given-up', error);
      else if (entry.isLastTry) onLost(entry.mail, 'stopped', error);
      else {
        if (entry.tries === 0) onDelay(entry.mail, error);
        this.tryAgain({ ...entry, tries: entry.tries + 1 }, pause);
      }
    }
  }

  private tryAgain(entry: Waiting<T>, pause: number): void {
    if (this.isClosing) {
      this.enqueue({ ...entry, isLastTry: true });
      return;
    }
    const timer = setTimeout(() => {
      this.retries.delete(entry);
      this.enqueue(entry);
    }, pause);
    this.retries.set(entry, timer);
  }
}
