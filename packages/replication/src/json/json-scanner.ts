export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
/** The codes of brackets and braces differ only in this bit. */
const CASE_BIT = 0x20;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

export const isBlank = (code: number): boolean => BLANKS.has(code);

/**
 * Follows JSON that arrives in pieces, byte by byte (or code by code of a string): how deep it is
 * nested so far, and whether it stands inside a text. It does not parse: what it finds is given to
 * `JSON.parse`.
 */
export class JsonScanner {
  depth = 0;
  deepest = 0;
  isText = false;
  #isEscaped = false;

  take(code: number): void {
    if (this.isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.isText = false;
    } else if (code === QUOTE) this.isText = true;
    else if ((code | CASE_BIT) === OPEN_OBJECT) {
      this.depth += 1;
      if (this.depth > this.deepest) this.deepest = this.depth;
    } else if ((code | CASE_BIT) === CLOSE_OBJECT) this.depth -= 1;
  }
}
