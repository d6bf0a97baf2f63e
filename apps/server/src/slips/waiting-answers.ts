import type { ClinicAnswer } from '@crece/domain';
import type { DocumentStore } from '../store/document-store.ts';

/** A clinic's answer on its way to its screening. */
export interface WaitingAnswer extends Pick<ClinicAnswer, 'outcome' | 'day' | 'place'> {
  /** What the slip is known by: `slipKey`. */
  readonly key: string;
  /** The first letters of the slip, for the audit log. */
  readonly first: string;
  /** ISO instant in UTC at which it came first. */
  readonly at: string;
  /** Address of the call. */
  readonly from: string | null;
}

/** So many documents hold what waits, each a part by the first digit of the key. */
const PARTS = '0123456789abcdef';
/** 10,000 in all. */
const MOST_OF_PART = 625;
const TRIES = 20;

const idOf = (digit: string): string => `clinic_answers_${digit}`;
const partOf = (key: string): string => idOf(key.slice(0, 1));

const isSame = (one: WaitingAnswer, other: WaitingAnswer): boolean =>
  one.key === other.key && one.outcome === other.outcome && one.day === other.day;

/**
 * Answers whose screening has not arrived, in documents of a fixed number, so that a stranger who calls
 * again and again makes the database no larger. Of each part the oldest give way.
 */
export class WaitingAnswers {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Keeps an answer. One that waits already stays and is written once more: both take as long. */
  add(answer: WaitingAnswer): Promise<void> {
    return this.#change(partOf(answer.key), (kept) => {
      const before = kept.find((each) => isSame(each, answer));
      const others = kept.filter((each) => each !== before);
      return [...others, { ...answer, ...before }].slice(-MOST_OF_PART);
    });
  }

  /** What waits for a slip. */
  async of(key: string): Promise<readonly WaitingAnswer[]> {
    return (await this.#read(partOf(key))).filter((each) => each.key === key);
  }

  async all(): Promise<readonly WaitingAnswer[]> {
    const parts = await Promise.all([...PARTS].map((digit) => this.#read(idOf(digit))));
    return parts.flat();
  }

  /** Drops the answers of which this is true; returns how many. */
  async drop(isDropped: (answer: WaitingAnswer) => boolean): Promise<number> {
    const gone = (await this.all()).filter(isDropped);
    for (const part of new Set(gone.map(({ key }) => partOf(key)))) {
      await this.#change(part, (kept) => kept.filter((each) => !isDropped(each)));
    }
    return gone.length;
  }

  /** Drops one answer. */
  remove(answer: WaitingAnswer): Promise<void> {
    return this.#change(partOf(answer.key), (kept) => kept.filter((each) => !isSame(each, answer)));
  }

  async #read(_id: string): Promise<readonly WaitingAnswer[]> {
    // Only this room writes these documents, so their fields are not checked.
    return ((await this.#store.read(_id))?.['answers'] as WaitingAnswer[] | undefined) ?? [];
  }

  async #change(
    _id: string,
    change: (kept: readonly WaitingAnswer[]) => readonly WaitingAnswer[],
  ): Promise<void> {
    for (let i = 0; i < TRIES; i += 1) {
      const stored = await this.#store.read(_id);
      const kept = (stored?.['answers'] as WaitingAnswer[] | undefined) ?? [];
      const rev = stored === null ? {} : { _rev: stored._rev };
      const [written] = await this.#store.write([{ _id, ...rev, answers: change(kept) }]);
      if (written?.ok === true) return;
    }
    throw new Error('another process keeps writing the answers that wait');
  }
}
