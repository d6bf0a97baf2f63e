import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Takes one mail; throws when it could not. */
export type Deliver<T> = (mail: T) => Promise<void>;

export interface MailQueueOptions<T> {
  deliver: Deliver<T>;
  /** A mail that nobody will try again. */
  onLost: (mail: T, why: 'queue-full' | 'given-up' | 'stopped', error: unknown) => void;
  /** Whether trying the same mail again can help. */
  isWorthRetrying: (error: unknown) => boolean;
  /** Waiting time before each further try. */
  retryDelaysMs?: readonly number[];
  /** Mails that may wait; one more is lost. */
  maxWaiting?: number;
  /** How long `close` waits for what is under way. */
  closeWithinMs?: number;
}

/** Together about six minutes: a mail server's restart, or a line that was down for a moment. */
const RETRY_DELAYS_MS: readonly number[] = [5_000, 60_000, 300_000];
const MAX_WAITING = 1_000;
/** Mail servers close connections of those who open many. */
const AT_ONCE = 2;
/** Less than the ten seconds that containers are given to stop. */
const CLOSE_WITHIN_MS = 8_000;

interface Waiting<T> {
  mail: T;
  tries: number;
  /** Begun while the server stops: there is no other one. */
  isLastTry: boolean;
}

/**
 * Mails on their way out: a caller only hands them over. It lives in the process; what a killed one
 * had not sent is in the outbox, from which the next takes it up.
 */
export class MailQueue<T> {
  private readonly options: Required<MailQueueOptions<T>>;
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** What the queue has not begun. */
  private readonly waiting = new Set<Waiting<T>>();
  private readonly retries = new Map<Waiting<T>, NodeJS.Timeout>();
  private isClosing = false;

  constructor(options: MailQueueOptions<T>) {
    this.options = {
      retryDelaysMs: RETRY_DELAYS_MS,
      maxWaiting: MAX_WAITING,
      closeWithinMs: CLOSE_WITHIN_MS,
      ...options,
    };
  }

  /** Takes a mail over and returns at once. */
  add(mail: T): void {
    const { maxWaiting, onLost } = this.options;
    if (this.isClosing) onLost(mail, 'stopped', null);
    else if (this.waiting.size + this.retries.size >= maxWaiting) onLost(mail, 'queue-full', null);
    else this.enqueue({ mail, tries: 0, isLastTry: false });
  }

  /** Waits for what is under way; a mail that failed before or fails now gets one more try. */
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
    const { deliver, onLost, isWorthRetrying, retryDelaysMs } = this.options;
    // The caller's answer first: it takes as long with a mail as without one.
    await yieldToEventLoop();
    try {
      await deliver(entry.mail);
    } catch (error) {
      const pause = retryDelaysMs[entry.tries];
      if (pause === undefined || !isWorthRetrying(error)) onLost(entry.mail, 'given-up', error);
      else if (entry.isLastTry) onLost(entry.mail, 'stopped', error);
      else this.tryAgain({ ...entry, tries: entry.tries + 1 }, pause);
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
