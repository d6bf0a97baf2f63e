import { randomBytes } from 'node:crypto';
import { timeZoneOfCountry, todayIn } from '@crece/domain';
import { stampOf } from '@crece/reports';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import { KeptFile } from '../files/kept-file.ts';
import type { JobContext, JobEnd } from '../jobs/job-kind.ts';
import { unitsOfScope } from '../reports/report-units.ts';
import { inStep, type UnitsInStep } from '../reports/units-in-step.ts';
import { askedBy, type ExportParameters } from './export-request.ts';
import { type ExportProblem, exportText } from './export-text.ts';

const RANDOM_BYTES = 8;
const ENDINGS = { anthro: 'csv', fhir: 'json', dhis2: 'json' } as const;

/** `fhir_country_GTM_20260228-1504_….json`, named like reports. */
function fileNameOf(
  { exportFormat, scopeType, stakeDB, cCode }: ExportParameters,
  { clock }: JobContext,
): string {
  const place = { stake: stakeDB, country: cCode, countries: 'all' }[scopeType];
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  const stamp = stampOf(clock(), scopeType === 'countries' ? 'UTC' : timeZoneOfCountry(cCode));
  return `${exportFormat}_${scopeType}_${place}_${stamp}_${random}.${ENDINGS[exportFormat]}`;
}

async function* settled(text: AsyncIterable<string>, units: UnitsInStep) {
  yield* text;
  await units.settle();
}

/** A file for other programs: counts units; after a kill it starts from the beginning. */
export function makeExport(context: JobContext, parameters: ExportParameters): Promise<JobEnd> {
  return inStep(context, ({ units, problem }) =>
    makeOnce({ ...context, problem }, parameters, units),
  );
}

async function makeOnce(
  context: JobContext,
  parameters: ExportParameters,
  inOne: UnitsInStep,
): Promise<JobEnd> {
  const read = askedBy(parameters);
  // The route has already validated them with the same function.
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { current } = await openCatalogue(context.stores, null);
  const units = unitsOfScope(parameters, (await current()).catalogue);
  context.expect(units.length);
  const unmapped: string[] = [];
  let failed = 0;
  const problem = (found: ExportProblem): void => {
    if (found.code === 'unmapped') {
      unmapped.push(...found.figures, ...found.units);
      return;
    }
    if (found.code === 'unit-failed') {
      failed += 1;
      if (failed === units.length) throw found.error;
    }
    const { code, unit } = found;
    context.problem({ unit: unit.stakeDB, code, count: 'count' in found ? found.count : 1 });
  };
  const text = exportText(read.asked, {
    units,
    read: (unit) => inOne.read(unit, context.signal),
    todayOf: ({ countryCode }) => todayIn(timeZoneOfCountry(countryCode), context.clock()),
    problem: (found) => {
      context.signal.throwIfAborted();
      problem(found);
    },
    begins: ({ stakeName }, index) => {
      context.signal.throwIfAborted();
      context.progress(index, stakeName);
    },
  });
  const pieces = settled(text, inOne);
  const file = await KeptFile.keep(fileNameOf(parameters, context), context, pieces);
  context.progress(units.length, '');
  return { file, result: { unmapped } };
}
