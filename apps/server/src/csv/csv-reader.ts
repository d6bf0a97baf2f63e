/** A record of a CSV file, and the fault of its form. */
export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  readonly line: number;
  /** Its number as a spreadsheet counts: empty lines count, line ends inside a cell do not. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly problem: 'quote-not-closed' | 'line-too-long' | null;
}

/**
 * A longer record is no row of a table: a quotation mark was not closed, or the file is not text.
 * Waiting for its end would read the whole file as one record.
 */
const MAX_RECORD_CHARACTERS = 64 * 1024;

const DELIMITERS = [',', ';', '\t'] as const;
const QUOTE = '"';

type Scan = { readonly cells: string[]; readonly next: number } | 'unfinished' | 'not-closed';

/**
 * Reads CSV (RFC 4180) piece by piece, holding at most one record. The delimiter is the most
 * frequent of comma, semicolon and tab in the first line. A malformed record is reported and never
 * affects the next: after an unclosed quotation mark, reading continues with the next line; so it does
 * where a cell of several lines ends in the middle of a text, at the mark that begins another cell. Empty
 * lines are skipped.
 */
export class CsvReader {
  #buffer = '';
  #position = 0;
  #line = 1;
  #row = 0;
  #delimiter: string | null;
  #isSkippingLine = false;

  /** With a delimiter, the first line is not asked for it. */
  constructor(delimiter: string | null = null) {
    this.#delimiter = delimiter;
  }

  /** Takes the next piece of text and returns the records that it completes. */
  push(text: string): CsvRecord[] {
    this.#buffer = this.#buffer.slice(this.#position) + text;
    this.#position = 0;
    return this.#read(false);
  }

  /** Returns the remaining records at the end of the file. */
  end(): CsvRecord[] {
    const records = this.#read(true);
    this.#buffer = '';
    this.#position = 0;
    return records;
  }

  #read(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#position < this.#buffer.length) {
      if (this.#isSkippingLine && !this.#skipLine()) break;
      const record = this.#next(isEnd);
      if (record === 'unfinished') break;
      if (record !== null) records.push(record);
    }
    return records;
  }

  /** The next record, null for an empty line. */
  #next(isEnd: boolean): CsvRecord | null | 'unfinished' {
    const lineEnd = this.#buffer.indexOf('\n', this.#position);
    if (lineEnd === -1 && !isEnd) return this.#isTooLong() ? this.#tooLong() : 'unfinished';
    const end = lineEnd === -1 ? this.#buffer.length : lineEnd;
    const text = withoutReturn(this.#buffer.slice(this.#position, end));
    this.#delimiter ??= delimiterOf(text);
    if (text.length > MAX_RECORD_CHARACTERS) return this.#tooLong();
    if (text === '') return this.#take(end, null);
    if (!text.includes(QUOTE)) return this.#take(end, text.split(this.#delimiter));

    const scan = scanQuoted(this.#buffer, this.#position, this.#delimiter);
    // At the end of the text that has arrived, the rest of the record may still be on its way.
    const isScanned = scan !== 'unfinished' && scan !== 'not-closed';
    const isCut = isScanned && !isEnd && scan.next >= this.#buffer.length;
    if (!isScanned || isCut) {
      if (scan !== 'not-closed' && !isEnd && !this.#isTooLong()) return 'unfinished';
      const cells = text.replaceAll(QUOTE, '').split(this.#delimiter);
      return this.#take(end, cells, 'quote-not-closed');
    }
    return this.#take(scan.next, scan.cells);
  }

  #take(
    end: number,
    cells: readonly string[] | null,
    problem: CsvRecord['problem'] = null,
  ): CsvRecord | null {
    this.#row += 1;
    const record = cells === null ? null : { line: this.#line, row: this.#row, cells, problem };
    // Up to and including the line end; a quoted record may contain more line ends.
    for (let at = this.#position; at !== -1 && at <= end; ) {
      at = this.#buffer.indexOf('\n', at);
      if (at === -1 || at > end) break;
      this.#line += 1;
      at += 1;
    }
    this.#position = end + 1;
    return record;
  }

  #isTooLong(): boolean {
    return this.#buffer.length - this.#position > MAX_RECORD_CHARACTERS;
  }

  #tooLong(): CsvRecord {
    this.#delimiter ??= delimiterOf(this.#buffer.slice(this.#position, MAX_RECORD_CHARACTERS));
    this.#isSkippingLine = true;
    this.#row += 1;
    const record = {
      line: this.#line,
      row: this.#row,
      cells: [],
      problem: 'line-too-long',
    } as const;
    this.#skipLine();
    return record;
  }

  /** Drops text up to the next line end; returns false if it has not arrived yet. */
  #skipLine(): boolean {
    const lineEnd = this.#buffer.indexOf('\n', this.#position);
    this.#position = lineEnd === -1 ? this.#buffer.length : lineEnd + 1;
    if (lineEnd === -1) return false;
    this.#line += 1;
    this.#isSkippingLine = false;
    return true;
  }
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** The most frequent delimiter in a header; a comma if there is none. */
function delimiterOf(header: string): string {
  const outside = header.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Reads a record with quotation marks, from `start` to its line end or the end of the text. */
function scanQuoted(text: string, start: number, delimiter: string): Scan {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell = '';
    if (text[at] === QUOTE) {
      const closing = closingQuote(text, at + 1);
      if (closing === -1) return 'unfinished';
      cell = text.slice(at + 1, closing).replaceAll('""', QUOTE);
      at = closing + 1;
    }
    // Text after a closing quotation mark belongs to the cell unchanged.
    const from = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
    const isLast = at >= text.length || text[at] === '\n';
    const rest = text.slice(from, at);
    if (cell.includes('\n') && rest.trim() !== '') return 'not-closed';
    cells.push(cell + (isLast ? withoutReturn(rest) : rest));
    if (isLast) return { cells, next: at };
    at += 1;
  }
}

/**
 * The quotation mark that closes a cell; a doubled one is part of the text. −1 if there is none.
 */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf(QUOTE, start);
  while (at !== -1 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}
