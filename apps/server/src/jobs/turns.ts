/** A place in a row of jobs that run one after the other. */
export interface Turn {
  /** Whether another is before it. */
  readonly isWaiting: boolean;
  /** Resolves when those before it have ended. */
  readonly comes: Promise<void>;
  /** Lets the next one begin. */
  end(): void;
}

const FREE: Turn = { isWaiting: false, comes: Promise.resolve(), end: () => undefined };

/** Turns by a word: who comes later waits until all before it have ended. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Takes a turn; without a word it waits for nobody. */
  take(word: string | undefined): Turn {
    if (word === undefined) return FREE;
    const before = this.#last.get(word);
    let resolve = (): void => undefined;
    const promise = new Promise<void>((ended) => {
      resolve = ended;
    });
    const all = (before ?? Promise.resolve()).then(() => promise);
    this.#last.set(word, all);
    const end = () => {
      resolve();
      if (this.#last.get(word) === all) this.#last.delete(word);
    };
    return { isWaiting: before !== undefined, comes: before ?? Promise.resolve(), end };
  }
}
