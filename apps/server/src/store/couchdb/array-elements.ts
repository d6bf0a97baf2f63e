import { JsonScanner } from '@crece/replication';

/** In `{"rows": [{…}, {…}]}` the braces of an element are at the third level. */
const ELEMENT_DEPTH = 3;

/**
 * Cuts the elements out of the one array in an answer of CouchDB's form (`{"rows": [{…}, …], …}`)
 * while it arrives, so that the whole answer is never in memory. Elements are objects.
 */
export class ArrayElements {
  readonly #scanner = new JsonScanner();
  #begun = '';

  /** Whether the answer has come to its end. */
  get isComplete(): boolean {
    return this.#scanner.deepest > 0 && this.#scanner.depth === 0;
  }

  /** Takes the next piece of text; returns the JSON of the elements that it completes. */
  take(piece: string): string[] {
    const elements: string[] = [];
    const scanner = this.#scanner;
    let start = 0;
    for (let i = 0; i < piece.length; i += 1) {
      const before = scanner.depth;
      scanner.take(piece.charCodeAt(i));
      if (scanner.depth === before) continue;
      if (before === ELEMENT_DEPTH - 1 && scanner.depth === ELEMENT_DEPTH) start = i;
      if (before === ELEMENT_DEPTH && scanner.depth === ELEMENT_DEPTH - 1) {
        elements.push(this.#begun + piece.slice(start, i + 1));
        this.#begun = '';
      }
    }
    if (scanner.depth >= ELEMENT_DEPTH) this.#begun += piece.slice(start);
    return elements;
  }
}
