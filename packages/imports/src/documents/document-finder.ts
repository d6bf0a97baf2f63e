import { CLOSE_LIST, COMMA, isBlank, JsonScanner } from '@crece/replication';

/**
 * A longer line or row of a response cannot be a record: it is skipped, so that memory does not
 * grow.
 */
export const LONGEST_DOCUMENT_BYTES = 16 * 1_048_576;

/** The bytes of one document, with the line number on which it begins (the first is 1). */
export type FoundDocument =
  | { readonly line: number; readonly bytes: Uint8Array }
  | { readonly line: number; readonly isTooLong: true };

/** Why a file cannot be read at all: it is UTF-16, not UTF-8. */
export class Utf16File extends Error {
  override readonly name = 'Utf16File';
}

const NEW_LINE = 0x0a;

/** More than CouchDB ever writes before the rows of `_all_docs`. */
const HEAD_BYTES = 2_048;
const ANSWER_HEAD = /^\s*\{\s*(?:"[a-z_]+"\s*:\s*(?:\d+|null|"[^"]*")\s*,\s*)*"rows"\s*:\s*\[/;

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}

/**
 * Finds the documents in a file while it is read: one per line, or the rows of an `_all_docs`
 * response with line breaks anywhere. Holds at most one document in memory.
 */
export class DocumentFinder {
  readonly #longest: number;
  #form: 'unknown' | 'lines' | 'rows' | 'after-rows' = 'unknown';
  #head: Uint8Array = new Uint8Array();
  #line = 1;
  // State of the current document:
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #begunOn = 1;
  #isInside = false;
  #scanner = new JsonScanner();

  constructor(longestBytes = LONGEST_DOCUMENT_BYTES) {
    this.#longest = longestBytes;
  }

  /** Whether the file ended in the middle of a response: rows are missing. */
  get isCut(): boolean {
    return this.#form === 'rows';
  }

  /** The documents that end in this piece of the file; throws `Utf16File` when it is not UTF-8. */
  push(chunk: Uint8Array): FoundDocument[] {
    if (this.#form !== 'unknown') return this.#read(chunk);
    this.#head = concatenated([this.#head, chunk]);
    return this.#head.length < HEAD_BYTES ? [] : this.#begin();
  }

  /** The document that the end of the file completes. */
  end(): FoundDocument[] {
    const found = this.#form === 'unknown' ? this.#begin() : [];
    if (this.#form === 'lines' && this.#bytes > 0) found.push(this.#take());
    return found;
  }

  /** Detects the format by the start of the file. */
  #begin(): FoundDocument[] {
    const [first, second, third] = this.#head;
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
    const head = isMarked ? this.#head.subarray(3) : this.#head;
    const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    if (hasMark || head[0] === 0 || head[1] === 0) throw new Utf16File('the file is in UTF-16');
    // One character per byte, so that text offsets are byte offsets.
    const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
    const length = ANSWER_HEAD.exec(text)?.[0].length;
    this.#form = length === undefined ? 'lines' : 'rows';
    this.#head = new Uint8Array();
    for (const sign of text.slice(0, length ?? 0)) if (sign === '\n') this.#line += 1;
    return this.#read(head.subarray(length ?? 0));
  }

  #read(chunk: Uint8Array): FoundDocument[] {
    if (this.#form === 'lines') return this.#readLines(chunk);
    return this.#form === 'rows' ? this.#readRows(chunk) : [];
  }

  #readLines(chunk: Uint8Array): FoundDocument[] {
    const found: FoundDocument[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      this.#keep(chunk.subarray(start, end));
      if (this.#bytes > 0) found.push(this.#take());
      start = end + 1;
      this.#line += 1;
      this.#begunOn = this.#line;
    }
    this.#keep(chunk.subarray(start));
    return found;
  }

  #readRows(chunk: Uint8Array): FoundDocument[] {
    const found: FoundDocument[] = [];
    let start = 0;
    for (let place = 0; place < chunk.length && this.#form === 'rows'; place += 1) {
      const byte = chunk[place] ?? 0;
      if (byte === NEW_LINE) this.#line += 1;
      if (!this.#isInside) {
        if (byte === CLOSE_LIST) this.#form = 'after-rows';
        if (byte === CLOSE_LIST || byte === COMMA || isBlank(byte)) continue;
        this.#isInside = true;
        this.#begunOn = this.#line;
        start = place;
      }
      this.#scanner.take(byte);
      // Rows are objects: any other byte between them is treated as a text of its own, which is not
      // a document.
      if (this.#scanner.depth > 0 || this.#scanner.isText) continue;
      this.#keep(chunk.subarray(start, place + 1));
      found.push(this.#take());
      this.#isInside = false;
      start = place + 1;
    }
    if (this.#isInside) this.#keep(chunk.subarray(start));
    return found;
  }

  #keep(piece: Uint8Array): void {
    if (this.#bytes === 0 && piece.every(isBlank)) return;
    this.#bytes += piece.length;
    if (this.#bytes <= this.#longest) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #take(): FoundDocument {
    const isTooLong = this.#bytes > this.#longest;
    const line = this.#begunOn;
    const found: FoundDocument = isTooLong
      ? { line, isTooLong }
      : { line, bytes: concatenated(this.#pieces) };
    this.#pieces = [];
    this.#bytes = 0;
    this.#scanner = new JsonScanner();
    return found;
  }
}
