import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../base/table.ts';
import { reportAnswers, reportTitles } from '../report-rows.ts';
import { csvHead, csvRows } from './report-csv.ts';
import { textOfSafeCell } from './safe-cell.ts';

const ENGLISH = reportAnswers('en');
const read = (text: string): string[][] => parse(text, { bom: true, relax_column_count: true });
const readRow = (row: Row) => read(csvRows(ENGLISH)(row))[0];

describe('a CSV line, parsed by an independent reader', () => {
  it('a line has numbers with a decimal point, ISO dates, answers in words, and blanks for unknown values', () => {
    const row = [-2.94, 12, '2026-02-28', true, false, null];
    expect(csvRows(ENGLISH)(row)).toBe('-2.94,12,2026-02-28,yes,no,\r\n');
    expect(csvRows(reportAnswers('es'))(row)).toBe('-2.94,12,2026-02-28,sí,no,\r\n');
  });

  it.each([
    'Ana, "la alta"',
    'Barrio Abajo\n2 cuadras al sur',
    'a\r\nb',
    '👶🏽 Ñandú',
    'محمد بن علي',
    'Maximiliana Guadalupe Esperanza Concepción',
    '"',
    ' ',
  ])('keeps the text %j', (text) => {
    expect(readRow([text, 1])).toEqual([text, '1']);
  });

  it.each(['=SUM(A1:A9)', '+502 5555', '@x', '-a', '\tx', '\rx'])(
    'shows %j as text in a spreadsheet',
    (text) => {
      expect(readRow([text])?.[0]).toBe(`'${text}`);
    },
  );

  it('a line is no formula where a semicolon is the list separator, and quotation marks inside are text', () => {
    const line = csvRows(ENGLISH)(['Luz', 'Ana;=1+1;', 'Zona 1,\n=2+2', 'a "b";@x']);
    const cells = line.split(/[;\r\n]/);
    expect(cells).toHaveLength(7);
    expect(cells.filter((cell) => /^[=+\-@\t＝＋－＠]/.test(cell))).toEqual([]);
  });

  it('returns every text unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (cells) => {
        expect(readRow(cells)?.map(textOfSafeCell)).toEqual(cells);
      }),
    );
  });
});

describe('the first line of a CSV file', () => {
  it('the first line has a byte order mark and titles in the language', () => {
    expect(csvHead(reportTitles('women', 'en'))).toBe(
      '\uFEFFfirstName,lastName,phone,address,city,ward,lds,screenDate,deliveryDate,childsBirthDate,type,country,stake\r\n',
    );
    expect(read(csvHead(reportTitles('women', 'es')))[0]?.slice(5, 8)).toEqual([
      'barrio',
      'miembro de la Iglesia',
      'fecha de registro',
    ]);
  });

  it.each(['all', 'sup', 'summary', 'missedScreening', 'women'] as const)(
    'the first line of %s has no duplicate title, in either language',
    (type) => {
      for (const language of ['en', 'es'] as const) {
        const titles = reportTitles(type, language);
        expect(new Set(titles).size).toBe(titles.length);
      }
    },
  );
});
