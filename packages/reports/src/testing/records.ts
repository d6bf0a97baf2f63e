import type { ReportType, UnitDatabase } from '@crece/domain';
import { addMonths, type Child, type Screening, storedZScoresOf } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { collectUnit, type ReportRecords } from '../base/report-records.ts';
import type { Cell } from '../base/table.ts';
import { type ReportOptions, reportColumns, reportRows } from '../report-rows.ts';

export const TODAY = '2026-06-15';

export const UNIT: UnitDatabase = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Cobán Stake',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

/** The date that many months before today. */
export const monthsAgo = (months: number) => addMonths(TODAY, -months);

/**
 * A screening as a test describes it: its z-scores are stored without measures, so that they are
 * shown unchanged.
 */
export interface StatedScreening extends Partial<Omit<Screening, 'zScore'>> {
  /** Completed months before today; default 1 without a date. */
  readonly ago?: number;
  readonly ha?: number;
  readonly wa?: number;
  readonly wl?: number;
}

/** A child as a test describes it. */
export interface StatedChild extends Partial<Child> {
  /** Completed months today; default 20 without a birth date. */
  readonly age?: number;
  readonly entries?: readonly StatedScreening[];
}

function documentsOf(
  { age = 20, entries = [], ...different }: StatedChild,
  index: number,
): object[] {
  const _id = different._id ?? `chld_${index}`;
  const child = aChild({ birthDate: monthsAgo(age), ...different, _id });
  const { height: _h, weight: _w, muac: _m, status: _s, monthAge: _a, ...bare } = aScreening();
  const screenings = entries.map(({ ago = 1, ha, wa, wl, ...said }, place) => ({
    ...bare,
    _id: `scr_${index}_${place}`,
    owner: _id,
    gender: child.gender,
    surveyDate: monthsAgo(ago),
    zScore: storedZScoresOf({ ha: ha ?? null, wa: wa ?? null, wl: wl ?? null }),
    actions: [],
    ...said,
  }));
  return [child, ...screenings];
}

/** The records of a unit of these children. */
export function aUnitOf(children: readonly StatedChild[], unit = UNIT): ReportRecords {
  return collectUnit(unit, children.flatMap(documentsOf));
}

/** The rows of a report by column name. */
export function cellsOf(
  type: ReportType,
  records: ReportRecords,
  options: Partial<ReportOptions> = {},
): Record<string, Cell>[] {
  const names = reportColumns(type).map(({ name }) => name);
  const rows = [...reportRows(type, records, { today: TODAY, language: 'en', ...options })];
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
}

/** The row of a report about one child; undefined when the child is not in it. */
export function rowAbout(
  type: ReportType,
  child: StatedChild,
  { unit, ...options }: Partial<ReportOptions> & { readonly unit?: UnitDatabase } = {},
): Record<string, Cell> | undefined {
  const rows = cellsOf(type, aUnitOf([child], unit), options);
  if (rows.length > 1) throw new Error(`${rows.length} rows about one child`);
  return rows[0];
}
