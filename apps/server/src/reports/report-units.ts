import {
  type Catalogue,
  findUnit,
  type ProgrammeRules,
  programmeRules,
  type RetiredUnits,
  timeZoneOfCountry,
  todayIn,
  type UnitDatabase,
} from '@crece/domain';
import {
  type ReportPlace,
  type ReportProblem,
  type Row,
  reportUnits,
  rowsOfUnits,
  type UnitRows,
  type UnitsAsked,
} from '@crece/reports';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import type { JobProblem } from '../jobs/job.ts';
import { movedAwayChildren } from '../moved/moved-away-children.ts';
import { storedSettings } from '../settings/programme-store.ts';
import type { Stores } from '../store/document-store.ts';
import type { AskedScope, ReportParameters } from './report-request.ts';
import type { UnitsInStep } from './units-in-step.ts';

/** What a report needs, in any thread. */
export interface ReportWork {
  stores: Pick<Stores, 'has' | 'open' | 'sequence'>;
  units: UnitsInStep;
  clock: () => Date;
  signal: AbortSignal;
  /** Called before each unit with the number of finished units and the name of the next. */
  progress(count: number, text: string): void;
  /** Called for everything that is missing in the rows; `error` is for the log. */
  problem(problem: JobProblem, error?: unknown): void;
}

/** A scope, with or without the units that have ended. */
type AskedUnits = AskedScope & { readonly retired?: RetiredUnits };

function placeOf({ scopeType, stakeDB, cCode, retired = 'with' }: AskedUnits): ReportPlace {
  if (scopeType === 'stake') return { scope: scopeType, stakeDB };
  if (scopeType === 'country') return { scope: scopeType, countryCode: cCode, retired };
  return { scope: scopeType, retired };
}

/** The units of a report or a conversion, in the order of its rows. */
export function unitsOfScope(asked: AskedUnits, catalogue: Catalogue): readonly UnitDatabase[] {
  return reportUnits(catalogue, placeOf(asked));
}

/** What the rows of a report are made from. */
export interface ReportBasis {
  readonly units: readonly UnitDatabase[];
  /** The name of any unit. */
  readonly nameOf: (stakeDB: string) => string;
  /** The programme's own table of next visits. */
  readonly rules: ProgrammeRules;
  /** Number of the programme's settings. */
  readonly settings: number;
}

/** The units of a report and the programme's rules, as the stores hold them now. */
export async function reportBasis(asked: AskedUnits, stores: Stores): Promise<ReportBasis> {
  const { current } = await openCatalogue(stores, null);
  const [{ catalogue }, settings] = await Promise.all([current(), storedSettings(stores)]);
  const nameOf = (stakeDB: string): string =>
    findUnit(catalogue, stakeDB)?.unit.stakeName ?? stakeDB;
  return {
    units: unitsOfScope(asked, catalogue),
    nameOf,
    rules: programmeRules(settings),
    settings: settings.number,
  };
}

/** Reports what has no row: a unit, or records of one. */
function nameLost(problem: ReportProblem, work: ReportWork): void {
  const unit = problem.unit.stakeDB;
  if (problem.code === 'unit-failed') {
    work.problem({ unit, code: 'unit-failed', count: 1 }, problem.error);
    return;
  }
  const { unreadable, withoutChild } = problem;
  const lost = { unreadable: unreadable.length, 'without-child': withoutChild.length };
  for (const [code, count] of Object.entries(lost)) {
    if (count > 0) work.problem({ unit, code, count });
  }
}

/**
 * The rows of a report, unit by unit; holds one unit in memory. Gaps are reported to `work`. Throws
 * when the signal is aborted, the error of the last unit when none could be read, and at the end when
 * somebody moved between the units meanwhile.
 */
export async function* rowsByUnit<Made>(
  { csvType, language, sortField, monthSelect, scopeType }: ReportParameters,
  { units, nameOf, rules }: ReportBasis,
  work: ReportWork,
  make: (row: Row) => Made,
): AsyncGenerator<UnitRows<Made>> {
  let begun = 0;
  let failed = 0;
  const asked: UnitsAsked = {
    type: csvType,
    language,
    sort: sortField,
    months: monthSelect,
    rules,
    units,
    todayOf: ({ countryCode }) => todayIn(timeZoneOfCountry(countryCode), work.clock()),
    read: async (unit) => {
      work.signal.throwIfAborted();
      work.progress(begun, unit.stakeName);
      begun += 1;
      const records = await work.units.read(unit, work.signal);
      // In a report of several units the child has its own rows where it lives.
      if (csvType !== 'all' || scopeType !== 'stake') return records;
      const { stakeDB } = unit;
      const movedAway = await movedAwayChildren(work.stores, stakeDB, nameOf, work.signal);
      return { ...records, movedAway };
    },
    problem: (problem) => {
      work.signal.throwIfAborted();
      if (problem.code === 'unit-failed') failed += 1;
      if (problem.code === 'unit-failed' && failed === units.length) throw problem.error;
      nameLost(problem, work);
    },
  };
  yield* rowsOfUnits(asked, make);
  await work.units.settle();
}
