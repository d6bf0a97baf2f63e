import { databasesOf, findUnit, timeZoneOfCountry } from '@crece/domain';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { openErasedRegister } from '../../erased/register.ts';
import { unitStoreName } from '../../gateway/unit-place.ts';
import { CliError } from '../cli-error.ts';
import { openCommandLineAudit } from '../command-line-audit.ts';
import type { Console } from '../console.ts';
import { couchDocuments, databaseUrl } from '../documents/couch-source.ts';
import { type DocumentSource, fileSource } from '../documents/document-source.ts';
import { FINDINGS_HEADER, findingLine } from '../documents/findings-csv.ts';
import { importDocuments, type OutcomeCounts } from '../documents/import-documents.ts';
import { mistyped, readTyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  unit: { type: 'string', default: '' },
  documents: { type: 'string', default: '' },
  from: { type: 'string', default: '' },
  'dry-run': { type: 'boolean', default: false },
  'other-units': { type: 'boolean', default: false },
} as const;

const readOptions = (args: readonly string[]) => readTyped(args, OPTIONS);
type Options = ReturnType<typeof readOptions>;

function sourceOf({ documents, from }: Options): DocumentSource {
  if ((documents === '') === (from === '')) {
    throw mistyped('import needs --documents FILE or --from URL.');
  }
  return documents === '' ? couchDocuments(databaseUrl(from)) : fileSource(documents);
}

/** The words for each outcome in the last sentence, in its order. */
const WORDS = [
  ['taken', 'taken'],
  ['repaired', 'taken and repaired at reading'],
  ['unreadable', 'kept but unreadable'],
  ['already-there', 'already there'],
  ['differs', 'there in another version, which stays'],
  ['removed-here', 'removed here before, and left so'],
  ['erased', 'erased for good before, and not taken'],
  ['twice', 'twice in the file'],
  ['left-out', 'no records, left out'],
  ['refused', 'refused'],
] as const satisfies readonly (readonly [keyof OutcomeCounts, string])[];

function summary(counts: OutcomeCounts): string {
  const parts = WORDS.flatMap(([outcome, words]) => {
    const count = counts[outcome] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? 'No documents were found.' : `Documents: ${parts.join(', ')}.`;
}

/**
 * `crece import --documents FILE` or `--from URL`: imports the records of an older system, as
 * stored there, into one unit. Prints one line per document.
 */
export async function runImportDocuments(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  if (options.unit === '') throw mistyped('import needs --unit DB, the database of the unit.');
  const source = sourceOf(options);
  const counts = await withStores({ mayBeNew: true }, async (stores, config) => {
    const { catalogue } = await (await openCatalogue(stores, config.dataDir)).current();
    const place = findUnit(catalogue, options.unit);
    if (place === null) {
      throw new CliError(`There is no unit "${options.unit}" among the places of this server.`, 1);
    }
    const units = new Set(databasesOf(catalogue).map(({ stakeDB }) => stakeDB));
    const record = await openCommandLineAudit(stores, io.say);
    await io.write(FINDINGS_HEADER);
    const outcomes = await importDocuments(
      source,
      {
        store: await stores.open(unitStoreName(options.unit)),
        stakeDB: options.unit,
        erased: await openErasedRegister(stores),
        timeZone: timeZoneOfCountry(place.country.code),
        isUnit: (stakeDB) => units.has(stakeDB),
      },
      {
        isDryRun: options['dry-run'],
        takesOtherUnits: options['other-units'],
        tell: (finding) => io.write(findingLine(finding)),
      },
    );
    if (!options['dry-run']) {
      await record({ what: 'records-imported', whom: options.unit, detail: summary(outcomes) });
    }
    return outcomes;
  });
  io.say(summary(counts));
  if (options['dry-run']) io.say('This was a dry run: nothing was written.');
  if ((counts.refused ?? 0) > 0) {
    throw new CliError('Documents were refused: look for "refused" among the findings.', 1);
  }
}
