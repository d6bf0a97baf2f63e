import { describe, expect, it } from 'vitest';
import { readPackageCsv } from '../testing/csv.ts';
import {
  COLUMN_CODES,
  EXACT_SCORES,
  type ExactMeasures,
  type ExactZScores,
  exactScoreColumns,
  exactZScoreColumns,
  exactZScores,
} from './index.ts';

type Row = Readonly<Record<string, string>>;

const numberOf = (cell: string | undefined): number | undefined =>
  cell === undefined || cell === '' ? undefined : Number(cell);

function measuresOf(row: Row): ExactMeasures {
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

function twelveDigits(figure: number | null): string {
  return figure === null || Number.isNaN(figure) ? '' : String(Number(figure.toPrecision(12)));
}

const GOLDEN_SCORES = EXACT_SCORES.filter((name) => name !== 'zhc');

/** The cells of a golden row in the format of WHO's software. */
function cellsOf(scores: ExactZScores): Record<string, string> {
  const cells: Record<string, string> = {
    clenhei: twelveDigits(scores.convertedHeight),
    c9mo_flag: scores.isStandingDisbelieved ? '1' : '0',
    cbmi: twelveDigits(scores.bmi),
  };
  for (const name of GOLDEN_SCORES) {
    const score = scores[name];
    cells[name] = score.z === null ? '' : score.z.toFixed(2);
    cells[name.replace('z', 'f')] = score.z === null ? '' : score.isFlagged ? '1' : '0';
  }
  return cells;
}

/** The same cells, calculated by the column form. */
function columnCells(rows: readonly Row[]): Record<string, string>[] {
  const records = rows.map(measuresOf);
  const column = (pick: (record: ExactMeasures) => number | undefined) =>
    Float64Array.from(records, (record) => pick(record) ?? Number.NaN);
  const scores = exactScoreColumns(rows.length);
  exactZScoreColumns(
    {
      sex: Uint8Array.from(records, ({ sex }) => COLUMN_CODES.sex[sex ?? 'unknown']),
      ageDays: column(({ ageDays }) => ageDays),
      ageMonths: column(({ ageMonths }) => ageMonths),
      weight: column(({ weight }) => weight),
      height: column(({ height }) => height),
      measured: Uint8Array.from(
        records,
        ({ measured }) => COLUMN_CODES.measured[measured ?? 'unknown'],
      ),
      muac: column(({ muac }) => muac),
      oedema: Uint8Array.from(records, ({ oedema }) => (oedema === true ? 1 : 0)),
    },
    scores,
  );
  return rows.map((_, row) => {
    const cells: Record<string, string> = {
      clenhei: twelveDigits(scores.convertedHeight[row] ?? Number.NaN),
      c9mo_flag: String(scores.isStandingDisbelieved[row]),
      cbmi: twelveDigits(scores.bmi[row] ?? Number.NaN),
    };
    for (const name of GOLDEN_SCORES) {
      const z = scores[name][row] ?? Number.NaN;
      const isFlagged = ((scores.flags[row] ?? 0) >> EXACT_SCORES.indexOf(name)) & 1;
      cells[name] = Number.isNaN(z) ? '' : z.toFixed(2);
      cells[name.replace('z', 'f')] = Number.isNaN(z) ? '' : String(isFlagged);
    }
    return cells;
  });
}

function differences(rows: readonly Row[], computed: readonly Record<string, string>[]): string[] {
  return rows.flatMap((row, index) =>
    Object.entries(computed[index] ?? { row: 'missing' })
      .filter(([name, cell]) => cell !== row[name])
      .map(([name, cell]) => `${row.id} ${name}: ${cell} instead of ${row[name]}`),
  );
}

describe('the exact method against WHO anthro 1.1.0.9000', () => {
  const rows = readPackageCsv('test-data/zscores-dev.csv');

  it('the golden file has 6,000 records', () => {
    expect(rows.length).toBe(6000);
    expect(Object.keys(cellsOf(exactZScores({})))).toHaveLength(13);
  });

  it('equals every cell when calculated record by record', () => {
    const computed = rows.map((row) => cellsOf(exactZScores(measuresOf(row))));
    expect(differences(rows, computed)).toEqual([]);
  });

  it('equals every cell when calculated in columns', () => {
    expect(differences(rows, columnCells(rows))).toEqual([]);
  });

  it.each(readPackageCsv('test-data/package-test-facts.csv'))(
    'gives $expected in $column: $fact',
    (fact) => {
      const age = fact.age_unit === 'month' ? { age_months: fact.age } : { age_days: fact.age };
      const row = { ...fact, ...age } as Row;
      for (const cells of [cellsOf(exactZScores(measuresOf(row))), ...columnCells([row])]) {
        const cell = cells[fact.column ?? ''] ?? 'no such column';
        if (fact.expected === '') expect(cell).toBe('');
        else
          expect(Math.abs(Number(cell) - Number(fact.expected))).toBeLessThanOrEqual(
            Number(fact.tolerance) + 1e-12,
          );
      }
    },
  );
});
