import { MAX_CELLS, MAX_ROW_BYTES, MAX_ROW_TAGS, MAX_SHEET_ROWS } from './limits.ts';
import { RefusedFile } from './source-row.ts';
import { CELL_TAG, ROW_TAG, TagScanner } from './tag-scanner.ts';

const LESS = 0x3c;
const SLASH = 0x2f;

/**
 * Counts the elements of a part while it is unpacked: every `<` that does not close one. In a
 * picture that is a byte in 256.
 */
export class ElementCount {
  count = 0;
  #isTag = false;

  add(bytes: Uint8Array): void {
    if (this.#isTag && bytes[0] !== SLASH) this.count += 1;
    for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, at + 1)) {
      // What follows the last byte is looked at with the next piece.
      if (at + 1 < bytes.length && bytes[at + 1] !== SLASH) this.count += 1;
    }
    this.#isTag = bytes[bytes.length - 1] === LESS;
  }
}

/**
 * Holds a sheet to its limits while it is unpacked, before a reader that keeps a row in memory sees
 * it. Cells are counted over all sheets of the workbook.
 */
export class SheetCount {
  readonly #cells: { count: number };
  readonly #tags = new TagScanner((name, isClosing) => this.#tag(name, isClosing));
  #rows = 0;
  #isInRow = false;
  #tagsOfRow = 0;
  /** Bytes since the piece in which the last row began or ended. */
  #bytes = 0;

  constructor(cells: { count: number }) {
    this.#cells = cells;
  }

  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#tags.add(bytes);
    if (this.#isInRow && this.#bytes > MAX_ROW_BYTES) throw new RefusedFile('workbook-long-row');
  }

  #tag(name: number, isClosing: boolean): void {
    this.#tagsOfRow += 1;
    if (name === ROW_TAG) this.#row(isClosing);
    else if (name === CELL_TAG && !isClosing) {
      this.#cells.count += 1;
      if (this.#cells.count > MAX_CELLS) throw new RefusedFile('workbook-too-many-cells');
    }
    if (this.#isInRow && this.#tagsOfRow > MAX_ROW_TAGS) throw new RefusedFile('workbook-long-row');
  }

  #row(isClosing: boolean): void {
    this.#isInRow = !isClosing;
    this.#tagsOfRow = 0;
    this.#bytes = 0;
    if (isClosing) return;
    this.#rows += 1;
    if (this.#rows > MAX_SHEET_ROWS) throw new RefusedFile('too-many-rows');
  }
}
