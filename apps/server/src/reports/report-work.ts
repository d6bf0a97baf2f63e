import { randomBytes } from 'node:crypto';
import { timeZoneOfCountry } from '@crece/domain';
import { type Row, reportFileName, type UnitRows } from '@crece/reports';
import { KeptFile } from '../files/kept-file.ts';
import type { JobContext, JobEnd } from '../jobs/job-kind.ts';
import { settingsText } from '../jobs/job-text.ts';
import { reportPieces } from './report-pieces.ts';
import type { ReportParameters } from './report-request.ts';
import { type ReportWork, reportBasis, rowsByUnit } from './report-units.ts';
import { inStep } from './units-in-step.ts';

const RANDOM_BYTES = 8;

function fileNameOf(parameters: ReportParameters, context: JobContext): string {
  const { csvType: type, scopeType: scope, stakeDB, cCode, format } = parameters;
  return reportFileName({
    type,
    scope,
    place: scope === 'stake' ? stakeDB : cCode,
    format,
    at: context.clock(),
    timeZone: scope === 'countries' ? 'UTC' : timeZoneOfCountry(cCode),
    random: randomBytes(RANDOM_BYTES).toString('hex'),
  });
}

/** A report as a file: counts units; after a kill it starts from the beginning. */
export function makeReport(context: JobContext, parameters: ReportParameters): Promise<JobEnd> {
  return inStep(context, (parts) => makeOnce({ ...context, ...parts }, parameters));
}

async function makeOnce(
  context: JobContext & ReportWork,
  parameters: ReportParameters,
): Promise<JobEnd> {
  const basis = await reportBasis(parameters, context.stores);
  const { units } = basis;
  context.expect(units.length);
  let rowCount = 0;
  async function* counted<Made>(make: (row: Row) => Made): AsyncGenerator<UnitRows<Made>> {
    for await (const unitRows of rowsByUnit(parameters, basis, context, make)) {
      rowCount += unitRows.rows.length;
      yield unitRows;
    }
  }
  const { csvType: type, language, format } = parameters;
  const about = settingsText(language, basis.settings);
  const pieces = reportPieces({ type, language, format, about }, counted);
  const file = await KeptFile.keep(fileNameOf(parameters, context), context, pieces);
  context.progress(units.length, '');
  return { file, result: { rows: rowCount, settings: basis.settings } };
}
