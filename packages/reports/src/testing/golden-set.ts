import { readFileSync } from 'node:fs';
import type { ReportSort, ReportType } from '@crece/domain';
import { parse } from 'csv-parse/sync';
import type { ReportPlace } from '../units.ts';
import { compareReports } from './compare-reports.ts';
import { orderFaults } from './report-order.ts';
import { tableRows } from './report-table.ts';

/** One expected report, with its parameters. */
export interface GoldenReport {
  readonly file: string;
  readonly type: ReportType;
  readonly scope: 'stake' | 'country' | 'countries';
  readonly unit?: string;
  readonly country?: string;
  readonly sort: ReportSort;
  readonly months: number;
  readonly unitBlocks: readonly (readonly [string, number])[];
}

interface GoldenSet {
  readonly today: string;
  readonly units: readonly { readonly stakeDB: string; readonly file: string }[];
  readonly mayAppear: {
    readonly children: readonly string[];
    readonly screenings: readonly string[];
  };
  readonly reports: readonly GoldenReport[];
}

/** A file of the golden set; `reference/README.md` lists what is compared. */
function goldenFile(name: string): string {
  return readFileSync(new URL(`../../reference/${name}`, import.meta.url), 'utf8');
}

export const GOLDEN_SET = JSON.parse(goldenFile('set.json')) as GoldenSet;

/** The stored documents of a unit of the set, one JSON object per line. */
export function goldenDocumentsText(stakeDB: string): string {
  const unit = GOLDEN_SET.units.find((each) => each.stakeDB === stakeDB);
  if (unit === undefined) throw new Error(`${stakeDB} is no unit of the golden set`);
  return goldenFile(unit.file);
}

/** The stored documents of a unit of the set. */
export function goldenDocuments(stakeDB: string): readonly unknown[] {
  const lines = goldenDocumentsText(stakeDB).trimEnd().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** The place parameter of a report of the set. */
export function goldenPlace({ scope, unit = '', country = '' }: GoldenReport): ReportPlace {
  if (scope === 'stake') return { scope, stakeDB: unit };
  return scope === 'country' ? { scope, countryCode: country } : { scope };
}

/**
 * The differences between an English CSV report and the expected one: in cells, rows, header or
 * order.
 */
export function goldenDifferences(report: GoldenReport, csv: string): readonly string[] {
  const table = (text: string): string[][] => parse(text, { bom: true });
  const ours = table(csv);
  const expected = table(goldenFile(report.file));
  return [
    ...(csv.startsWith('\uFEFF') ? [] : ['no byte order mark']),
    ...compareReports(report.type, ours, expected, GOLDEN_SET.mayAppear),
    ...orderFaults(report, tableRows(ours), GOLDEN_SET.today),
  ];
}
