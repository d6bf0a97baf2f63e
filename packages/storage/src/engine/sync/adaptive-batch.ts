import type { Limits } from './run-context.ts';

/** A request that took less may be followed by one twice as large. */
const EASY_MS = 5_000;
/** One that took longer is followed by a smaller one: servers and lines cut what takes minutes. */
const LONG_MS = 20_000;

/**
 * How much of a push goes into one request: as much as the line carries in some seconds. A line that
 * breaks every half a minute, or carries a kilobyte a second, gets pieces that arrive.
 */
export class AdaptiveBatch {
  /** Requests that broke, one after another. */
  failures = 0;
  readonly #limits: Pick<Limits, 'pushLeast' | 'pushCharacters'>;
  readonly #now: () => number;
  #characters: number;
  #most: number;
  /** The largest request that went well. */
  #carried = 0;

  constructor(
    limits: Pick<Limits, 'pushLeast' | 'pushFirst' | 'pushCharacters'>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#now = now;
    this.#most = limits.pushCharacters;
    this.#characters = this.#within(limits.pushFirst);
  }

  /** Characters that the next request may have; a single document may have more. */
  get characters(): number {
    return this.#characters;
  }

  /** What goes into the next request: from the front, one document at least. */
  next<P extends { readonly text: string }>(outgoing: readonly P[]): readonly P[] {
    let characters = 0;
    const end = outgoing.findIndex(({ text }, place) => {
      characters += text.length;
      return place > 0 && characters > this.#characters;
    });
    return end < 0 ? outgoing : outgoing.slice(0, end);
  }

  /** Does a request of so many characters and goes by how long it took. */
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

  /** A request broke: the next one is smaller. */
  broke(): void {
    this.failures += 1;
    this.#change(1 / 2);
  }

  /**
   * Whether a limit of the line cannot be why it refuses so many characters: it has carried as many,
   * or they are so few that nothing would pass it.
   */
  carries(characters: number): boolean {
    return characters <= Math.max(this.#carried, this.#limits.pushLeast);
  }

  /** A request of so many characters was too large: none is as large again. */
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
