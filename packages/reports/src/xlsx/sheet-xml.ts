import type { Cell, Column, Row } from '../base/table.ts';
import type { YesNoWords } from '../csv/report-csv.ts';
import { STYLES, XML_HEAD } from './workbook-parts.ts';
import { xmlText } from './xml-text.ts';

/** The properties of a workbook besides its rows. */
export interface XlsxTable {
  readonly columns: readonly Column[];
  /** The column titles, in the language of the file. */
  readonly titles: readonly string[];
  readonly answers: YesNoWords;
  /** The name on the tab: at most 31 characters, none of `: \ / ? * [ ]`. */
  readonly sheet: string;
  /** What a reader of the file may want to know of its making; shown among its properties. */
  readonly about?: string | undefined;
}

/** Maximum characters of an Excel cell; a longer one makes Excel refuse the whole file. */
const MAX_CELL_CHARACTERS = 32_767;

const WIDTHS = { text: 18, number: 10, date: 12, answer: 10 } as const;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/**
 * Excel counts days from here; before March 1900 it is one day off, because it includes a 29
 * February of that year.
 */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_SURE_SERIAL = 61;

/** The letters of a column by index from 0: `A` … `Z`, `AA` … */
export function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter;
}

/** The cells of a filter over this number of rows, header included: `A1:C4`. */
export function filterRange({ columns }: XlsxTable, rows: number): string {
  return `A1:${columnLetters(Math.max(columns.length - 1, 0))}${rows}`;
}

function textCell(ref: string, text: string, style = ''): string {
  return `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, MAX_CELL_CHARACTERS))}</t></is></c>`;
}

/** The date as Excel's serial number; null when Excel cannot represent it. */
function serialOf(text: string): number | null {
  if (!ISO_DATE.test(text)) return null;
  const serial = (Date.parse(`${text}T00:00:00Z`) - DAY_ZERO) / DAY_MS;
  return serial >= FIRST_SURE_SERIAL ? serial : null;
}

/** A typed cell: dates and numbers keep their type in every locale; text is never a formula. */
function cellXml(ref: string, cell: Cell, { kind }: Column, { yes, no }: YesNoWords): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return textCell(ref, cell ? yes : no);
  const serial = kind === 'date' ? serialOf(cell) : null;
  return serial === null
    ? textCell(ref, cell)
    : `<c r="${ref}" s="${STYLES.date}"><v>${serial}</v></c>`;
}

/** Creates a writer for the lines of a sheet; the column letters are calculated once. */
export function sheetWriter(table: XlsxTable) {
  const { columns, titles, answers } = table;
  const letters = columns.map((_, place) => columnLetters(place));
  const cells = columns.map((column, place) => ({ column, letter: letters[place] ?? '' }));
  const widths = columns.map(
    ({ kind }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  );
  const header = columns.map(({ name }, place) =>
    textCell(`${letters[place]}1`, titles[place] ?? name, ` s="${STYLES.header}"`),
  );
  return {
    /** Everything before the first row, including the frozen header row. */
    head: [
      XML_HEAD,
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ',
      'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
      '<sheetFormatPr defaultRowHeight="15"/>',
      columns.length === 0 ? '' : `<cols>${widths.join('')}</cols>`,
      `<sheetData><row r="1">${header.join('')}</row>`,
    ].join(''),
    /** The row with this number; the header is number 1. */
    row(row: Row, number: number): string {
      let xml = `<row r="${number}">`;
      for (const [place, { column, letter }] of cells.entries()) {
        xml += cellXml(letter + number, row[place] ?? null, column, answers);
      }
      return `${xml}</row>`;
    },
    /** The end of a sheet with this number of rows: the filter over all of them. */
    tail: (rows: number) =>
      `</sheetData><autoFilter ref="${filterRange(table, rows)}"/></worksheet>`,
  };
}
