import {
  dateFromInstant,
  type FormerNames,
  type IsoDate,
  type ProgrammeRules,
  type ReportFormat,
  timeZoneOfCountry,
  type UnitDatabase,
} from '@crece/domain';
import {
  type MovedAwayChild,
  type ReportRecords,
  type Row,
  reportAnswers,
  reportColumns,
  reportFileName,
  reportSteps,
  reportTitles,
  UnitCollector,
} from '@crece/reports';
import type { LocalUnit } from '@crece/storage';
import { stopIfAborted } from '@crece/storage';
import { openVersions } from '../../../data/open-versions.ts';
import type { ReportAsk } from '../../../shared/navigation/report-paths.ts';
import { tableFile } from '../../../shared/reports/table-file.ts';
import type { ReportTable } from '../report-table.ts';
import { inSlices, resultInSlices } from './slices.ts';

// Reports of the records on this device, with the same row functions as the server. All work is
// done in time slices, so that a phone with a large unit stays usable.

/**
 * Reads every record of a unit on this device, and which children moved away; rejects when `signal` is
 * aborted. `nameOf`: the name of a unit.
 */
export async function readLocalUnit(
  unit: LocalUnit,
  { database, former }: { database: UnitDatabase; former: FormerNames },
  signal: AbortSignal,
  nameOf: (stakeDB: string) => Promise<string> = (stakeDB) => Promise.resolve(stakeDB),
): Promise<ReportRecords> {
  const documents = await unit.documents();
  stopIfAborted(signal);
  const collector = new UnitCollector(database, former);
  for await (const document of inSlices(documents, signal)) collector.add(document);
  for (const version of await openVersions(unit)) collector.addVersion(version);
  const records = await resultInSlices(collector.finishInSteps(), signal);
  const timeZone = timeZoneOfCountry(database.countryCode);
  const movedAway: MovedAwayChild[] = [];
  for (const { id, home, movedAt } of await unit.movedRecords('chld')) {
    const date = movedAt === null ? null : dateFromInstant(movedAt, timeZone);
    movedAway.push({ id, to: await nameOf(home.stakeDB), ...(date === null ? {} : { date }) });
  }
  // The last names may have been asked of the server: the records may be others by now.
  stopIfAborted(signal);
  return { ...records, movedAway };
}

/** The input of a local report. */
export interface LocalReport {
  readonly records: ReportRecords;
  readonly ask: ReportAsk;
  readonly today: IsoDate;
  /** The programme's table of next visits, as on the server. */
  readonly rules: ProgrammeRules;
}

async function* rowsOf(
  { records, ask, today, rules }: LocalReport,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const steps = reportSteps(ask.type, records, { ...ask, today, rules });
  for await (const row of inSlices(steps, signal)) if (row !== null) yield row;
}

/** The first rows of a local report, and the number of all rows. */
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
    children: report.records.children.length,
    failedUnits: [],
    unreadable: unreadable.length + withoutChild.length,
  };
}

/** Part of the name of a local report's file, to distinguish it from the server's file. */
const MADE_HERE = 'local';

interface FileWanted {
  readonly format: ReportFormat;
  /** Name of the sheet in a workbook. */
  readonly sheet: string;
  /** Among the properties of a workbook. */
  readonly about?: string | undefined;
  readonly now: Date;
  /** Called after each row with the number of rows so far. */
  readonly onRow?: (count: number) => void;
}

async function* counted(
  rows: AsyncIterable<Row>,
  onRow: (count: number) => void,
): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    onRow(count);
  }
}

/** The whole local report as a file with its name; rejects when `signal` is aborted. */
export async function localFile(
  report: LocalReport,
  { format, sheet, about, now, onRow = () => undefined }: FileWanted,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const { type, language } = report.ask;
  const table = {
    columns: reportColumns(type),
    titles: reportTitles(type, language),
    answers: reportAnswers(language),
    rows: counted(rowsOf(report, signal), onRow),
    sheet,
    about,
  };
  const file = await tableFile(table, format);
  stopIfAborted(signal);
  const { stakeDB: place, countryCode } = report.records.unit;
  const name = reportFileName({
    type,
    scope: 'stake',
    place,
    format,
    at: now,
    timeZone: timeZoneOfCountry(countryCode),
    random: MADE_HERE,
  });
  return { file, name };
}
