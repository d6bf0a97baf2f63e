import { MAX_SHEET_ROWS } from './limits.ts';
import { MergedCells } from './merged-cells.ts';

/** Cells of a column, by its place, whose formula has no result in the file: they read as blank. */
export type FormulaCounts = ReadonlyMap<number, number>;

const TAG = /<(\/?)(?:\w+:)?(row|c|f|v|mergeCell)(\s[^<>]*?)?(\/?)>/g;
const NUMBER = /\sr=["'](\d+)["']/;
const LETTERS = /\sr=["']([A-Z]{1,3})\d+["']/;
const MERGED = /\sref=["']([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)["']/;
const HIDDEN = /\shidden=["'](?:1|true)["']/;
const IS_TEXT = /\st=["']str["']/;
/** No tag of a row or cell is as long as that. */
const MOST_CHARACTERS_OF_TAG = 64 * 1024;
const LETTERS_OF_ALPHABET = 26;

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * LETTERS_OF_ALPHABET + letter.charCodeAt(0) - 64, 0) -
  1;

/**
 * What the XML of a sheet says beside its values, which the reader of rows leaves out. It holds one
 * bit for each row.
 */
export class SheetMarks {
  readonly formulas = new Map<number, number>();
  readonly merged = new MergedCells();
  readonly #hidden = new Uint8Array(MAX_SHEET_ROWS / 8 + 1);
  #rest = '';
  /** Characters before the text that is looked at. */
  #before = 0;
  #row = 0;
  #column = -1;
  #isText = false;
  #hasFormula = false;
  #hasResult = false;
  #valueFrom = 0;

  isHidden(row: number): boolean {
    return ((this.#hidden[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  add(bytes: Uint8Array): void {
    const text = this.#rest + Buffer.from(bytes).toString('latin1');
    for (const found of text.matchAll(TAG)) {
      const [all, closing, name = '', attributes = '', empty] = found;
      const at = this.#before + found.index;
      if (closing === '/') this.#close(name, at);
      else {
        this.#open(name, attributes);
        if (name === 'v') this.#valueFrom = at + all.length;
        if (empty === '/') this.#close(name, this.#valueFrom);
      }
    }
    const open = text.lastIndexOf('<');
    const isWhole = open < text.lastIndexOf('>') || text.length - open > MOST_CHARACTERS_OF_TAG;
    this.#rest = isWhole ? '' : text.slice(open);
    this.#before += text.length - this.#rest.length;
  }

  #open(name: string, attributes: string): void {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'mergeCell') this.#merge(attributes);
    else if (name === 'c') {
      const letters = LETTERS.exec(attributes)?.[1];
      this.#column = letters === undefined ? this.#column + 1 : columnOf(letters);
      this.#isText = IS_TEXT.test(attributes);
      this.#hasFormula = false;
      this.#hasResult = false;
    }
  }

  #merge(attributes: string): void {
    const [, letters = '', first, lastLetters, last] = MERGED.exec(attributes) ?? [];
    if (letters !== lastLetters) return;
    this.merged.add({ column: columnOf(letters), first: Number(first), last: Number(last) });
  }

  #openRow(attributes: string): void {
    const number = NUMBER.exec(attributes)?.[1];
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    this.#column = -1;
    const place = this.#row >> 3;
    if (!HIDDEN.test(attributes) || place >= this.#hidden.length) return;
    this.#hidden[place] = (this.#hidden[place] ?? 0) | (1 << (this.#row & 7));
  }

  #close(name: string, at: number): void {
    // A formula whose result is a text may have an empty one.
    if (name === 'v') this.#hasResult = this.#isText || at > this.#valueFrom;
    if (name !== 'c' || !this.#hasFormula || this.#hasResult) return;
    this.#hasFormula = false;
    this.formulas.set(this.#column, (this.formulas.get(this.#column) ?? 0) + 1);
  }
}
