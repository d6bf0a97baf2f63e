import { parseDecimal, type Sex } from '@crece/domain';
import type { CsvRecord } from '../../csv/csv-reader.ts';
import type { Table } from './table.ts';

const SEXES: Readonly<Record<string, Sex>> = {
  '1': 'Boy',
  m: 'Boy',
  '2': 'Girl',
  f: 'Girl',
};

const POSITIONS: Readonly<Record<string, 'lying' | 'standing'>> = { l: 'lying', h: 'standing' };

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  y: true,
  yes: true,
  true: true,
  '1': true,
  n: false,
  no: false,
  false: false,
  '2': false,
  '0': false,
};

/** The texts that spreadsheets and statistics programs write for "no value". */
const NO_VALUE = new Set(['', 'na', 'nan', 'null', '#n/a', '.']);

/** A number in a spreadsheet's scientific form, e.g. 1.2E+01. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

/**
 * The cells of a row by column name; an unreadable cell is noted in `problems` and counts as
 * missing.
 */
export class CsvRow {
  readonly problems: string[] = [];
  readonly cells: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor({ cells, problem }: CsvRecord, { header, places }: Table) {
    this.cells = cells;
    this.#places = places;
    if (problem === 'quote-not-closed') this.problems.push('a quotation mark is not closed');
    else if (problem === 'line-too-long') this.problems.push('the line is too long to be a row');
    else if (cells.length !== header.length)
      this.problems.push(`the line has ${cells.length} cells, the header ${header.length}`);
  }

  /** The text of a column; empty if it has no value. */
  text(name: string): string {
    const cell = this.cells[this.#places.get(name) ?? -1]?.trim() ?? '';
    return NO_VALUE.has(cell.toLowerCase()) ? '' : cell;
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    const value = SCIENTIFIC.test(text) ? Number(text.replace(',', '.')) : parseDecimal(text);
    if (value === null) return undefined;
    if (value !== 'invalid' && Number.isFinite(value)) return value;
    this.problems.push(`${name}: ${quoted(text)} is not a number`);
    return undefined;
  }

  sex(): Sex | undefined {
    return this.#oneOf('sex', SEXES, '1 (boy) nor 2 (girl)');
  }

  measured(): 'lying' | 'standing' | undefined {
    return this.#oneOf('measure', POSITIONS, 'l (lying) nor h (standing)');
  }

  yesOrNo(name: string): boolean | undefined {
    return this.#oneOf(name, YES_OR_NO, 'yes (y, 1) nor no (n, 2)');
  }

  #oneOf<T>(name: string, values: Readonly<Record<string, T>>, neither: string): T | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const value = Object.hasOwn(values, text.toLowerCase())
      ? values[text.toLowerCase()]
      : undefined;
    if (value === undefined) this.problems.push(`${name}: ${quoted(text)} is neither ${neither}`);
    return value;
  }
}

const EXCERPT_CHARACTERS = 20;

function quoted(text: string): string {
  return JSON.stringify(
    text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text,
  );
}
