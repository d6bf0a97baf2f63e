import type { IsoDate, ReportFormat, UnitDatabase } from '@crece/domain';
import {
  type Row,
  reportAnswers,
  reportColumns,
  reportFileName,
  reportRows,
  reportTitles,
  UnitCollector,
  type UnitRecords,
} from '@crece/reports';
import { csvHead, csvRow } from '@crece/reports/csv';
import type { LocalStake } from '@crece/storage';
import type { ReportAsk } from '../../../components/report-paths.ts';
import { openVersions } from '../../../data/open-versions.ts';
import type { ReportTable } from '../report-table.ts';
import { inSlices } from './slices.ts';

// Reports of the records on this device, by the same row functions as the server's. Everything is
// done in slices: a phone with a large unit stays usable meanwhile.

/** Reads every record of a unit on this device; rejects when `signal` is aborted. */
export async function readLocalUnit(
  stake: LocalStake,
  unit: UnitDatabase,
  signal: AbortSignal,
): Promise<UnitRecords> {
  const documents = await stake.documents();
  signal.throwIfAborted();
  const collector = new UnitCollector(unit);
  for await (const document of inSlices(documents, signal)) collector.add(document);
  for (const version of await openVersions(stake)) collector.addVersion(version);
  return collector.finish();
}

/** What a local report is made of. */
export interface LocalReport {
  readonly records: UnitRecords;
  readonly ask: ReportAsk;
  readonly today: IsoDate;
}

const rowsOf = ({ records, ask, today }: LocalReport, signal: AbortSignal): AsyncGenerator<Row> =>
  inSlices(reportRows(ask.type, records, { ...ask, today }), signal);

/** The first rows of a local report, and how many there are. */
export async function localTable(
  report: LocalReport,
  limit: number,
  signal: AbortSignal,
): Promise<ReportTable> {
  const { type, language } = report.ask;
  const titles = reportTitles(type, language);
  const rows: Row[] = [];
  let count = 0;
  for await (const row of rowsOf(report, signal)) {
    count += 1;
    if (rows.length < limit) rows.push(row);
  }
  const { unreadable, withoutChild } = report.records;
  return {
    columns: reportColumns(type).map((column, at) => ({
      ...column,
      title: titles[at] ?? column.name,
    })),
    rows,
    count,
    failedUnits: [],
    unreadable: unreadable.length + withoutChild.length,
  };
}

/** Lines are handed over in pieces of so many: a text for each would cost more than its letters. */
const LINES_PER_PIECE = 500;

async function csvFile(report: LocalReport, signal: AbortSignal): Promise<Blob> {
  const { type, language } = report.ask;
  const answers = reportAnswers(language);
  const pieces: string[] = [csvHead(reportTitles(type, language))];
  let lines: string[] = [];
  for await (const row of rowsOf(report, signal)) {
    lines.push(csvRow(row, answers));
    if (lines.length < LINES_PER_PIECE) continue;
    pieces.push(lines.join(''));
    lines = [];
  }
  return new Blob([...pieces, ...lines], { type: 'text/csv;charset=utf-8' });
}

async function xlsxFile(report: LocalReport, sheet: string, signal: AbortSignal): Promise<Blob> {
  const { xlsxBytes, XLSX_MEDIA_TYPE } = await import('@crece/reports/xlsx');
  const { type, language } = report.ask;
  const pieces: BlobPart[] = [];
  const table = {
    columns: reportColumns(type),
    titles: reportTitles(type, language),
    answers: reportAnswers(language),
    sheet,
  };
  for await (const bytes of xlsxBytes(rowsOf(report, signal), table)) {
    pieces.push(new Uint8Array(bytes));
  }
  return new Blob(pieces, { type: XLSX_MEDIA_TYPE });
}

/** What a local report's file is named after: whoever finds two knows which is this phone's. */
const MADE_HERE = 'local';

/** The whole local report as a file with its name; `sheet` names the sheet of a workbook. */
export async function localFile(
  report: LocalReport,
  { format, sheet, now }: { format: ReportFormat; sheet: string; now: Date },
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const { type } = report.ask;
  const file =
    format === 'csv' ? await csvFile(report, signal) : await xlsxFile(report, sheet, signal);
  const place = report.records.unit.stakeDB;
  const name = reportFileName({ type, scope: 'stake', place, format, at: now, random: MADE_HERE });
  return { file, name };
}
