import { describe, expect, it } from 'vitest';
import { safeCell } from './safe-cell.ts';

describe('safeCell', () => {
  it.each(['=1+1', '+502 5555', '+5', '-a', '--1', '-', '@SUM(A1)', '\tx', '\rx', '-1.2.3'])(
    'puts an apostrophe in front of %j',
    (text) => expect(safeCell(text)).toBe(`'${text}`),
  );

  it.each(['', 'a=b', '-2.94', '-0', '7', '-90.5069', "'=1", ' =1', 'ana-maria'])(
    'leaves %j as it is',
    (text) => expect(safeCell(text)).toBe(text),
  );
});
