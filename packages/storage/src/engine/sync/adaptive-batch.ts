import type { PieceSizes } from './run-context.ts';

/** After a request that took less time, the next one may be twice as large. */
const EASY_MS = 5_000;
/**
 * After a request that took longer, the next one is smaller: servers and proxies cut requests that
 * take minutes.
 */
const LONG_MS = 20_000;

/**
 * Adapts the size of the requests of a push to what the line carries in a few seconds. On a line
 * that breaks every half minute or carries one kilobyte per second, the pieces become small enough
 * to arrive.
 */
export class AdaptiveBatch {
  /** Number of consecutive requests that broke. */
  failures = 0;
  readonly #limits: Pick<PieceSizes, 'pushLeast' | 'pushCharacters'>;
  readonly #now: () => number;
  #characters: number;
  #most: number;
  /** Characters of the largest request that succeeded. */
  #carried = 0;

  constructor(
    limits: Pick<PieceSizes, 'pushLeast' | 'pushFirst' | 'pushCharacters'>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#most = limits.pushCharacters;
    this.#characters = this.#within(limits.pushFirst);
  }

  /** Maximum number of characters of the next request; a single document may exceed it. */
  get characters(): number {
    return this.#characters;
  }

  /** The documents of the next request: from the front, at least one. */
  next<P extends { readonly text: string }>(outgoing: readonly P[]): readonly P[] {
    let characters = 0;
    const end = outgoing.findIndex(({ text }, place) => {
      characters += text.length;
      return place > 0 && characters > this.#characters;
    });
    return end < 0 ? outgoing : outgoing.slice(0, end);
  }

  /** Runs a request of `characters` characters and adapts the size to its duration. */
  async watch<T>(characters: number, request: () => Promise<T>): Promise<T> {
    const start = this.#now();
    const answer = await request();
    const took = this.#now() - start;
    this.failures = 0;
    this.#carried = Math.max(this.#carried, characters);
    if (took < EASY_MS) this.#change(2);
    else if (took > LONG_MS) this.#change(1 / 2);
    return answer;
  }

  /** Notes that a request broke: the next one is smaller. */
  broke(): void {
    this.failures += 1;
    this.#change(1 / 2);
  }

  /**
   * Whether a size limit on the line cannot be the reason for refusing this many characters: it has
   * already carried as many, or they are no more than the smallest request.
   */
  carries(characters: number): boolean {
    return characters <= Math.max(this.#carried, this.#limits.pushLeast);
  }

  /**
   * Notes that a request of this many characters was too large: later ones have at most half as
   * many.
   */
  tooLarge(characters: number): void {
    this.#most = Math.max(characters / 2, this.#limits.pushLeast);
    this.#change(1);
  }

  #change(times: number): void {
    this.#characters = this.#within(this.#characters * times);
  }

  #within(characters: number): number {
    return Math.min(Math.max(characters, this.#limits.pushLeast), this.#most);
  }
}
