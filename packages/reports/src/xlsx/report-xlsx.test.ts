import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Column, Row } from '../base/table.ts';
import { xlsxBytes } from './report-xlsx.ts';
import { columnLetters } from './sheet-xml.ts';

const COLUMNS: readonly Column[] = [
  { name: 'name', kind: 'text' },
  { name: 'age', kind: 'number' },
  { name: 'birthdate', kind: 'date' },
  { name: 'swelling', kind: 'answer' },
];

async function workbook(
  rows: Iterable<Row> | AsyncIterable<Row>,
  most?: { rows: number; bytes: number },
  about?: string,
): Promise<Buffer> {
  const table = {
    columns: COLUMNS,
    titles: ['nombre', 'edad', 'fecha', 'hinchazón'],
    answers: { yes: 'sí', no: 'no' },
    sheet: 'sup',
    about,
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(rows, table, most)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const read = async (rows: Iterable<Row>) => readSheet(await workbook(rows));

describe('xlsxBytes, read by an independent library', () => {
  it('keeps dates as dates, numbers as numbers and text as text', async () => {
    expect(
      await read([
        ['007', -2.94, '2025-02-28', true],
        ['Ana', null, null, false],
      ]),
    ).toEqual([
      ['nombre', 'edad', 'fecha', 'hinchazón'],
      ['007', -2.94, new Date('2025-02-28T00:00:00Z'), 'sí'],
      ['Ana', null, null, 'no'],
    ]);
  });

  it.each(['=1+1', '+502 5555', '@SUM(A1)', "'x"])(
    'shows %j as text, not as a formula',
    async (text) => {
      expect((await read([[text, 1, null, null]]))[1]?.[0]).toBe(text);
    },
  );

  it.each([
    'Ana, "la alta"',
    'Barrio Abajo\n2 cuadras al sur',
    '👶🏽 Ñandú',
    'محمد',
    'x'.repeat(40),
    'a\r\nb',
    '"la alta"',
    '<b>&amp;',
  ])('keeps the text %j', async (text) => {
    expect((await read([[text, 1, null, null]]))[1]?.[0]).toBe(text);
  });

  it('writes as text a date that Excel cannot represent: before March 1900, and an invalid one', async () => {
    const dates = ['1900-03-01', '1900-02-28', '0001-01-01', 'soon'];
    const cells = (await read(dates.map((date) => ['a', 1, date, null]))).map((row) => row[2]);
    expect(cells.slice(1)).toEqual([new Date('1900-03-01T00:00:00Z'), ...dates.slice(1)]);
  });

  it('removes characters that would make Excel refuse the file', async () => {
    const [, row] = await read([['a\u0000b\uD83D\uFFFF', 1, null, null]]);
    expect(row?.[0]).toBe('ab');
    const [, long] = await read([['y'.repeat(40_000), 1, null, null]]);
    expect(String(long?.[0])).toHaveLength(32_767);
  });
});

describe("the workbook's structure", () => {
  const sheetsOf = async (rows: Iterable<Row>, most?: { rows: number; bytes: number }) => {
    const { sheets } = await readXlsx(await workbook(rows, most));
    return sheets.map(({ name, rows: lines, freezePane, autoFilter }) => ({
      name,
      lines: lines.length,
      frozen: freezePane?.rows,
      filter: autoFilter?.range,
    }));
  };
  const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => [`n${at}`, at]);

  it('says among its properties what is to be known of its making, and has none without', async () => {
    const about = 'Con los ajustes número 3 & <más>';
    const bytes = await workbook(rows(2), undefined, about);
    expect((await readXlsx(bytes)).properties).toMatchObject({ description: about });
    expect((await readSheet(bytes)).length).toBe(3);
    const without = Object.keys(unzipSync(await workbook(rows(2))));
    expect(without.filter((path) => path.includes('docProps'))).toEqual([]);
  });

  it.each([
    [0, 'A1:D1'],
    [3, 'A1:D4'],
    [25_000, 'A1:D25001'],
  ])('with %i rows has a frozen header and a filter over all of them', async (count, filter) => {
    expect(await sheetsOf(rows(count))).toEqual([
      { name: 'sup', lines: count + 1, frozen: 1, filter },
    ]);
  });

  it('continues in a second sheet with the same header when one is full', async () => {
    const sheet = { frozen: 1, lines: 5, filter: 'A1:D5' };
    expect(await sheetsOf(rows(9), { rows: 5, bytes: 1e9 })).toEqual([
      { ...sheet, name: 'sup' },
      { ...sheet, name: 'sup_2' },
      { name: 'sup_3', frozen: 1, lines: 2, filter: 'A1:D2' },
    ]);
    expect(await sheetsOf(rows(8), { rows: 5, bytes: 1e9 })).toHaveLength(2);
    const heavy = await sheetsOf(rows(3_000), { rows: 1e6, bytes: 100_000 });
    expect(heavy.length).toBeGreaterThan(1);
    expect(heavy.reduce((sum, { lines }) => sum + lines - 1, 0)).toBe(3_000);
  });

  it('a workbook is streamed while its rows are being produced', async () => {
    let made = 0;
    function* many() {
      for (; made < 200_000; made += 1) yield [`n${made}`, Math.random(), '2025-02-28', true];
    }
    const table = { columns: COLUMNS, titles: [], answers: { yes: 'y', no: 'n' }, sheet: 'sup' };
    let bytes = 0;
    for await (const piece of xlsxBytes(many(), table)) {
      bytes += piece.length;
      if (bytes > 100_000) break;
    }
    expect(made).toBeLessThan(100_000);
  });

  it('passes on the error of a row that fails', async () => {
    function* failing(): Generator<Row> {
      yield ['a', 1];
      throw new Error('the disk is gone');
    }
    await expect(workbook(failing())).rejects.toThrow('the disk is gone');
  });
});

describe('columnLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('the letters of index %i are %s', (place, letters) => {
    expect(columnLetters(place)).toBe(letters);
  });
});
