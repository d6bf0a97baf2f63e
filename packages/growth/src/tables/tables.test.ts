import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bmiThreshold } from '../bmi.ts';
import { readPackageCsv, sexOfCode } from '../testing/csv.ts';
import { bendsOf, bendText, type LmsTable, lmsAt } from './lms-table.ts';
import { PROGRAMME_TABLES } from './programme-tables.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..');

function generatedFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.generated.ts'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const { lengthForAge, heightForAge, weightForAge, weightForLength, weightForHeight } =
  PROGRAMME_TABLES;

describe.each([
  {
    file: 'length-height-for-age-by-month',
    at: 'month',
    position: 'L',
    table: lengthForAge,
    rows: 50,
  },
  {
    file: 'length-height-for-age-by-month',
    at: 'month',
    position: 'H',
    table: heightForAge,
    rows: 74,
  },
  { file: 'weight-for-age-by-month', at: 'month', position: '', table: weightForAge, rows: 122 },
  { file: 'weight-for-length-half-cm', at: 'cm', position: '', table: weightForLength, rows: 262 },
  { file: 'weight-for-height-half-cm', at: 'cm', position: '', table: weightForHeight, rows: 222 },
])('the embedded $file $position', ({ file, at, position, table, rows }) => {
  const published = readPackageCsv(`reference/${file}.csv`).filter(
    (row) => (row.position ?? '') === position,
  );

  it('the embedded table has every published figure to the last digit', () => {
    const embedded = published.map((row) => lmsAt(table[sexOfCode(row.sex)], Number(row[at])));
    expect(embedded).toEqual(
      published.map((row) => ({ l: Number(row.L), m: Number(row.M), s: Number(row.S) })),
    );
  });

  it('the embedded table has no row that was not published', () => {
    expect(published.length).toBe(rows);
    expect(table.Boy.rows.length + table.Girl.rows.length).toBe(rows);
  });
});

describe('a packed column', () => {
  it.each([
    [0, 'a'],
    [1, 'b'],
    [-1, 'B'],
    [25, 'z'],
    [26, '(26)'],
    [-25, 'Z'],
    [-26, '(-26)'],
    [-497083, '(-497083)'],
  ])('writes %s as %s and reads it back', (bend, text) => {
    expect(bendText(bend)).toBe(text);
    expect(bendsOf(text)).toEqual([bend]);
  });

  it('supports repetitions, also of numbers in parentheses', () => {
    expect(bendsOf('fDa3(-40)2b10')).toEqual([
      5,
      -3,
      0,
      0,
      0,
      -40,
      -40,
      ...Array<number>(10).fill(1),
    ]);
  });
});

describe('lmsAt', () => {
  const table: LmsTable = weightForLength.Boy;

  it.each([
    [44.5, null],
    [45, 2.441],
    [45.25, null],
    [110, 18.2689],
    [110.5, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('returns at %s cm the median %s', (cm, median) => {
    expect(lmsAt(table, cm)?.m ?? null).toBe(median);
  });
});

describe('the embedded BMI thresholds', () => {
  it('equal the published figures, without extra rows', () => {
    const published = readPackageCsv('reference/bmi-thresholds.csv');
    expect(published.length).toBe(122);
    for (const { sex, month, threshold } of published) {
      const spelled = sex === 'Boy' || sex === 'Girl' ? sex : sexOfCode(sex);
      expect(bmiThreshold(spelled, Number(month))).toBe(Number(threshold));
    }
    expect([bmiThreshold('Boy', 61), bmiThreshold('Girl', 61)]).toEqual([null, null]);
  });
});

describe('scripts/build-growth-tables.ts', () => {
  it('generates exactly the files in the repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'growth-tables-'));
    try {
      execFileSync(process.execPath, ['scripts/build-growth-tables.ts', folder], {
        cwd: REPOSITORY,
      });
      expect(generatedFiles(folder)).toEqual(generatedFiles(import.meta.dirname));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps the tables of the first load under 3 KB compressed', () => {
    const files = generatedFiles(import.meta.dirname);
    // The day tables are loaded only for the exact method and have their own budget.
    const exact = files.get('exact-tables.generated.ts') ?? '';
    expect(gzipSync(exact).length).toBeLessThan(10 * 1024);
    files.delete('exact-tables.generated.ts');
    expect([...files.keys()].toSorted()).toEqual([
      'bmi-thresholds.generated.ts',
      'half-cm-tables.generated.ts',
      'month-tables.generated.ts',
    ]);
    expect(gzipSync([...files.values()].join('')).length).toBeLessThan(3 * 1024);
  });
});
