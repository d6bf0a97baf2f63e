import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Column, Row } from '../table.ts';
import { xlsxBytes } from './report-xlsx.ts';

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
