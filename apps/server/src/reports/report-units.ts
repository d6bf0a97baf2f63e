import { type Catalogue, timeZoneOfCountry, todayIn, type UnitDatabase } from '@crece/domain';
import {
  type ReportPlace,
  type Row,
  reportRows,
  reportUnits,
  type UnitRecords,
} from '@crece/reports';
import type { JobProblem } from '../jobs/job.ts';
import type { Stores } from '../store/stake-store.ts';
import type { ReportParameters } from './report-request.ts';
import { readUnit } from './unit-reader.ts';

/** What a report is made with, in whatever thread. */
export interface ReportWork {
  stores: Pick<Stores, 'has' | 'open'>;
  clock: () => Date;
  signal: AbortSignal;
  /** Before each unit: how many are done, and the name of the one that follows. */
  progress(count: number, text: string): void;
  /** What is missing in the rows; `error` is for the log. */
  problem(problem: JobProblem, error?: unknown): void;
}

/** The rows of one unit. */
export interface UnitRows {
  unit: UnitDatabase;
  rows: readonly Row[];
}

type AskedScope = Pick<ReportParameters, 'scopeType' | 'stakeDB' | 'cCode'>;

function placeOf({ scopeType, stakeDB, cCode }: AskedScope): ReportPlace {
  if (scopeType === 'stake') return { scope: scopeType, stakeDB };
  if (scopeType === 'country') return { scope: scopeType, countryCode: cCode };
  return { scope: scopeType };
}

/** The units that a report or a conversion asks, in the order of its rows. */
export function unitsOfScope(asked: AskedScope, catalogue: Catalogue): readonly UnitDatabase[] {
  return reportUnits(catalogue, placeOf(asked));
}

/** Names the records that have no rows. */
function nameLost({ unit, unreadable, withoutChild }: UnitRecords, work: ReportWork): void {
  const lost = { unreadable: unreadable.length, 'without-child': withoutChild.length };
  for (const [code, count] of Object.entries(lost)) {
    if (count > 0) work.problem({ unit: unit.stakeDB, code, count });
  }
}

/**
 * The rows of a report, unit by unit: memory holds one unit at a time. A unit that cannot be read is
 * named as a problem and has no rows at all; the others keep theirs. Throws what the last unit threw
 * when none could be read.
 */
export async function* rowsByUnit(
  parameters: ReportParameters,
  units: readonly UnitDatabase[],
  work: ReportWork,
): AsyncGenerator<UnitRows> {
  const { csvType, language, sortField: sort, monthSelect: months } = parameters;
  let failed = 0;
  for (const [place, unit] of units.entries()) {
    work.signal.throwIfAborted();
    work.progress(place, unit.stakeName);
    const today = todayIn(timeZoneOfCountry(unit.countryCode), work.clock());
    try {
      const records = await readUnit(work.stores, unit, work.signal);
      // All of them before the first is handed on: a unit that fails in the middle has none.
      const rows = [...reportRows(csvType, records, { today, language, sort, months })];
      nameLost(records, work);
      yield { unit, rows };
    } catch (error) {
      work.signal.throwIfAborted();
      failed += 1;
      if (failed === units.length) throw error;
      work.problem({ unit: unit.stakeDB, code: 'unit-failed', count: 1 }, error);
    }
  }
}
