import { csvLine, safeCell } from '@crece/reports/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader, type CsvRecord } from './csv-reader.ts';

function read(...pieces: string[]): CsvRecord[] {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

const cellsOf = (...pieces: string[]) => read(...pieces).map(({ cells }) => cells);

describe('CsvReader', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\n1', [['a'], ['1']]],
    [
      'a,b\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    [
      'a,b\n"1,5","say ""hi"""\n',
      [
        ['a', 'b'],
        ['1,5', 'say "hi"'],
      ],
    ],
    [
      'a,b\n"two\nlines",2\n3,4',
      [
        ['a', 'b'],
        ['two\nlines', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a,b\r\n1,"2"\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n"",""',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    [
      'a,b\n5" tape,2',
      [
        ['a', 'b'],
        ['5" tape', '2'],
      ],
    ],
    [
      'a,b\n"1"x,2',
      [
        ['a', 'b'],
        ['1x', '2'],
      ],
    ],
    [
      '"a;x",b,c\n1,2,3',
      [
        ['a;x', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    ['', []],
    ['\n\r\n', []],
  ])('reads %j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('skips empty lines and still counts them', () => {
    expect(read('a\n\n1\n\r\n"2\n2"\n3\n').map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'a'],
      [3, '1'],
      [5, '2\n2'],
      [7, '3'],
    ]);
  });

  it('reads the same records however the text is cut into pieces', () => {
    const text = 'id,t\r\n1,"a ""b"", c"\r\n\r\n2,"x\r\ny"\n3,z"\n4,"",5\n';
    const whole = read(text);
    for (let size = 1; size <= text.length; size++) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(read(...pieces)).toEqual(whole);
    }
  });

  it('reads back whatever csvLine writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer().map(String), cell), { minLength: 1 }), (rows) => {
        const header = ['id', 'text'];
        const text = [header, ...rows].map((row) => csvLine(row)).join('');
        // What a spreadsheet could run as a formula is marked by csvLine itself.
        expect(cellsOf(text)).toEqual([header, ...rows.map((row) => row.map(safeCell))]);
      }),
    );
  });

  it('reports an unclosed quotation mark and continues with the next line', () => {
    const records = read('a,b\n"1,2\n3,4\n5,6\n');
    expect(records.map(({ line, cells, problem }) => [line, cells, problem])).toEqual([
      [1, ['a', 'b'], null],
      [2, ['1', '2'], 'quote-not-closed'],
      [3, ['3', '4'], null],
      [4, ['5', '6'], null],
    ]);
  });

  it('an unclosed quotation mark does not swallow the lines up to the next quoted cell', () => {
    const text = 'a,b,c\n"1,2,3\n4,5,6\n7,"x",9\n10,"y\nz",12\n';
    const records = read(text);
    expect(records.map(({ row, cells, problem }) => [row, cells, problem])).toEqual([
      [1, ['a', 'b', 'c'], null],
      [2, ['1', '2', '3'], 'quote-not-closed'],
      [3, ['4', '5', '6'], null],
      [4, ['7', 'x', '9'], null],
      [5, ['10', 'y\nz', '12'], null],
    ]);
    for (let cut = 1; cut < text.length; cut++) {
      expect(read(text.slice(0, cut), text.slice(cut))).toEqual(records);
    }
  });

  it('the reader does not wait for a closing quotation mark until the end of a large file', () => {
    const reader = new CsvReader();
    reader.push('a,b\n"1,2\n');
    const rows = '3,4\n'.repeat(20_000);
    const records = reader.push(rows);
    expect(records[0]).toEqual({ line: 2, row: 2, cells: ['1', '2'], problem: 'quote-not-closed' });
    expect(records).toHaveLength(20_001);
    expect(records.at(-1)).toEqual({ line: 20_002, row: 20_002, cells: ['3', '4'], problem: null });
  });

  it('drops an endless line and continues after it', () => {
    const reader = new CsvReader();
    const records = [...reader.push('a,b\n1,2\n')];
    for (let piece = 0; piece < 20; piece++) records.push(...reader.push('x'.repeat(10_000)));
    records.push(...reader.push('x\n3,4\n'), ...reader.end());
    expect(records.map(({ line, cells, problem }) => [line, cells, problem])).toEqual([
      [1, ['a', 'b'], null],
      [2, ['1', '2'], null],
      [3, [], 'line-too-long'],
      [4, ['3', '4'], null],
    ]);
  });

  it('reports a line that is too long even if it comes in one piece', () => {
    const records = read(`a\n${'x'.repeat(70_000)}\n1\n`);
    expect(records.map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [2, 'line-too-long'],
      [3, null],
    ]);
  });

  it('keeps a long quoted cell of many lines', () => {
    const long = 'word\n'.repeat(2_000);
    expect(cellsOf(`a,b\n1,"${long}"\n2,3\n`)).toEqual([
      ['a', 'b'],
      ['1', long],
      ['2', '3'],
    ]);
  });
});

describe('csvLine', () => {
  it('quotes only cells that need it', () => {
    expect(csvLine(['a', 'b;c', '1,5', 'say "hi"', 'x\ny', ''])).toBe(
      'a,b;c,"1,5","say ""hi""","x\ny",\n',
    );
  });
});
