import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  JsonScanner,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '@crece/replication';
import { NameFinder } from './name-finder.ts';
import { MAX_DEPTH, parseJson } from './read-json.ts';

/** A document of a batch, or the id and revision of one that could not be read. */
export type ReadItem =
  | { kind: 'document'; value: unknown }
  | { kind: 'too-large' | 'too-deep' | 'not-json'; id: string; rev: string };

/** A read item with its length in the body. */
export type BatchItem = ReadItem & { bytes: number };

/** The body is not `{ "docs": […], "new_edits": … }`, or it ends too early. */
export class BadBatch extends Error {
  override readonly name = 'BadBatch';
}

/** Longer than any name or word of the batch's own frame. */
const MAX_WORD_BYTES = 16;

/** What may come next in the body. */
type Expected =
  | 'start'
  | 'name-or-end'
  | 'name'
  | 'in-name'
  | 'colon'
  | 'list'
  | 'word'
  | 'item-or-end'
  | 'item'
  | 'in-item'
  | 'next-item-or-end'
  | 'next-name-or-end'
  | 'nothing';

/**
 * Reads the body of `_bulk_docs` piece by piece and returns one document at a time: at most one
 * document is held in memory, however long the body is. A document that is too large, too deep or
 * not JSON is skipped, and its id and revision are returned; the others are still read.
 */
export class BatchParser {
  readonly #maxDocumentBytes: number;
  #expected: Expected = 'start';
  #newEdits: boolean | null = null;
  #hasDocs = false;
  #word = '';
  #name = '';
  // State of the item that is being read:
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #scanner = new JsonScanner();
  /** Set when the item is no longer kept, but only searched for its id and revision. */
  #skipped: NameFinder | null = null;

  constructor(options: { maxDocumentBytes: number }) {
    this.#maxDocumentBytes = options.maxDocumentBytes;
  }

  /** What the body says about `new_edits`; `null`: nothing so far. */
  get newEdits(): boolean | null {
    return this.#newEdits;
  }

  /** Returns the items that end in this piece of the body. */
  push(chunk: Uint8Array): BatchItem[] {
    const items: BatchItem[] = [];
    let place = 0;
    while (place < chunk.length) {
      if (this.#expected === 'in-item') place = this.#readItem(chunk, place, items);
      else place = this.#readFrame(chunk[place] ?? 0, place);
    }
    return items;
  }

  /** Must be called at the end of the body; throws `BadBatch` when the body is incomplete. */
  end(): void {
    if (this.#expected !== 'nothing' || !this.#hasDocs) throw new BadBatch('the body is cut');
  }

  /** Reads one byte around the documents; returns the place to go on from. */
  #readFrame(byte: number, place: number): number {
    if (this.#expected === 'in-name' || this.#expected === 'word')
      return this.#readWord(byte, place);
    if (isBlank(byte)) return place + 1;
    switch (this.#expected) {
      case 'start':
        return this.#step(byte, place, { [OPEN_OBJECT]: 'name-or-end' });
      case 'name-or-end':
        return this.#step(byte, place, { [QUOTE]: 'in-name', [CLOSE_OBJECT]: 'nothing' });
      case 'name':
        return this.#step(byte, place, { [QUOTE]: 'in-name' });
      case 'colon':
        return this.#step(byte, place, { [COLON]: this.#name === 'docs' ? 'list' : 'word' });
      case 'list':
        return this.#step(byte, place, { [OPEN_LIST]: 'item-or-end' });
      case 'item-or-end':
        if (byte === CLOSE_LIST) return this.#step(byte, place, { [byte]: 'next-name-or-end' });
        return this.#startItem(place);
      case 'item':
        return this.#startItem(place);
      case 'next-item-or-end':
        return this.#step(byte, place, { [COMMA]: 'item', [CLOSE_LIST]: 'next-name-or-end' });
      case 'next-name-or-end':
        return this.#step(byte, place, { [COMMA]: 'name', [CLOSE_OBJECT]: 'nothing' });
      case 'in-item':
      case 'nothing':
        throw new BadBatch('something follows the body');
    }
  }

  #step(byte: number, place: number, next: Readonly<Record<number, Expected>>): number {
    const expected = next[byte];
    if (expected === undefined) throw new BadBatch('not the form of a batch');
    this.#expected = expected;
    this.#word = '';
    return place + 1;
  }

  /** Reads a name, or the word after `new_edits`; the byte after a word ends it. */
  #readWord(byte: number, place: number): number {
    const isName = this.#expected === 'in-name';
    if (isName ? byte === QUOTE : byte === COMMA || byte === CLOSE_OBJECT) {
      if (isName) this.#takeName();
      else this.#takeWord();
      return isName ? place + 1 : place;
    }
    if (!isName && isBlank(byte)) {
      if (this.#word !== '') this.#takeWord();
      return place + 1;
    }
    if (this.#word.length >= MAX_WORD_BYTES) throw new BadBatch('not the form of a batch');
    this.#word += String.fromCharCode(byte);
    return place + 1;
  }

  #takeName(): void {
    const isKnown = this.#word === 'docs' ? !this.#hasDocs : this.#word === 'new_edits';
    if (!isKnown) throw new BadBatch('a field that a batch does not have');
    this.#name = this.#word;
    this.#hasDocs ||= this.#name === 'docs';
    this.#expected = 'colon';
  }

  #takeWord(): void {
    if (this.#word !== 'true' && this.#word !== 'false') throw new BadBatch('new_edits');
    // If `new_edits` occurs twice, `true` counts, because it is refused.
    this.#newEdits = this.#word === 'true' || this.#newEdits === true;
    this.#expected = 'next-name-or-end';
  }

  #startItem(place: number): number {
    this.#expected = 'in-item';
    this.#pieces = [];
    this.#bytes = 0;
    this.#scanner = new JsonScanner();
    this.#skipped = null;
    return place;
  }

  /** Reads up to the end of the item or of the piece; returns the place to go on from. */
  #readItem(chunk: Uint8Array, start: number, items: BatchItem[]): number {
    const scanner = this.#scanner;
    let end = -1;
    for (let place = start; place < chunk.length && end < 0; place += 1) {
      const byte = chunk[place] ?? 0;
      const isInside = scanner.depth > 0 || scanner.isText;
      // A bare number or word is ended by what follows it.
      if (!isInside && (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT))
        end = place;
      else {
        scanner.take(byte);
        if (isInside && scanner.depth === 0 && !scanner.isText) end = place + 1;
      }
    }
    const stop = end < 0 ? chunk.length : end;
    this.#keep(chunk.subarray(start, stop));
    if (end >= 0) {
      items.push({ ...this.#item(), bytes: this.#bytes });
      this.#expected = 'next-item-or-end';
    }
    return stop;
  }

  #keep(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#skipped === null && this.#bytes <= this.#maxDocumentBytes) this.#pieces.push(piece);
    else this.#skip().feed(piece);
  }

  /** From here on the item is only searched for its id and revision. */
  #skip(): NameFinder {
    if (this.#skipped !== null) return this.#skipped;
    this.#skipped = new NameFinder();
    for (const piece of this.#pieces) this.#skipped.feed(piece);
    this.#pieces = [];
    return this.#skipped;
  }

  #item(): ReadItem {
    if (this.#bytes > this.#maxDocumentBytes) return this.#refused('too-large');
    if (this.#scanner.deepest > MAX_DEPTH) return this.#refused('too-deep');
    const [only, ...more] = this.#pieces;
    const bytes = more.length === 0 && only !== undefined ? only : Buffer.concat(this.#pieces);
    const value = parseJson(bytes);
    return value === undefined ? this.#refused('not-json') : { kind: 'document', value };
  }

  #refused(kind: 'too-large' | 'too-deep' | 'not-json'): ReadItem {
    const { id, rev } = this.#skip();
    return { kind, id, rev };
  }
}
