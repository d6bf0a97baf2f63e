import type { ConvertedCounts } from '@crece/contract';
import { findCountry, type ReportScope, type UnitDatabase } from '@crece/domain';
import { jobSentence } from '@crece/messages/job-words';
import { csvLine } from '@crece/reports/csv';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { NOTHING_CONVERTED, sumOfCounts } from '../../convert/convert-unit.ts';
import { convertUnits } from '../../convert/convert-units.ts';
import { convertedText } from '../../convert/converted-text.ts';
import { SERVER_DEVICE } from '../../gateway/child/child-routes.ts';
import { unitsOfScope } from '../../reports/report-units.ts';
import { settingsNumber } from '../../settings/programme-store.ts';
import type { Stores } from '../../store/document-store.ts';
import { CliError } from '../cli-error.ts';
import { openCommandLineAudit } from '../command-line-audit.ts';
import type { Console } from '../console.ts';
import { readTyped, typedScope } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  scope: { type: 'string', default: 'stake' },
  unit: { type: 'string', default: '' },
  country: { type: 'string', default: '' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** The author of the records, since nobody is signed in. */
const NAME = 'crece convert';

const COUNTS = Object.keys(NOTHING_CONVERTED) as (keyof ConvertedCounts)[];

const readOptions = (args: readonly string[]) => readTyped(args, OPTIONS);
type Options = ReturnType<typeof readOptions>;

async function unitsAsked(
  { unit, country }: Options,
  scopeType: ReportScope,
  stores: Stores,
  dataDir: string,
): Promise<readonly UnitDatabase[]> {
  const { catalogue } = await (await openCatalogue(stores, dataDir)).current();
  const cCode = findCountry(catalogue, country)?.code ?? country;
  const units = unitsOfScope({ scopeType, stakeDB: unit, cCode }, catalogue);
  if (units.length === 0) throw new CliError(`There is no unit in "${unit || country}".`, 1);
  return units;
}

/**
 * `crece convert`: writes the reassessed figures into every stored screening and every child's
 * summary of the units. Prints the counts of each unit.
 */
export async function runConvert(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  const scopeType = typedScope(options);
  let sum = NOTHING_CONVERTED;
  const failed: string[] = [];
  await withStores({ mayBeNew: false }, async (stores, { dataDir }) => {
    const units = await unitsAsked(options, scopeType, stores, dataDir);
    const record = await openCommandLineAudit(stores, io.say);
    await io.write(csvLine(['unit', ...COUNTS, 'error']));
    const converted = convertUnits(units, {
      stores,
      signature: {
        name: NAME,
        now: new Date(),
        device: SERVER_DEVICE,
        settings: await settingsNumber(stores),
      },
      isDryRun: options['dry-run'],
      onProgress: () => undefined,
      isEnded: () => false,
    });
    for await (const outcome of converted) {
      const { stakeDB } = outcome.unit;
      if ('error' in outcome) {
        failed.push(stakeDB);
        await io.write(csvLine([stakeDB, ...COUNTS.map(() => ''), String(outcome.error)]));
        continue;
      }
      const { counts } = outcome;
      sum = sumOfCounts(sum, counts);
      await io.write(csvLine([stakeDB, ...COUNTS.map((name) => String(counts[name])), '']));
    }
    if (!options['dry-run']) {
      const whom = options.unit || options.country || 'all';
      await record({ what: 'records-converted', whom, detail: convertedText('en', sum).join(' ') });
    }
  });
  for (const sentence of convertedText('en', sum)) io.say(sentence);
  if (options['dry-run']) io.say('This was a dry run: nothing was written.');
  if (failed.length > 0) {
    throw new CliError(jobSentence('en', 'jobs.failed-units', { units: failed.join(', ') }), 1);
  }
}
