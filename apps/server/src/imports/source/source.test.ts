import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { aSheet, aWorkbook, zipOf } from '../testing/a-workbook.ts';
import { openSource, type SourceAnswers } from './source.ts';
import { RefusedFile } from './source-row.ts';
import { readWorkbookPart } from './workbook-part.ts';

async function cellsOf(bytes: Buffer | string, answers: SourceAnswers = {}): Promise<unknown[]> {
  const path = join(aFolder(), 'file');
  writeFileSync(path, bytes);
  const source = await openSource(path, answers);
  if (!source.ok) return [{ asked: source.question }];
  const rows: unknown[] = [];
  for await (const { cells, isBroken } of source.rows) rows.push(isBroken ? 'broken' : cells);
  return rows;
}

/** The names of the sheets of a workbook that is read. */
async function sheetsOf(bytes: Buffer): Promise<unknown> {
  const path = join(aFolder(), 'file');
  writeFileSync(path, bytes);
  const source = await openSource(path, {});
  return source.ok ? source.sheets : null;
}

/** The refusal of a file, or 'not refused'. */
async function refusalOf(bytes: Buffer | string): Promise<string> {
  try {
    await cellsOf(bytes);
  } catch (error) {
    if (error instanceof RefusedFile) return error.refusal;
    throw error;
  }
  return 'not refused';
}

const NAMES = 'nombre;apellido\nJosé;Núñez\n';
const READ = [
  ['nombre', 'apellido'],
  ['José', 'Núñez'],
];
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('the encoding of a text file', () => {
  it('a byte order mark tells the encoding', async () => {
    expect(await cellsOf(`\uFEFF${NAMES}`)).toEqual(READ);
    expect(await cellsOf(utf16(`\uFEFF${NAMES}`))).toEqual(READ);
    expect(await cellsOf(utf16(`\uFEFF${NAMES}`).swap16())).toEqual(READ);
  });

  it('the bytes without a mark tell the encoding', async () => {
    expect(await cellsOf(NAMES)).toEqual(READ);
    expect(await cellsOf(utf16(NAMES))).toEqual(READ);
    expect(await cellsOf(utf16(NAMES).swap16())).toEqual(READ);
    expect(await cellsOf(Buffer.from(NAMES, 'latin1'))).toEqual(READ);
  });

  it('ambiguous bytes make the server ask for the encoding, with examples of each reading', async () => {
    // "José" in the encoding of an old Macintosh.
    const bytes = Buffer.concat([
      Buffer.from('nombre\nJos'),
      Buffer.from([0x8e]),
      Buffer.from('\n'),
    ]);
    expect(await cellsOf(bytes)).toMatchObject([
      {
        asked: {
          options: ['windows-1252', 'macintosh'],
          count: 1,
          examples: [{ text: 'windows-1252: nombre JosŽ ' }, { text: 'macintosh: nombre José ' }],
        },
      },
    ]);
    expect(await cellsOf(bytes, { encoding: 'macintosh' })).toEqual([['nombre'], ['José']]);
  });

  it('the encoding is applied across the borders of chunks', async () => {
    const name = 'ñ'.repeat(30_000);
    expect(await cellsOf(`a,b\n${name},${name}\n${name},x\n`)).toEqual([
      ['a', 'b'],
      [name, name],
      [name, 'x'],
    ]);
  });
});

describe('a text file', () => {
  it.each([',', ';', '\t'])(
    'a text file is read with the delimiter %j of its header',
    async (delimiter) => {
      const text = `a${delimiter}b\n"x${delimiter}""1""\ny"${delimiter}2\r\n`;
      expect(await cellsOf(text)).toEqual([
        ['a', 'b'],
        [`x${delimiter}"1"\ny`, '2'],
      ]);
    },
  );

  it('a text file may end its lines by CR alone, and begin with a hint for Excel', async () => {
    expect(await cellsOf('nombre;apellido\rJosé;Núñez\r')).toEqual(READ);
    expect(await cellsOf('sep=;\r\nnombre;apellido\r\nJosé;Núñez\r\n')).toEqual(READ);
    expect(await cellsOf('\uFEFFSEP=|\nnombre|apellido\nJosé|Núñez\n')).toEqual(READ);
  });

  it('a line that holds delimiters only is no row; other rows keep their numbers', async () => {
    expect(await cellsOf(`${NAMES};\n ; \n\nEva;Tzi\n;\n`)).toEqual([...READ, ['Eva', 'Tzi']]);
    const path = join(aFolder(), 'file');
    writeFileSync(path, 'a,b\n"1\n2",3\n\n,\n4,5\n');
    const source = await openSource(path, {});
    const numbers: number[] = [];
    if (source.ok) for await (const { row } of source.rows) numbers.push(row);
    expect(numbers).toEqual([1, 2, 5]);
  });

  it('yields a broken row as such and continues after it', async () => {
    const long = 'x'.repeat(70_000);
    expect(await cellsOf(`a,b\n${long},1\n2,3\n"4,5\n`)).toEqual([
      ['a', 'b'],
      'broken',
      ['2', '3'],
      'broken',
    ]);
  });
});

describe('a workbook', () => {
  type Rows = (string | number | boolean | Date | null)[][];
  const workbook = (rows: Rows) => writeXlsx({ sheets: [{ name: 'niños', rows }] });

  it('a workbook is read with typed numbers and dates, and without empty rows', async () => {
    const bytes = await workbook([
      ['nombre', 'peso', 'fecha', 'sí'],
      ['José', 7.1, new Date('2025-05-10T00:00:00Z'), true],
      [null, null, null, null],
      ['=1+1', 8, new Date('2025-05-10T15:30:00Z'), false],
    ]);
    expect(await cellsOf(Buffer.from(bytes))).toEqual([
      ['nombre', 'peso', 'fecha', 'sí'],
      ['José', 7.1, '2025-05-10', true],
      ['=1+1', 8, '2025-05-10 15:30:00', false],
    ]);
  });

  it('what is merged over several rows of a column is read in each of them that holds anything', async () => {
    const over = (startCol: number, startRow: number, endRow: number, endCol = startCol) => ({
      ...{ startRow, startCol, endRow, endCol },
    });
    const rows = [
      ['nombre', 'zona', 'peso', 'talla'],
      ['Ana', 'Norte', 7.1, 70],
      [null, null, 7.6, 72],
      ['Eva', null, 8, null],
      [null, null, null, null],
      ['Luz', null, 9, 75],
    ];
    const merges = [over(0, 1, 2), over(1, 1, 4), over(2, 5, 5, 3), over(2, 3, 3, 3)];
    const bytes = await writeXlsx({ sheets: [{ name: 'niños', rows, merges }] });
    expect(await cellsOf(Buffer.from(bytes))).toEqual([
      ['nombre', 'zona', 'peso', 'talla'],
      ['Ana', 'Norte', 7.1, 70],
      ['Ana', 'Norte', 7.6, 72],
      ['Eva', 'Norte', 8],
      ['Luz', null, 9, 75],
    ]);
  });

  it('a workbook’s only visible sheet that holds anything is read; the others are named', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Viejo', rows: [['nombre'], ['Eva']], hidden: true },
        { name: 'Notas', rows: [] },
        { name: 'Marzo & abril', rows: [['nombre'], ['Ana']] },
      ],
    });
    expect(await cellsOf(Buffer.from(bytes))).toEqual([['nombre'], ['Ana']]);
    expect(await sheetsOf(Buffer.from(bytes))).toEqual({
      read: 'Marzo & abril',
      unread: ['Viejo'],
    });
    expect(await cellsOf(Buffer.from(bytes), { sheet: 'Viejo' })).toEqual([['nombre'], ['Eva']]);
  });

  it('with several sheets, or with hidden ones only, asks which is meant', async () => {
    const both = await writeXlsx({
      sheets: [
        {
          name: 'Enero',
          rows: [
            ['nombre', 'peso'],
            ['Eva', 8],
          ],
        },
        { name: 'Febrero', rows: [['nombre'], ['Ana']] },
        { name: 'Viejo', rows: [['x']], hidden: true },
      ],
    });
    expect(await cellsOf(Buffer.from(both))).toMatchObject([
      {
        asked: {
          code: 'sheet',
          options: ['Enero', 'Febrero'],
          examples: [{ text: 'Enero: nombre, peso' }, { text: 'Febrero: nombre' }],
        },
      },
    ]);
    expect(await cellsOf(Buffer.from(both), { sheet: 'Febrero' })).toEqual([['nombre'], ['Ana']]);
    const hidden = await writeXlsx({
      sheets: [
        { name: 'Vacía', rows: [] },
        { name: 'Oculta', rows: [['nombre']], hidden: true },
      ],
    });
    expect(await cellsOf(Buffer.from(hidden))).toMatchObject([{ asked: { options: ['Oculta'] } }]);
  });

  it('says which rows are hidden, and how many cells of a column are formulas without a result', async () => {
    const head =
      '<row r="1"><c t="inlineStr"><is><t>nombre</t></is></c><c t="inlineStr"><is><t>peso</t></is></c></row>';
    const name = '<c t="inlineStr"><is><t>Ana</t></is></c>';
    const rows = [
      `<row r="3" ht="12" hidden="1">${name}<c r="B3"><v>8.1</v></c></row>`,
      `<x:row r="4" hidden='true'>${name}<c r="B4"><f>A1*2</f><v></v></c></x:row>`,
      `<row r="5" hidden="0">${name}<c r="B5"><f>A1*2</f></c></row>`,
      `<row r="6">${name}<c r="B6"><f t="shared" si="0"/><v>9</v></c><c r="C6" t="str"><f>""</f><v></v></c></row>`,
    ];
    const path = join(aFolder(), 'file');
    writeFileSync(path, aWorkbook('<sst/>', aSheet(head + rows.join(''))));
    const source = await openSource(path, {});
    if (!source.ok) throw new Error('not read');
    const hidden: number[] = [];
    for await (const { row, isHidden } of source.rows) if (isHidden) hidden.push(row);
    expect(hidden).toEqual([3, 4]);
    expect([...source.formulas]).toEqual([[1, 2]]);
  });

  it('says from which day it counts its dates', async () => {
    expect(readWorkbookPart('<workbookPr date1904="1"/>').serials).toBe('1904');
    expect(readWorkbookPart('<workbookPr/>').serials).toBe('1900');
    expect(
      readWorkbookPart('<x:sheet name="A &amp; &#66;" r:id="rId7" state="veryHidden"/>').sheets,
    ).toEqual([{ name: 'A & B', isHidden: true, relation: 'rId7' }]);
  });

  it('a workbook is refused when it is broken or cut', async () => {
    const bytes = Buffer.from(await workbook([['a']]));
    expect(await refusalOf(bytes.subarray(0, bytes.length - 30))).toBe('workbook-unreadable');
    expect(await refusalOf(Buffer.from('PK\u0003\u0004 and nothing else'))).toBe(
      'workbook-unreadable',
    );
    const scrambled = Buffer.from(bytes);
    scrambled.fill(0xff, 40, 200);
    expect(await refusalOf(scrambled)).toBe('workbook-unreadable');
  });

  it('a workbook is refused when it is too large uncompressed, whatever its directory states', async () => {
    // Pieces that end with a full flush unpack one after the other.
    const piece = deflateRawSync(Buffer.alloc(1024 * 1024), {
      finishFlush: constants.Z_FULL_FLUSH,
    });
    const end = deflateRawSync(Buffer.alloc(1_000));
    const bomb = (name: string, megabytes: number) => {
      const pieces = Array.from({ length: megabytes }, () => piece);
      return zipOf([{ name, packed: Buffer.concat([...pieces, end]), said: 10 }]);
    };
    expect(await refusalOf(bomb('xl/sharedStrings.xml', 49))).toBe('workbook-too-many-texts');
    expect(await refusalOf(bomb('xl/worksheets/sheet1.xml', 601))).toBe('workbook-too-large');
    // Small enough to be measured, but not a workbook.
    expect(await refusalOf(bomb('xl/sharedStrings.xml', 0))).toBe('workbook-unreadable');
  });
});

describe('a file that is refused as a whole', () => {
  it('a file that is refused as a whole is reported with its code', async () => {
    expect(await refusalOf('')).toBe('file-empty');
    expect(await refusalOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('old-excel');
    expect(await refusalOf(Buffer.from([0x89, 0x50, 1, 2, 3]))).toBe('not-a-table');
    expect(await refusalOf(Buffer.alloc(100))).toBe('not-a-table');
    expect(await refusalOf('%PDF-1.4 %âãÏÓ')).toBe('not-a-table');
    expect(await refusalOf('{\\rtf1 nombre}')).toBe('not-a-table');
    expect(await refusalOf('\uFEFF <html xmlns:x="urn:excel"><table>')).toBe('web-page');
    const entry = (name: string, text: string) => ({
      name,
      packed: deflateRawSync(Buffer.from(text)),
      said: 10,
    });
    expect(await refusalOf(zipOf([entry('word/document.xml', 'x')]))).toBe('no-workbook');
    const ods = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ]);
    expect(await refusalOf(ods)).toBe('open-document');
    expect(await refusalOf(`${'a,'.repeat(300)}b\n`)).toBe('too-many-columns');
  });

  it('a file with more than a million rows is refused; one with exactly a million is accepted', async () => {
    expect(await refusalOf(`a,b\n${'1,2\n'.repeat(1_000_000)}`)).toBe('not refused');
    expect(await refusalOf(`a,b\n${'1,2\n'.repeat(1_000_001)}`)).toBe('too-many-rows');
  });
});
