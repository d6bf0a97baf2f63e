import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { DeskAnswer, DeskListPage, LinesAsked } from '@crece/reports/desk';
import type { FastifyBaseLogger } from 'fastify';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import type { StoresAddress } from '../store/document-store.ts';
import type {
  DeskQuestion,
  DeskThreadData,
  NumberedAnswer,
  NumberedQuestion,
} from './desk-messages.ts';
import type { DeskAsked } from './desk-work.ts';

const THREAD = new URL('./desk-thread.ts', import.meta.url);

/** Heap of the thread: the counts of hundreds of units, and the records of two. */
const MOST_MEMORY_MB = 512;
/** Some 100,000 children at 300 characters. */
const MOST_CHARACTERS = 32_000_000;
/**
 * Long enough if most units are cached; otherwise a desk of hundreds of units answers with what it
 * has.
 */
const PATIENCE_MS = 8_000;
/**
 * Questions that the thread works on at once: each answer of hundreds of units is a copy on its way
 * to the server's thread. The others wait.
 */
const AT_ONCE = 4;
const MOST_WAITING = 200;

export interface DeskOptions {
  stores: StoresAddress;
  log: Pick<FastifyBaseLogger, 'error'>;
  timeoutMs?: number;
  mostCharacters?: number;
}

interface Waiting {
  resolve: (answer: DeskAnswer | DeskListPage) => void;
  reject: (error: Error) => void;
}

const keyOf = (question: DeskQuestion): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64');

/** The desk's thread, started with the first question and again after a crash. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #queue = new BoundedQueue({ concurrency: AT_ONCE, maxWaiting: MOST_WAITING });
  /** Answers that have not begun, by question. */
  readonly #shared = new Map<string, Promise<DeskAnswer | DeskListPage>>();
  #thread: Worker | null = null;
  #number = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  async figures(asked: DeskAsked): Promise<DeskAnswer> {
    const timeoutMs = this.#options.timeoutMs ?? PATIENCE_MS;
    // The thread answers a question with the matching kind of answer.
    return (await this.#ask({ say: 'figures', asked, timeoutMs })) as DeskAnswer;
  }

  async page(
    asked: DeskAsked,
    lines: LinesAsked,
    { from, size }: { readonly from: number; readonly size: number },
  ): Promise<DeskListPage> {
    return (await this.#ask({ say: 'page', asked, lines, from, size })) as DeskListPage;
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  /**
   * Whoever asks what another waits for gets the same answer; one that has begun may already have
   * read the records, so it is not shared.
   */
  #ask(question: DeskQuestion): Promise<DeskAnswer | DeskListPage> {
    const key = keyOf(question);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const answer = this.#queue.run(() => {
      this.#shared.delete(key);
      return this.#answerOf(question);
    });
    this.#shared.set(key, answer);
    // Refused because too many wait.
    answer
      .catch(() => undefined)
      .finally(() => {
        if (this.#shared.get(key) === answer) this.#shared.delete(key);
      });
    return answer;
  }

  #answerOf(question: DeskQuestion): Promise<DeskAnswer | DeskListPage> {
    const thread = this.#thread ?? this.#begin();
    this.#number += 1;
    const asked: NumberedQuestion = { number: this.#number, question };
    return new Promise((resolve, reject) => {
      this.#waiting.set(asked.number, { resolve, reject });
      thread.ref();
      thread.postMessage(asked);
    });
  }

  #begin(): Worker {
    const { stores, mostCharacters = MOST_CHARACTERS, log } = this.#options;
    const data: DeskThreadData = { stores, mostCharacters };
    const thread = new Worker(THREAD, {
      workerData: data,
      // Flags of this process may not work in a thread (a test runner's, an inspector's).
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    thread.on('message', (answer: NumberedAnswer) => this.#answer(answer));
    thread.on('error', (error) => log.error({ err: error }, 'the thread of the desk has fallen'));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('the desk has stopped'));
      this.#waiting.clear();
    });
    this.#thread = thread;
    return thread;
  }

  #answer(answer: NumberedAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    // Without open questions the thread does not keep the process running.
    if (this.#waiting.size === 0) this.#thread?.unref();
    if (answer.ok) waiting?.resolve(answer.answer);
    else waiting?.reject(new Error(answer.error));
  }
}
