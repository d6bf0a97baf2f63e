import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeCell, textOfSafeCell } from './safe-cell.ts';

describe('safeCell', () => {
  it.each(['=1+1', '+502 5555', '+5', '-a', '--1', '-', '@SUM(A1)', '\tx', '\rx', '-1.2.3'])(
    'puts an apostrophe in front of %j',
    (text) => expect(safeCell(text)).toBe(`'${text}`),
  );

  it.each(['', 'a=b', '-2.94', '-0', '7', '-90.5069', "'", "'Ana", ' =1', 'ana-maria'])(
    'leaves %j as it is',
    (text) => expect(safeCell(text)).toBe(text),
  );

  it('marks text that already looks marked once more, so that it is not taken for ours', () => {
    expect(safeCell("'=1")).toBe("''=1");
  });
});

describe('textOfSafeCell', () => {
  it('takes off the apostrophe that was put on, and no other', () => {
    expect(["'=1+1", "''=1", "'Ana", '-2.94', ''].map(textOfSafeCell)).toEqual([
      '=1+1',
      "'=1",
      "'Ana",
      '-2.94',
      '',
    ]);
  });

  it('gives every text back', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', 'a'),
    });
    fc.assert(fc.property(text, (it) => textOfSafeCell(safeCell(it)) === it));
  });
});
