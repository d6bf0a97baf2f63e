import { randomBytes } from 'node:crypto';
import {
  type Row,
  reportAnswers,
  reportColumns,
  reportFileName,
  reportTitles,
  type UnitRows,
} from '@crece/reports';
import { csvHead, csvRow } from '@crece/reports/csv';
import { xlsxBytes } from '@crece/reports/xlsx';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { KeptFile } from '../../files/kept-file.ts';
import { type ReportParameters, reportParameters } from '../../reports/report-request.ts';
import { rowsByUnit, unitsOfScope } from '../../reports/report-units.ts';
import { type JobContext, jobKind } from '../job-kind.ts';

const RANDOM_BYTES = 8;

function fileNameOf(parameters: ReportParameters, context: JobContext): string {
  const { csvType: type, scopeType: scope, stakeDB, cCode, format } = parameters;
  return reportFileName({
    type,
    scope,
    place: scope === 'stake' ? stakeDB : cCode,
    format,
    at: context.clock(),
    random: randomBytes(RANDOM_BYTES).toString('hex'),
  });
}

/** The pieces of a CSV file: its head, then each unit's lines. */
async function* csvPieces(
  { csvType, language }: ReportParameters,
  units: AsyncIterable<UnitRows>,
): AsyncGenerator<string> {
  const answers = reportAnswers(language);
  yield csvHead(reportTitles(csvType, language));
  for await (const { rows } of units) yield rows.map((row) => csvRow(row, answers)).join('');
}

async function* rowsOf(units: AsyncIterable<UnitRows>): AsyncGenerator<Row> {
  for await (const { rows } of units) yield* rows;
}

function xlsxPieces(
  { csvType, language }: ReportParameters,
  units: AsyncIterable<UnitRows>,
): AsyncIterable<Uint8Array> {
  return xlsxBytes(rowsOf(units), {
    columns: reportColumns(csvType),
    titles: reportTitles(csvType, language),
    answers: reportAnswers(language),
    sheet: csvType,
  });
}

/** A report as a file: it counts units, and begins afresh after a kill. */
export default jobKind({
  parameters: reportParameters,
  afterKill: 'resume',
  async run(context, parameters) {
    const { current } = await openCatalogue(context.stores, null);
    const units = unitsOfScope(parameters, (await current()).catalogue);
    context.expect(units.length);
    let rowCount = 0;
    async function* counted(): AsyncGenerator<UnitRows> {
      for await (const unitRows of rowsByUnit(parameters, units, context)) {
        rowCount += unitRows.rows.length;
        yield unitRows;
      }
    }
    const file = await KeptFile.begin(fileNameOf(parameters, context), context);
    try {
      const pieces = parameters.format === 'csv' ? csvPieces : xlsxPieces;
      for await (const piece of pieces(parameters, counted())) await file.write(piece);
      context.progress(units.length, '');
      return { file: await file.finish(), result: { rows: rowCount } };
    } catch (error) {
      await file.discard();
      throw error;
    }
  },
});
