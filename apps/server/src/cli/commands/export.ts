import { readFile } from 'node:fs/promises';
import {
  type Catalogue,
  EXPORTED_SCREENINGS,
  type ExportedScreenings,
  timeZoneOfCountry,
  todayIn,
  type UnitDatabase,
} from '@crece/domain';
import { type ReportPlace, reportUnits } from '@crece/reports';
import {
  type Dhis2Mapping,
  dhis2MappingExample,
  mappingSentences,
  readDhis2Mapping,
} from '@crece/reports/exports';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { type ExportAsked, type ExportProblem, exportText } from '../../exports/export-text.ts';
import { MOVED_MEANWHILE, UnitsInStep } from '../../reports/units-in-step.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { mistyped, readTyped, typedToday } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const MAX_MONTHS = 60;

const OPTIONS = {
  format: { type: 'string' },
  unit: { type: 'string' },
  country: { type: 'string', multiple: true },
  screenings: { type: 'string' },
  'with-contact': { type: 'boolean', default: false },
  months: { type: 'string', default: '1' },
  mapping: { type: 'string' },
  'mapping-example': { type: 'boolean', default: false },
  today: { type: 'string' },
} as const;

const readOptions = (args: readonly string[]) => readTyped(args, OPTIONS);

type Options = ReturnType<typeof readOptions>;

interface TypedPlace {
  readonly name: string;
  readonly place: ReportPlace;
}

function placesOf({ unit, country = [] }: Options): readonly TypedPlace[] {
  if ((unit === undefined) === (country.length === 0))
    throw mistyped('Name a unit with --unit, or one or more countries with --country.');
  if (unit !== undefined) return [{ name: unit, place: { scope: 'stake', stakeDB: unit } }];
  return country.map((name) => ({
    name,
    place: { scope: 'country', countryCode: name.toUpperCase() },
  }));
}

/** The requested units, each database once, even if its country was typed several times. */
function unitsOf(catalogue: Catalogue, places: readonly TypedPlace[]): readonly UnitDatabase[] {
  const units = places.flatMap(({ name, place }) => {
    const found = reportUnits(catalogue, place);
    if (found.length === 0) throw new CliError(`There is no unit in "${name}".`, 1);
    return found;
  });
  return [...new Map(units.map((unit) => [unit.stakeDB, unit])).values()];
}

function screeningsOf({ screenings: typed }: Options, otherwise: ExportedScreenings) {
  const screenings = EXPORTED_SCREENINGS.find((which) => which === (typed ?? otherwise));
  if (screenings === undefined) throw mistyped('--screenings is newest or all.');
  return screenings;
}

function monthsOf({ months }: Options): number {
  const count = Number(months);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_MONTHS) return count;
  throw mistyped(`--months is a whole number from 1 to ${MAX_MONTHS}.`);
}

async function mappingOf({ mapping: file }: Options): Promise<Dhis2Mapping> {
  if (file === undefined)
    throw mistyped('dhis2 needs --mapping FILE; --mapping-example writes one to fill in.');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CliError(`${file} cannot be read: ${String(error)}`, 1);
  });
  const json = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new CliError(`${file} is no JSON: ${String(error)}`, 1);
    }
  })();
  const read = readDhis2Mapping(json);
  if (read.ok) return read.mapping;
  const problems = mappingSentences(read.problems, 'en').join('\n');
  throw new CliError(`${file} is no mapping:\n${problems}`, 1);
}

async function askedFor(options: Options): Promise<ExportAsked> {
  const { format } = options;
  if (format === 'anthro') return { format, screenings: screeningsOf(options, 'newest') };
  if (format === 'fhir')
    return {
      format,
      screenings: screeningsOf(options, 'all'),
      withContact: options['with-contact'],
    };
  if (format === 'dhis2')
    return { format, months: monthsOf(options), mapping: await mappingOf(options) };
  throw mistyped('--format is anthro, fhir or dhis2.');
}

function sentenceOf(problem: ExportProblem): string {
  switch (problem.code) {
    case 'unit-failed':
      return `${problem.unit.stakeDB} could not be read and is missing: ${String(problem.error)}`;
    case 'unreadable':
      return `${problem.unit.stakeDB}: ${problem.count} records cannot be read, or their child cannot; they are missing.`;
    case 'outside-age':
      return `${problem.unit.stakeDB}: ${problem.count} children were screened before birth or after 60 months; no figure counts them.`;
    case 'unmapped':
      return [
        problem.figures.length === 0 ? '' : `Not mapped, not told: ${problem.figures.join(', ')}.`,
        problem.units.length === 0
          ? ''
          : `Units not mapped, not told: ${problem.units.join(', ')}.`,
      ]
        .filter((sentence) => sentence !== '')
        .join('\n');
  }
}

/** `crece export`: the standard exports of a unit or of countries, to standard output. */
export async function runExport(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  const places = placesOf(options);
  const today = typedToday(options.today);
  const asked = options['mapping-example'] ? null : await askedFor(options);
  await withStores({ mayBeNew: false }, async (stores, { dataDir }) => {
    const { catalogue } = await (await openCatalogue(stores, dataDir)).current();
    const units = unitsOf(catalogue, places);
    if (asked === null) {
      await io.write(`${JSON.stringify(dhis2MappingExample(units), null, 2)}\n`);
      return;
    }
    let failed = 0;
    const inStep = new UnitsInStep(stores);
    const now = new Date();
    const text = exportText(asked, {
      units,
      read: (unit) => inStep.read(unit),
      todayOf: ({ countryCode }) => today ?? todayIn(timeZoneOfCountry(countryCode), now),
      problem: (problem) => {
        if (problem.code === 'unit-failed') failed += 1;
        io.say(sentenceOf(problem));
      },
    });
    for await (const piece of text) await io.write(piece);
    if (await inStep.hasMoved()) throw new CliError(MOVED_MEANWHILE, 1);
    if (failed > 0) throw new CliError(`${failed} of ${units.length} units are missing.`, 1);
  });
}
