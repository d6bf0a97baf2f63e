import { isTooLarge } from './client-fault.ts';
import type { Transport } from './transport.ts';

/** So many requests in a row went well before a larger one is tried: each that breaks costs a pause. */
const CALM = 4;

/** Below this share of a page the head of a request weighs more than what it asks. */
const LEAST = 1 / 1_024;

/**
 * How much of a question goes into one request: all of it, and half as much after each line that broke.
 * A line that breaks every few kilobytes gets answers that arrive. What somebody on the line finds too
 * large is halved at once, and never as large again in this run.
 */
export class RequestShare {
  readonly #transport: Pick<Transport, 'pauseAfter'>;
  #share = 1;
  #calm = 0;
  /** More was too large. */
  #most = Number.POSITIVE_INFINITY;

  constructor(transport: Pick<Transport, 'pauseAfter'>) {
    this.#transport = transport;
  }

  /**
   * Asks for a part of so many at most, again and for fewer when the line breaks; `left`: there are no
   * more to ask for.
   */
  async ask<T>(
    most: number,
    request: (count: number) => Promise<T>,
    left: number = most,
  ): Promise<T> {
    for (let attempt = 1; ; ) {
      const count = Math.max(1, Math.min(Math.ceil(most * this.#share), this.#most, left));
      try {
        const answer = await request(count);
        this.#wentWell();
        return answer;
      } catch (error) {
        if (isTooLarge(error) && count > 1) {
          this.#most = Math.floor(count / 2);
          continue;
        }
        await this.#transport.pauseAfter(error, attempt);
        attempt += 1;
        this.#calm = 0;
        this.#share = Math.max(LEAST, this.#share / 2);
      }
    }
  }

  /** Asks about all of a list, part by part; answers the parts' answers. */
  async askAll<Q, T>(
    list: readonly Q[],
    request: (part: readonly Q[]) => Promise<T>,
  ): Promise<T[]> {
    const answers: T[] = [];
    for (let open = list; open.length > 0; ) {
      const once = async (count: number) => {
        const asked = open.slice(0, count);
        return [asked, await request(asked)] as const;
      };
      const [part, answer] = await this.ask(list.length, once, open.length);
      answers.push(answer);
      open = open.slice(part.length);
    }
    return answers;
  }

  #wentWell(): void {
    this.#calm += 1;
    if (this.#calm < CALM) return;
    this.#calm = 0;
    this.#share = Math.min(1, this.#share * 2);
  }
}
