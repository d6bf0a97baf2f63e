import {
  type Catalogue,
  findCountry,
  programmeRules,
  REPORT_DEFAULTS,
  REPORT_FORMATS,
  REPORT_MONTHS,
  REPORT_SORTS,
  REPORT_TYPES,
  timeZoneOfCountry,
  todayIn,
} from '@crece/domain';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@crece/messages';
import {
  type ReportPlace,
  type ReportProblem,
  reportUnits,
  rowsOfUnits,
  type UnitsAsked,
} from '@crece/reports';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { settingsText } from '../../jobs/job-text.ts';
import { reportPieces } from '../../reports/report-pieces.ts';
import { MOVED_MEANWHILE, UnitsInStep } from '../../reports/units-in-step.ts';
import { storedSettings } from '../../settings/programme-store.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { readTyped, typedScope, typedToday, typedWord } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  type: { type: 'string', default: '' },
  scope: { type: 'string', default: REPORT_DEFAULTS.scope },
  unit: { type: 'string' },
  country: { type: 'string' },
  sort: { type: 'string', default: REPORT_DEFAULTS.sort },
  months: { type: 'string', default: String(REPORT_DEFAULTS.months) },
  language: { type: 'string', default: DEFAULT_LANGUAGE },
  today: { type: 'string' },
  format: { type: 'string', default: 'csv' },
} as const;

function readOptions(args: readonly string[]) {
  const typed = readTyped(args, OPTIONS);
  const type = typedWord('type', REPORT_TYPES, typed.type);
  const scope = typedScope(typed);
  return {
    type,
    scope,
    unit: typed.unit ?? '',
    country: typed.country ?? '',
    sort: typedWord('sort', REPORT_SORTS, typed.sort),
    months: typedWord('months', REPORT_MONTHS, typed.months),
    language: typedWord('language', LANGUAGES, typed.language),
    today: typedToday(typed.today),
    format: typedWord('format', REPORT_FORMATS, typed.format),
  };
}

type Options = ReturnType<typeof readOptions>;

function placeOf({ scope, unit, country }: Options, catalogue: Catalogue): ReportPlace {
  if (scope === 'stake') return { scope, stakeDB: unit };
  if (scope === 'countries') return { scope };
  const found = findCountry(catalogue, country);
  if (found !== null) return { scope, countryCode: found.code };
  const codes = catalogue.countries.map(({ code }) => code).toSorted();
  throw new CliError(`There is no country "${country}": ${codes.join(', ')}.`, 1);
}

function sentenceOf(problem: ReportProblem): string {
  const { stakeDB } = problem.unit;
  if (problem.code === 'unit-failed')
    return `${stakeDB} could not be read and is missing: ${String(problem.error)}`;
  const unreadable = problem.unreadable.map(({ id, codes }) => `${id} (${codes.join(', ')})`);
  const withoutChild = problem.withoutChild.map((id) => `${id} (without a child)`);
  return `${stakeDB}: these records have no row: ${[...unreadable, ...withoutChild].join(', ')}`;
}

/**
 * `crece report`: one of the five reports, to standard output; also works while a server is
 * running.
 */
export async function runReport(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  await withStores({ mayBeNew: false }, async (stores, { dataDir }) => {
    const { catalogue } = await (await openCatalogue(stores, dataDir)).current();
    const units = reportUnits(catalogue, placeOf(options, catalogue));
    if (units.length === 0) throw new CliError(`There is no unit "${options.unit}".`, 1);
    const now = new Date();
    const settings = await storedSettings(stores);
    const rules = programmeRules(settings);
    let failed = 0;
    const inStep = new UnitsInStep(stores);
    const asked: UnitsAsked = {
      ...options,
      units,
      rules,
      read: (unit) => inStep.read(unit),
      todayOf: ({ countryCode }) => options.today ?? todayIn(timeZoneOfCountry(countryCode), now),
      problem: (problem) => {
        if (problem.code === 'unit-failed') failed += 1;
        io.say(sentenceOf(problem));
      },
    };
    const about = settingsText(options.language, settings.number);
    const pieces = reportPieces({ ...options, about }, (make) => rowsOfUnits(asked, make));
    for await (const piece of pieces) await io.write(piece);
    if (await inStep.hasMoved()) throw new CliError(MOVED_MEANWHILE, 1);
    if (failed > 0) throw new CliError(`${failed} of ${units.length} units are missing.`, 1);
  });
}
