import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeCell, textOfSafeCell } from './safe-cell.ts';

describe('safeCell', () => {
  it.each(['=1+1', '+502 5555', '+5', '-a', '--1', '-', '@SUM(A1)', '\tx', '\rx', '-1.2.3'])(
    'puts an apostrophe before %j',
    (text) => expect(safeCell(text)).toBe(`'${text}`),
  );

  it.each(['', 'a=b', '-2.94', '-0', '7', '-90.5069', "'", "'Ana", ' =1', 'ana-maria'])(
    'leaves %j unchanged',
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
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', 'a'),
    });
    fc.assert(fc.property(text, (it) => textOfSafeCell(safeCell(it)) === it));
  });
});
