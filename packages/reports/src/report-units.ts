import type { IsoDate, ReportType, UnitDatabase, Unreadable } from '@crece/domain';
import type { ReportRecords } from './base/report-records.ts';
import type { Row } from './base/table.ts';
import { type ReportOptions, reportRows } from './report-rows.ts';

/** Why a report is incomplete; always shown to the user. */
export type ReportProblem =
  /** The unit has no row in the report. */
  | { readonly code: 'unit-failed'; readonly unit: UnitDatabase; readonly error: unknown }
  /** These documents, and screenings whose child is missing, have no row. */
  | {
      readonly code: 'unreadable';
      readonly unit: UnitDatabase;
      readonly unreadable: readonly Unreadable[];
      readonly withoutChild: readonly string[];
    };

/** The parameters of a report over several units. */
export interface UnitsAsked extends Omit<ReportOptions, 'today'> {
  readonly type: ReportType;
  /** In the order of the file; see `reportUnits`. */
  readonly units: readonly UnitDatabase[];
  readonly read: (unit: UnitDatabase) => Promise<ReportRecords>;
  readonly todayOf: (unit: UnitDatabase) => IsoDate;
  readonly problem: (problem: ReportProblem) => void;
}

/** All rows of one unit, in order, or what `make` returned for each. */
export interface UnitRows<Made = Row> {
  readonly unit: UnitDatabase;
  /** Number of children in the unit, in the report or not. */
  readonly children: number;
  readonly rows: readonly Made[];
}

function tellUnreadable(
  { unit, unreadable, withoutChild }: ReportRecords,
  asked: UnitsAsked,
): void {
  if (unreadable.length + withoutChild.length === 0) return;
  const ids = withoutChild.map(({ _id }) => _id);
  asked.problem({ code: 'unreadable', unit, unreadable, withoutChild: ids });
}

/**
 * The rows of one unit. A function of its own, because a suspended generator holds what any of its
 * loops has named: the records of a unit would stay in memory while the next is read.
 */
async function rowsOfUnit<Made>(
  unit: UnitDatabase,
  asked: UnitsAsked,
  make: (row: Row) => Made,
): Promise<UnitRows<Made> | null> {
  try {
    const records = await asked.read(unit);
    const rows: Made[] = [];
    const options = { ...asked, today: asked.todayOf(unit) };
    for (const row of reportRows(asked.type, records, options)) rows.push(make(row));
    tellUnreadable(records, asked);
    return { unit, children: records.children.length, rows };
  } catch (error) {
    asked.problem({ code: 'unit-failed', unit, error });
    return null;
  }
}

/**
 * The rows of the units in order, with at most one unit in memory. A unit that fails is reported
 * and left out entirely; the others are complete.
 *
 * @param make converts a row to what is kept of it until the unit is complete
 */
export async function* rowsOfUnits<Made>(
  asked: UnitsAsked,
  make: (row: Row) => Made,
): AsyncGenerator<UnitRows<Made>> {
  for (const unit of asked.units) {
    const made = await rowsOfUnit(unit, asked, make);
    if (made !== null) yield made;
  }
}
