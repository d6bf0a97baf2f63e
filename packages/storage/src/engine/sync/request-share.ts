import { isTooLarge } from './client-fault.ts';
import type { Transport } from './transport.ts';

/**
 * Consecutive successful requests before a larger one is tried, because each break costs a pause.
 */
const CALM = 4;

/** Smallest share of a page: below it, the headers of a request outweigh its content. */
const LEAST = 1 / 1_024;

/**
 * Adapts how much of a question goes into one request: all of it at first, half as much after each
 * broken connection. On a line that breaks every few kilobytes, answers become small enough to
 * arrive. When a request is too large for something on the line, the size is halved at once and
 * never grows beyond that in this run.
 */
export class RequestShare {
  readonly #transport: Pick<Transport, 'pauseAfter'>;
  #share = 1;
  #calm = 0;
  /** Upper limit, because a larger request was too large. */
  #most = Number.POSITIVE_INFINITY;

  constructor(transport: Pick<Transport, 'pauseAfter'>) {
    this.#transport = transport;
  }

  /**
   * Sends one request for at most `most` items, again and for fewer items when the connection
   * breaks; `left`: number of items still to ask for.
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

  /** Sends a whole list in parts; returns the answers of the parts. */
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
