import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeCell, textOfSafeCell } from './safe-cell.ts';

describe('safeCell', () => {
  it.each([
    '=1+1',
    '+502 5555',
    '+5',
    '-a',
    '--1',
    '-',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '-1.2.3',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
  ])('puts an apostrophe before %j', (text) => expect(safeCell(text)).toBe(`'${text}`));

  it.each(['', 'a=b', '-2.94', '-0', '7', '-90.5069', "'", "'Ana", ' =1', 'ana-maria'])(
    'leaves %j unchanged',
    (text) => expect(safeCell(text)).toBe(text),
  );

  it.each([
    ['Ana;=1+1;', "Ana;'=1+1;"],
    ['Ana;;@x', "Ana;;'@x"],
    ['Ana\t+1', "Ana\t'+1"],
    ['Ana\n=1', "Ana\n'=1"],
    ['Ana\r\n-1', "Ana\r\n'-1"],
    ['Ana;＝1', "Ana;'＝1"],
    ['=1;=2', "'=1;'=2"],
    ['\n=1', "'\n'=1"],
    ["Ana;'=1", "Ana;''=1"],
  ])('takes care that %j is no formula where the cell is taken apart', (text, cell) => {
    expect(safeCell(text)).toBe(cell);
    expect(textOfSafeCell(cell)).toBe(text);
  });

  it.each(['Ana; =1', 'Ana;1=1', 'Ana;', 'a;b', "Ana;'", 'x,=1', 'Ana ＝1', 'a\nb', '—1', '−1'])(
    'leaves %j unchanged: no cell begins with a formula',
    (text) => expect(safeCell(text)).toBe(text),
  );

  it('marks text that already looks marked once more, so that it is read back correctly', () => {
    expect(safeCell("'=1")).toBe("''=1");
  });
});

describe('textOfSafeCell', () => {
  it('removes the apostrophe that safeCell added, and no other', () => {
    expect(["'=1+1", "''=1", "'Ana", '-2.94', ''].map(textOfSafeCell)).toEqual([
      '=1+1',
      "'=1",
      "'Ana",
      '-2.94',
      '',
    ]);
  });

  it('returns every text of safeCell unchanged', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'\'=+-@＝＋－＠;\t\r\n1a,"'),
    });
    fc.assert(fc.property(text, (it) => textOfSafeCell(safeCell(it)) === it));
  });
});
