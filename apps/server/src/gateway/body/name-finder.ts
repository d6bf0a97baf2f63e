import { parseJson } from './read-json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** A document's id has at most 1,000 characters, each up to six bytes in JSON, plus two quotes. */
const MAX_TEXT_BYTES = 6_002;

/**
 * Finds `_id` and `_rev` among the fields of a document that is not parsed (too large, too deep or
 * not JSON), in any order, because the refusal must name the document.
 */
export class NameFinder {
  readonly #found = new Map<string, string>();
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** Bytes of the text being read at the document's own level; `null`: none, or too long. */
  #text: number[] | null = null;
  #last = '';
  #name: string | null = null;

  get id(): string {
    return this.#found.get('_id') ?? '';
  }

  get rev(): string {
    return this.#found.get('_rev') ?? '';
  }

  feed(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inText) this.#readText(byte);
      else if (byte === QUOTE) {
        this.#inText = true;
        this.#text = this.#depth === 1 ? [QUOTE] : null;
      } else if (OPENING.has(byte)) {
        this.#depth += 1;
        this.#name = null;
      } else if (CLOSING.has(byte)) this.#depth -= 1;
      else if (this.#depth === 1 && byte === COLON) this.#name = this.#last;
      else if (this.#depth === 1 && byte === COMMA) this.#name = null;
    }
  }

  #readText(byte: number): void {
    if (this.#text !== null) {
      this.#text.push(byte);
      if (this.#text.length > MAX_TEXT_BYTES) this.#text = null;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#inText = false;
      if (this.#depth === 1) this.#take(parseJson(Uint8Array.from(this.#text ?? [])));
    }
  }

  #take(text: unknown): void {
    this.#last = typeof text === 'string' ? text : '';
    if (this.#name === '_id' || this.#name === '_rev') this.#found.set(this.#name, this.#last);
    this.#name = null;
  }
}
