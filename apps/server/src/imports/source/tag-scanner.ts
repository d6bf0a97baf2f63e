import { RefusedFile } from './source-row.ts';

/** Names of tags that are told apart, as numbers of their letters; any other is 0. */
export const CELL_TAG = 0x63;
export const ROW_TAG = 0x726f77;
const MOST_LETTERS = 3;

const LESS = 0x3c;
const MORE = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const BLANK = 0x20;
const QUOTES = [0x22, 0x27];
const BANG = 0x21;
const QUESTION = 0x3f;
const HYPHEN = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LETTER_C = 0x43;

/** Where in the XML the next byte lies. */
const At = {
  Text: 0,
  Start: 1,
  Name: 2,
  Tag: 3,
  Quoted: 4,
  Mark: 5,
  Comment: 6,
  Data: 7,
  Declaration: 8,
} as const;

/**
 * Finds the tags of XML that arrives in pieces, and keeps none of it. What looks like a tag in a
 * comment, in a value or in a section of characters is none, so that nobody can hide a tag from a
 * count or end a row that goes on.
 */
export class TagScanner {
  readonly #onTag: (name: number, isClosing: boolean) => void;
  #at: (typeof At)[keyof typeof At] = At.Text;
  #isClosing = false;
  #name = 0;
  #letters = 0;
  /** What ends the value that is read. */
  #quote = 0;
  /** Hyphens or brackets in a row, before the `>` that would end a comment or a section. */
  #before = 0;

  constructor(onTag: (name: number, isClosing: boolean) => void) {
    this.#onTag = onTag;
  }

  add(bytes: Uint8Array): void {
    for (let place = 0; place < bytes.length; place += 1) {
      // Most of a sheet is text between tags, which is skipped at once.
      if (this.#at === At.Text) place = bytes.indexOf(LESS, place);
      if (place < 0) return;
      this.#read(bytes[place] ?? 0);
    }
  }

  #read(byte: number): void {
    switch (this.#at) {
      case At.Text:
        if (byte === LESS) this.#at = At.Start;
        break;
      case At.Start:
        this.#start(byte);
        break;
      case At.Name:
        this.#letter(byte);
        break;
      case At.Tag:
        if (byte === MORE) this.#at = At.Text;
        else if (QUOTES.includes(byte)) {
          this.#quote = byte;
          this.#at = At.Quoted;
        } else if (byte === LESS) throw new RefusedFile('workbook-unreadable');
        break;
      case At.Quoted:
        if (byte === this.#quote) this.#at = At.Tag;
        break;
      case At.Mark:
        this.#mark(byte);
        break;
      case At.Comment:
        this.#untilAfterTwo(HYPHEN, byte, HYPHEN);
        break;
      case At.Data:
        this.#untilAfterTwo(CLOSE_BRACKET, byte, LETTER_C);
        break;
      case At.Declaration:
        if (byte === MORE) this.#at = At.Text;
        break;
      default:
    }
  }

  #start(byte: number): void {
    this.#name = 0;
    this.#letters = 0;
    this.#isClosing = byte === SLASH;
    this.#at = At.Name;
    if (byte === BANG) this.#at = At.Mark;
    else if (byte === QUESTION) this.#at = At.Declaration;
    else if (byte !== SLASH) this.#letter(byte);
  }

  #letter(byte: number): void {
    if (byte === COLON) {
      // What came before was the prefix of a namespace.
      this.#name = 0;
      this.#letters = 0;
    } else if (byte <= BLANK || byte === MORE || byte === SLASH) {
      this.#at = byte === MORE ? At.Text : At.Tag;
      this.#onTag(this.#letters > MOST_LETTERS ? 0 : this.#name, this.#isClosing);
    } else {
      this.#letters += 1;
      if (this.#letters <= MOST_LETTERS) this.#name = this.#name * 256 + byte;
    }
  }

  /** After `<!`: a comment, a section of characters, or a declaration. */
  #mark(byte: number): void {
    this.#before = -1;
    if (byte === HYPHEN) this.#at = At.Comment;
    else if (byte === OPEN_BRACKET) this.#at = At.Data;
    else this.#at = byte === MORE ? At.Text : At.Declaration;
  }

  /** Reads on to `-->` or `]]>`; the first byte must be the one that begins such a part. */
  #untilAfterTwo(end: number, byte: number, first: number): void {
    if (this.#before < 0) {
      if (byte !== first) throw new RefusedFile('workbook-unreadable');
      this.#before = 0;
    } else if (byte === end) this.#before += 1;
    else {
      if (byte === MORE && this.#before >= 2) this.#at = At.Text;
      this.#before = 0;
    }
  }
}
