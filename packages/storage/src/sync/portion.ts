import type { Transport } from './transport.ts';

/** So many requests in a row went well before a larger one is tried: each that breaks costs a pause. */
const CALM = 4;

/** Below this share of a page the head of a request weighs more than what it asks. */
const LEAST = 1 / 1_024;

/**
 * How much of a question goes into one request: all of it, and half as much after each line that broke.
 * A line that breaks every few kilobytes gets answers that arrive.
 */
export class Portion {
  readonly #transport: Pick<Transport, 'pauseAfter'>;
  #share = 1;
  #calm = 0;

  constructor(transport: Pick<Transport, 'pauseAfter'>) {
    this.#transport = transport;
  }

  /** Asks for a part of so many at most, again and for fewer when the line breaks. */
  async ask<T>(most: number, request: (count: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await request(Math.max(1, Math.ceil(most * this.#share)));
        this.#wentWell();
        return answer;
      } catch (error) {
        await this.#transport.pauseAfter(error, attempt);
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
      const [part, answer] = await this.ask(list.length, async (count) => {
        const asked = open.slice(0, count);
        return [asked, await request(asked)] as const;
      });
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
