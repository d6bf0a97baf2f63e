import { databasesOf } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { collectUnit } from './base/report-records.ts';
import { csvHead, csvRows } from './csv/report-csv.ts';
import { reportAnswers, reportRows, reportTitles } from './report-rows.ts';
import {
  GOLDEN_SET,
  type GoldenReport,
  goldenDifferences,
  goldenDocuments,
  goldenPlace,
} from './testing/golden-set.ts';
import { reportUnits } from './units.ts';

const UNITS = new Map(databasesOf(BUILT_IN_CATALOGUE).map((unit) => [unit.stakeDB, unit]));

function recordsOf(stakeDB: string) {
  const unit = UNITS.get(stakeDB);
  if (unit === undefined) throw new Error(`${stakeDB} is not in the catalogue`);
  return collectUnit(unit, goldenDocuments(stakeDB));
}

const RECORDS = new Map(GOLDEN_SET.units.map(({ stakeDB }) => [stakeDB, recordsOf(stakeDB)]));

/** The CSV of our report, and its number of rows per unit, in order. */
function made(report: GoldenReport) {
  const { type, sort, months } = report;
  const answers = reportAnswers('en');
  const blocks: [string, number][] = [];
  let text = csvHead(reportTitles(type, 'en'));
  for (const { stakeDB } of reportUnits(BUILT_IN_CATALOGUE, goldenPlace(report))) {
    const records = RECORDS.get(stakeDB);
    if (records === undefined) continue;
    const options = { today: GOLDEN_SET.today, language: 'en', sort, months } as const;
    const rows = [...reportRows(type, records, options)];
    if (rows.length > 0) blocks.push([stakeDB, rows.length]);
    text += rows.map(csvRows(answers)).join('');
  }
  return { text, blocks };
}

describe.each(GOLDEN_SET.reports)('the golden report $file', (report) => {
  const { text, blocks } = made(report);

  it('equals the expected report in every compared cell, and in its order', () => {
    expect(goldenDifferences(report, text)).toEqual([]);
  });

  it('a golden report has its units in order, each with its rows', () => {
    expect(blocks).toEqual(report.unitBlocks);
  });
});
