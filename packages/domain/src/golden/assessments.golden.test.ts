import { describe, expect, it } from 'vitest';
import { assessMeasures } from '../screening/assess-measures.ts';
import { readScreening } from '../screening/read-screening.ts';
import { supplementOn } from '../screening/supplement.ts';
import { readGolden } from './read-csv.ts';

const rows = readGolden('assessments-dev.csv');

function measure(cell: string | undefined): number | undefined {
  return cell === undefined || cell === '' ? undefined : Number(cell);
}

function twoDecimals(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : value.toFixed(2);
}

/** The calculated values of a row, for comparison with the expected cells. */
function computed(row: Readonly<Record<string, string>>): Record<string, string> {
  const sex = row['sex'] === '1' ? 'Boy' : 'Girl';
  const ageMonths = Number(row['month_age']);
  const measures = {
    height: measure(row['height']),
    weight: measure(row['weight']),
    muac: measure(row['muac']),
  };
  const known = Object.fromEntries(
    Object.entries(measures).filter(([, value]) => value !== undefined),
  );
  const isFirst = row['is_first'] === '1';
  const assessment = assessMeasures({ sex, ageMonths, ...known, isFirst });
  const reading = readScreening({ gender: sex, ...known, ...assessment });
  // With today on the survey date, today's supplement equals the stored one, also with an override.
  const today = '2024-06-15';
  const { supType } = supplementOn(
    { surveyDate: today, ageOverride: ageMonths, ...known, ...assessment },
    { birthDate: '2023-01-01' },
    today,
  );
  expect(supType).toBe(reading.supType);
  const { zScore } = assessment;
  return {
    ha: twoDecimals(zScore.ha),
    wa: twoDecimals(zScore.wa),
    wl: twoDecimals(zScore.wl),
    haStatus: zScore.haStatus ?? '',
    waStatus: zScore.waStatus ?? '',
    wlStatus: zScore.wlStatus ?? '',
    zscoreStatus: reading.zscoreStatus ?? '',
    statusColor: reading.statusColor ?? '',
    status: assessment.status ?? '',
    actions: assessment.actions.join('|'),
    supType: reading.supType,
    muacBand: reading.muacBand ?? '',
    obese: reading.obese === undefined ? '' : reading.obese ? '1' : '0',
    bmi: twoDecimals(reading.bmi),
  };
}

const INPUTS = new Set(['id', 'sex', 'month_age', 'is_first', 'height', 'weight', 'muac']);

describe('the complete assessment rules on the golden assessments', () => {
  it('has all 1,528 records', () => {
    expect(rows).toHaveLength(1528);
  });

  it('is equal in every cell', () => {
    const wrong = rows.flatMap((row) => {
      const cells = computed(row);
      return Object.keys(row)
        .filter((column) => !INPUTS.has(column) && cells[column] !== row[column])
        .map((column) => `${row['id']} ${column}: ${cells[column]}, expected ${row[column]}`);
    });
    expect(wrong).toEqual([]);
  });
});
