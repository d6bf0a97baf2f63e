import { pauseBefore, RETRY_POLICY } from '@crece/storage/retry-policy';
import {
  afterFailure,
  type KeptAnswer,
  keepAnswers,
  readAnswers,
  settled,
} from './kept-answers.ts';
import { sendAnswer, toSend } from './send-answers.ts';

/** The pauses between tries that fail, and the longest that a server may ask for. */
const RETRIES = {
  ...RETRY_POLICY,
  firstPauseMs: 10_000,
  longestPauseMs: 600_000,
  longestAskedPauseMs: 3_600_000,
};

export interface QueueState {
  /** The newest first. */
  readonly answers: readonly KeptAnswer[];
  /** False: this browser keeps nothing, so an answer leaves while the page is open, or on paper. */
  readonly isKept: boolean;
}

const isSame = (one: KeptAnswer, other: KeptAnswer) =>
  one.at === other.at && one.code === other.code;

/** The answers of this phone, kept where the browser keeps anything, and sent one after the other. */
export class AnswerQueue {
  #state: QueueState;
  readonly #listeners = new Set<() => void>();
  #sending: { readonly answer: KeptAnswer; readonly abort: () => void } | null = null;
  #failures = 0;
  /** Before this instant nothing is tried; of it, what the server asked for. */
  #notBefore = 0;
  #askedUntil = 0;

  constructor() {
    const answers = readAnswers(Date.now());
    this.#state = { answers: answers ?? [], isKept: answers !== null };
  }

  readonly snapshot = (): QueueState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over what another window of this phone has answered, sent or taken back. */
  readonly readAgain = (): void => this.#show(this.#current(), this.#state.isKept);

  add(answer: KeptAnswer): void {
    this.#change((before) => [answer, ...before.filter(({ code }) => code !== answer.code)]);
  }

  /** Takes an answer back that has not left yet. */
  remove(answer: KeptAnswer): void {
    this.#change((before) => before.filter((each) => !isSame(each, answer)));
    if (this.#sending !== null && isSame(this.#sending.answer, answer)) this.#sending.abort();
  }

  /** There is a connection again: only a pause that the server asked for still holds. */
  readonly connected = (): Promise<void> => {
    this.#failures = 0;
    this.#notBefore = this.#askedUntil;
    return this.send();
  };

  /** Sends what may leave, until a try fails. */
  readonly send = async (): Promise<void> => {
    const left = this.#notBefore - Date.now();
    // A longer pause than any would be a clock that was put back since.
    const isPaused = left > 0 && left <= RETRIES.longestAskedPauseMs;
    if (this.#sending !== null || isPaused || !navigator.onLine) return;
    for (;;) {
      // Read again each time: another window may have sent it, or taken it back.
      const [answer] = toSend(this.#current(), Date.now());
      if (answer === undefined) return;
      const controller = new AbortController();
      this.#sending = { answer, abort: () => controller.abort() };
      const after = await sendAnswer(answer, controller.signal);
      this.#sending = null;
      if (controller.signal.aborted) continue;
      if (after.kind === 'later') {
        this.#pause(after.askedMs);
        this.#change((before) => afterFailure(before, Date.now()));
        return;
      }
      this.#failures = 0;
      const { kind } = after;
      this.#change((before) =>
        before.map((each) => (isSame(each, answer) ? settled(each, kind) : each)),
      );
    }
  };

  #pause(askedMs: number | null): void {
    this.#failures += 1;
    const asked = Math.min(askedMs ?? 0, RETRIES.longestAskedPauseMs);
    this.#askedUntil = Date.now() + asked;
    const own = pauseBefore(this.#failures, Math.random, RETRIES);
    this.#notBefore = Date.now() + Math.max(asked, own);
  }

  /** What is kept; where nothing is, what this window knows. */
  #current(): readonly KeptAnswer[] {
    const { answers, isKept } = this.#state;
    return isKept ? (readAnswers(Date.now()) ?? answers) : answers;
  }

  #change(how: (before: readonly KeptAnswer[]) => readonly KeptAnswer[]): void {
    const answers = how(this.#current());
    this.#show(answers, keepAnswers(answers));
  }

  #show(answers: readonly KeptAnswer[], isKept: boolean): void {
    this.#state = { answers, isKept };
    for (const listener of this.#listeners) listener();
  }
}
