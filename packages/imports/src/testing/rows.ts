import type { ChildMatch } from '../child-match.ts';
import { IMPORT_FIELD_NAMES, type ImportField } from '../fields.ts';
import { type ActContext, type ChildAct, planAct } from '../plan-child.ts';
import { type ReadRow, readRow } from '../row.ts';

export const UNIT = { stakeDB: 'test_stake_gtm', timeZone: 'America/Guatemala' };
export const CHILD_ID = 'chld_test_stake_gtm_1746878400000_0a1b2c';
export const SCREEN_ID = 'scr_test_stake_gtm_1746878700000_3d4e5f';

export type Cells = Partial<Record<ImportField, string | number>>;

/** A row of a file with all columns except those in `without`. */
export function aRow(row: number, cells: Cells, without: readonly ImportField[] = []): ReadRow {
  const fields = IMPORT_FIELD_NAMES.filter((field) => !without.includes(field));
  const values = fields.map((field) => cells[field] ?? null);
  return readRow(row, values, { unit: UNIT, answers: {}, fields });
}

export const MARISOL: Cells = {
  firstName: 'Marisol',
  lastName: 'Xicay',
  gender: 'Girl',
  birthDate: '2024-03-10',
};
export const VISIT: Cells = { surveyDate: '2025-05-10', height: 68.5, weight: 7.1, muac: 11.9 };

const CONTEXT: ActContext = {
  unit: UNIT,
  today: '2026-02-28',
  now: '2026-02-28T12:00:00.000Z',
  newId: (kind, row, again = 0) => `${kind}_test_stake_gtm_1000000000000_row${again}0${row}`,
  isNamedScreening: () => false,
  ownerOf: () => null,
};

export const plan = (
  rows: readonly ReadRow[],
  match: ChildMatch = null,
  more: Partial<ActContext> = {},
) => planAct(rows, match, { ...CONTEXT, ...more });
export const outcomes = (act: ChildAct) => act.rows.map(({ outcome }) => outcome);
export const codes = (act: ChildAct) =>
  act.rows.flatMap(({ findings }) => findings.map(({ code, level }) => `${level} ${code}`));

/** The stored records after an import, as the next import finds them. */
export function storedAfter(act: ChildAct): ChildMatch {
  if (act.writes === null) throw new Error('nothing was written');
  const { child, screenings } = act.writes;
  return { by: 'names', stored: { child, screenings } };
}
