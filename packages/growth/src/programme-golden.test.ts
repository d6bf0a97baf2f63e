import { describe, expect, it } from 'vitest';
import { programmeZScores, type ZScore } from './programme.ts';
import { readPackageCsv, sexOfCode } from './testing/csv.ts';

/** The golden figures have six decimals; the agreed tolerance allows for that. */
const TOLERANCE = 0.00001;

function measure(cell: string | undefined): number | undefined {
  return cell === undefined || cell === '' ? undefined : Number(cell);
}

function agrees({ z }: ZScore, golden: string | undefined): boolean {
  if (golden === undefined) return false;
  if (golden === '' || z === null) return golden === '' && z === null;
  return Math.abs(z - Number(golden)) <= TOLERANCE;
}

describe('the programme method', () => {
  const golden = readPackageCsv('test-data/monthly-dev.csv');

  it('equals every cell of the golden month records', () => {
    const different = golden.filter((row) => {
      const { haz, waz, whz } = programmeZScores({
        sex: sexOfCode(row.sex),
        ageMonths: Number(row.month_age),
        height: measure(row.height),
        weight: measure(row.weight),
      });
      return !(agrees(haz, row.ha) && agrees(waz, row.wa) && agrees(whz, row.wl));
    });
    expect(golden.length).toBe(3000);
    expect(different).toEqual([]);
  });

  it('the golden records are of every kind', () => {
    const count = (test: (row: Record<string, string>) => boolean) => golden.filter(test).length;
    const isBetween = (cell: string | undefined, from: number, below: number) =>
      cell !== '' && Number(cell) >= from && Number(cell) < below;
    expect({
      withoutHeight: count((row) => row.height === ''),
      withoutWeight: count((row) => row.weight === ''),
      heightWithoutRow: count((row) => row.wl === '' && row.height !== '' && row.weight !== ''),
      under45cm: count((row) => isBetween(row.height, 1, 45)),
      inLyingRowOf24: count((row) => isBetween(row.month_age, 23.5, 24)),
      pastMonth60: count((row) => isBetween(row.month_age, 60.001, 61)),
      wastedBeyond3: count((row) => isBetween(row.wl, -99, -3)),
    }).toEqual({
      withoutHeight: 54,
      withoutWeight: 63,
      heightWithoutRow: 64,
      under45cm: 43,
      inLyingRowOf24: 29,
      pastMonth60: 26,
      wastedBeyond3: 99,
    });
  });
});
