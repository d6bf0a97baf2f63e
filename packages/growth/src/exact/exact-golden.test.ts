import { describe, expect, it } from 'vitest';
import { readPackageCsv } from '../testing/csv.ts';
import {
  EXACT_SCORES,
  type ExactMeasures,
  type ExactZScores,
  exactZScores,
} from './exact-z-scores.ts';

const numberOf = (cell: string | undefined): number | undefined =>
  cell === undefined || cell === '' ? undefined : Number(cell);

function measuresOf(row: Record<string, string>): ExactMeasures {
  const letter = (row.measure ?? '').toLowerCase();
  return {
    sex: row.sex === '1' ? 'Boy' : row.sex === '2' ? 'Girl' : undefined,
    ageDays: numberOf(row.age_days),
    ageMonths: numberOf(row.age_months),
    weight: numberOf(row.weight),
    height: numberOf(row.lenhei),
    measured: letter === 'l' ? 'lying' : letter === 'h' ? 'standing' : undefined,
    muac: numberOf(row.muac),
    oedema: ['y', 'Y', '1'].includes(row.oedema ?? ''),
  };
}

/** The cells of a golden row, as WHO's software prints them. */
function cellsOf(scores: ExactZScores): Record<string, string> {
  const cells: Record<string, string> = {
    clenhei:
      scores.convertedHeight === null ? '' : String(Number(scores.convertedHeight.toPrecision(12))),
    c9mo_flag: scores.isStandingDisbelieved ? '1' : '0',
    cbmi: scores.bmi === null ? '' : String(Number(scores.bmi.toPrecision(12))),
  };
  for (const name of EXACT_SCORES.filter((score) => score !== 'zhc')) {
    const score = scores[name];
    cells[name] = score.z === null ? '' : score.z.toFixed(2);
    cells[name.replace('z', 'f')] = score.z === null ? '' : score.isFlagged ? '1' : '0';
  }
  return cells;
}

/** Equal figures, however many digits are printed; an empty cell equals only an empty cell. */
function isSameCell(cell: string, golden: string): boolean {
  return cell === golden || (cell !== '' && golden !== '' && Number(cell) === Number(golden));
}

describe('exactZScores against WHO anthro 1.1.0.9000', () => {
  const rows = readPackageCsv('test-data/zscores-dev.csv');

  it('equals every cell of the 6,000 golden records', () => {
    expect(rows.length).toBe(6000);
    const wrong = rows.flatMap((row) => {
      const cells = cellsOf(exactZScores(measuresOf(row)));
      return Object.entries(cells)
        .filter(([name, cell]) => !isSameCell(cell, row[name] ?? ''))
        .map(([name, cell]) => `${row.id} ${name}: ${cell} instead of ${row[name]}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(readPackageCsv('test-data/package-test-facts.csv'))(
    'keeps the fact $fact: $column is $expected',
    (fact) => {
      const age = fact.age_unit === 'month' ? { age_months: fact.age } : { age_days: fact.age };
      const cells = cellsOf(
        exactZScores(measuresOf({ ...fact, ...age } as Record<string, string>)),
      );
      const cell = cells[fact.column ?? ''] ?? 'no such column';
      if (fact.expected === '') expect(cell).toBe('');
      else
        expect(Math.abs(Number(cell) - Number(fact.expected))).toBeLessThanOrEqual(
          Number(fact.tolerance) + 1e-12,
        );
    },
  );
});
