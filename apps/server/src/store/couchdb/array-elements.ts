const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in one bit, which is set here so that both compare equal. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;
/** In `{"rows": [{…}, {…}]}` the braces of an element are at the third level. */
const ELEMENT_DEPTH = 3;

/**
 * Cuts the elements out of the one array in an answer of CouchDB's form (`{"rows": [{…}, …], …}`)
 * while it arrives, so that the whole answer is never in memory. Elements are objects.
 */
export class ArrayElements {
  #depth = 0;
  #hasBegun = false;
  #isText = false;
  #isEscaped = false;
  #begun = '';

  /** Whether the answer has come to its end. */
  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }

  /** Takes the next piece of text; returns the JSON of the elements that it completes. */
  take(piece: string): string[] {
    const elements: string[] = [];
    let start = 0;
    for (let i = 0; i < piece.length; i += 1) {
      const sign = piece.charCodeAt(i);
      if (this.#isText) {
        this.#inText(sign);
        continue;
      }
      if (sign === QUOTE) this.#isText = true;
      const brace = sign | CASE_BIT;
      if (brace === OPENING) {
        this.#depth += 1;
        this.#hasBegun = true;
        if (this.#depth === ELEMENT_DEPTH) start = i;
      } else if (brace === CLOSING) {
        this.#depth -= 1;
        if (this.#depth !== ELEMENT_DEPTH - 1) continue;
        elements.push(this.#begun + piece.slice(start, i + 1));
        this.#begun = '';
      }
    }
    if (this.#depth >= ELEMENT_DEPTH) this.#begun += piece.slice(start);
    return elements;
  }

  #inText(sign: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === BACKSLASH) this.#isEscaped = true;
    else if (sign === QUOTE) this.#isText = false;
  }
}
