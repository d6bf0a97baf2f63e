import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Column, Row } from '../table.ts';
import { FILTERED_ROWS, xlsxBytes } from './report-xlsx.ts';

const COLUMNS: readonly Column[] = [
  { name: 'name', kind: 'text' },
  { name: 'age', kind: 'number' },
  { name: 'birthdate', kind: 'date' },
  { name: 'swelling', kind: 'answer' },
];

async function workbook(rows: Iterable<Row>): Promise<Buffer> {
  const table = {
    columns: COLUMNS,
    titles: ['nombre', 'edad', 'fecha', 'hinchazón'],
    answers: { yes: 'sí', no: 'no' },
    sheet: 'sup',
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(rows, table)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const read = async (rows: Iterable<Row>) => readSheet(await workbook(rows));

describe('xlsxBytes, read by a library that did not write it', () => {
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
    'opens %j as text, not as a formula',
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
    '<b>&amp;',
  ])('keeps %j', async (text) => {
    expect((await read([[text, 1, null, null]]))[1]?.[0]).toBe(text);
  });

  it('leaves out what would make Excel refuse the file', async () => {
    const [, row] = await read([['a\u0000b\uD83D\uFFFF', 1, null, null]]);
    expect(row?.[0]).toBe('ab');
    const [, long] = await read([['y'.repeat(40_000), 1, null, null]]);
    expect(String(long?.[0])).toHaveLength(32_767);
  });
});

describe('the form of the workbook', () => {
  const formOf = async (rows: Iterable<Row>) => {
    const [sheet] = (await readXlsx(await workbook(rows))).sheets;
    return { frozen: sheet?.freezePane, filter: sheet?.autoFilter?.range, name: sheet?.name };
  };
  const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => [`n${at}`, at]);

  it('has its header frozen and a filter over all rows', async () => {
    expect(await formOf(rows(3))).toEqual({ frozen: { rows: 1 }, filter: 'A1:D4', name: 'sup' });
    expect(await formOf([])).toEqual({ frozen: { rows: 1 }, filter: 'A1:D1', name: 'sup' });
  });

  it('is streamed without a filter when it is long, and loses no row at the seam', async () => {
    const long = rows(FILTERED_ROWS + 1);
    expect(await formOf(long)).toEqual({ frozen: { rows: 1 }, filter: undefined, name: 'sup' });
    const names: unknown[] = [];
    for await (const { values } of streamXlsxRows(await workbook(long))) names.push(values[0]);
    expect(names.length).toBe(FILTERED_ROWS + 2);
    expect([names[0], names[1], names.at(-1)]).toEqual(['nombre', 'n0', `n${FILTERED_ROWS}`]);
  });
});
