import { COLON, COMMA, JsonScanner, QUOTE } from '@crece/replication';
import { parseJson } from './read-json.ts';

/** A document's id has at most 1,000 characters, each up to six bytes in JSON, plus two quotes. */
const MAX_TEXT_BYTES = 6_002;

/**
 * Finds `_id` and `_rev` among the fields of a document that is not parsed (too large, too deep or
 * not JSON), in any order, because the refusal must name the document.
 */
export class NameFinder {
  readonly #found = new Map<string, string>();
  readonly #scanner = new JsonScanner();
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
    const scanner = this.#scanner;
    for (const byte of bytes) {
      const wasText = scanner.isText;
      const wasDeep = scanner.depth;
      scanner.take(byte);
      if (wasText) this.#readText(byte);
      else if (scanner.isText) this.#text = scanner.depth === 1 ? [QUOTE] : null;
      else if (scanner.depth > wasDeep) this.#name = null;
      else if (scanner.depth === 1 && byte === COLON) this.#name = this.#last;
      else if (scanner.depth === 1 && byte === COMMA) this.#name = null;
    }
  }

  #readText(byte: number): void {
    if (this.#text !== null) {
      this.#text.push(byte);
      if (this.#text.length > MAX_TEXT_BYTES) this.#text = null;
    }
    const isEnded = !this.#scanner.isText && this.#scanner.depth === 1;
    if (isEnded) this.#take(parseJson(Uint8Array.from(this.#text ?? [])));
  }

  #take(text: unknown): void {
    this.#last = typeof text === 'string' ? text : '';
    if (this.#name === '_id' || this.#name === '_rev') this.#found.set(this.#name, this.#last);
    this.#name = null;
  }
}
