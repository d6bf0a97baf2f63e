import { readFileSync } from 'node:fs';
import { databasesOf, type ReportSort, type ReportType } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvHead, csvRow } from './csv/report-csv.ts';
import { reportAnswers, reportRows, reportTitles } from './report-rows.ts';
import { compareReports } from './testing/compare-reports.ts';
import { orderFaults } from './testing/report-order.ts';
import { tableRows } from './testing/report-table.ts';
import { collectUnit, type UnitRecords } from './unit-records.ts';
import { type ReportPlace, reportUnits } from './units.ts';

/** A file of the golden set; `reference/README.md` says what is compared. */
const file = (name: string) =>
  readFileSync(new URL(`../reference/${name}`, import.meta.url), 'utf8');

interface GoldenReport {
  readonly file: string;
  readonly type: ReportType;
  readonly scope: 'stake' | 'country' | 'countries';
  readonly unit?: string;
  readonly country?: string;
  readonly sort: ReportSort;
  readonly months: number;
  readonly rows: number;
  readonly unitBlocks: readonly (readonly [string, number])[];
}

interface GoldenSet {
  readonly today: string;
  readonly units: readonly { readonly stakeDB: string; readonly file: string }[];
  readonly mayAppear: { readonly children: string[]; readonly screenings: string[] };
  readonly reports: readonly GoldenReport[];
}

const SET = JSON.parse(file('set.json')) as GoldenSet;
const UNITS = new Map(databasesOf(BUILT_IN_CATALOGUE).map((unit) => [unit.stakeDB, unit]));
const RECORDS = new Map(
  SET.units.map(({ stakeDB, file: name }) => [stakeDB, recordsOf(stakeDB, name)]),
);

function recordsOf(stakeDB: string, name: string): UnitRecords {
  const unit = UNITS.get(stakeDB);
  if (unit === undefined) throw new Error(`${stakeDB} is not in the catalogue`);
  const lines = file(name).trimEnd().split('\n');
  return collectUnit(
    unit,
    lines.map((line): unknown => JSON.parse(line)),
  );
}

function placeOf({ scope, unit = '', country = '' }: GoldenReport): ReportPlace {
  if (scope === 'stake') return { scope, stakeDB: unit };
  return scope === 'country' ? { scope, countryCode: country } : { scope };
}

/** The CSV that our report gives, and how many rows each unit has in it, in order. */
function made(report: GoldenReport) {
  const { type, sort, months } = report;
  const answers = reportAnswers('en');
  const blocks: [string, number][] = [];
  let text = csvHead(reportTitles(type, 'en'));
  for (const { stakeDB } of reportUnits(BUILT_IN_CATALOGUE, placeOf(report))) {
    const records = RECORDS.get(stakeDB);
    if (records === undefined) continue;
    const rows = [...reportRows(type, records, { today: SET.today, language: 'en', sort, months })];
    if (rows.length > 0) blocks.push([stakeDB, rows.length]);
    text += rows.map((row) => csvRow(row, answers)).join('');
  }
  return { text, blocks };
}

const table = (text: string): string[][] => parse(text, { bom: true });

describe.each(SET.reports)('$file', (report) => {
  const { text, blocks } = made(report);
  const expected = file(report.file);

  it('equals the expected report in header, byte order mark and every compared cell', () => {
    expect(text.startsWith('\uFEFF')).toBe(true);
    const differences = compareReports(report.type, table(text), table(expected), SET.mayAppear);
    expect(differences).toEqual([]);
  });

  it('has its units in order, each with its rows', () => {
    expect(blocks).toEqual(report.unitBlocks);
  });

  it('has its rows in order within each unit', () => {
    expect(orderFaults(report, tableRows(table(text)), SET.today)).toEqual([]);
  });
});
