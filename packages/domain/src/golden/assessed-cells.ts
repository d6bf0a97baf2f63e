import { assessMeasures } from '../screening/assess-measures.ts';
import { type ReadableScreening, readScreening } from '../screening/read-screening.ts';
import { readGolden } from './read-csv.ts';

export type GoldenRow = Readonly<Record<string, string>>;

/** The golden screenings: measures with the outcome that the rules must have. */
export const GOLDEN_ASSESSMENTS = readGolden('assessments-dev.csv');

function measure(cell: string | undefined): number | undefined {
  return cell === undefined || cell === '' ? undefined : Number(cell);
}

function twoDecimals(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : value.toFixed(2);
}

/** A golden row, assessed and read; its age counts as an override. */
export function assessedRow(row: GoldenRow) {
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
  const screening: ReadableScreening = { gender: sex, ...known, ...assessment };
  return { ageMonths, known, assessment, screening, reading: readScreening(screening) };
}

/** The calculated values of a row, for comparison with the expected cells. */
export function assessedCells(row: GoldenRow): Record<string, string> {
  const { assessment, reading } = assessedRow(row);
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
