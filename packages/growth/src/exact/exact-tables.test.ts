import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPackageCsv, sexOfCode } from '../testing/csv.ts';
import { EXACT_TABLES } from './exact-tables.ts';

const TABLES = [
  ['length-height-for-age-by-day', 'day', EXACT_TABLES.lengthHeightForAge, 3654, 0, 1826],
  ['weight-for-age-by-day', 'day', EXACT_TABLES.weightForAge, 3654, 0, 1826],
  ['bmi-for-age-by-day', 'day', EXACT_TABLES.bmiForAge, 3654, 0, 1826],
  ['muac-for-age-by-day', 'day', EXACT_TABLES.muacForAge, 3472, 91, 1826],
  ['head-circumference-for-age-by-day', 'day', EXACT_TABLES.headCircumferenceForAge, 3654, 0, 1826],
  ['weight-for-length', 'cm', EXACT_TABLES.weightForLength, 1302, 45, 110],
  ['weight-for-height', 'cm', EXACT_TABLES.weightForHeight, 1102, 65, 120],
] as const;

describe.each(TABLES)('the embedded %s', (file, at, table, count, first, last) => {
  const published = readPackageCsv(`reference/${file}.csv`);

  it('the embedded table has every published figure to the last digit', () => {
    const embedded = published.map((row) => {
      const { first: start, perUnit, l, m, s } = table[sexOfCode(row.sex)];
      const index = Math.round((Number(row[at]) - start) * perUnit);
      return { at: start + index / perUnit, L: l[index], M: m[index], S: s[index] };
    });
    expect(embedded).toEqual(
      published.map((row) => ({
        at: expect.closeTo(Number(row[at]), 9) as number,
        L: Number(row.L),
        M: Number(row.M),
        S: Number(row.S),
      })),
    );
  });

  it('the embedded table has no row that was not published', () => {
    expect(published).toHaveLength(count);
    for (const { first: start, last: end, l, m, s } of [table.Boy, table.Girl]) {
      expect([start, end]).toEqual([first, last]);
      expect([l.length, m.length, s.length]).toEqual([count / 2, count / 2, count / 2]);
    }
  });
});

describe('exact-tables.generated.ts', () => {
  it('takes less than 60 KB compressed, the budget of all day tables', () => {
    const file = join(import.meta.dirname, '..', 'tables', 'exact-tables.generated.ts');
    expect(gzipSync(readFileSync(file)).length).toBeLessThan(60 * 1024);
  });
});
