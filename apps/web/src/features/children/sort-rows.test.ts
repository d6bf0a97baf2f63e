import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { Arrived, ChildRow } from '@crece/storage';
import { expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { type ListSort, settingOfSort, sortOfSetting } from './list-sort.ts';
import { sortRows } from './sort-rows.ts';

const TODAY = '2025-06-10';
const WHOLE: Arrived = { arrival: 'whole', madeHere: [] };
const WELL = { height: 77, weight: 9.6, muac: 14, surveyDate: '2025-05-10' };

let made = 0;
/** A row with a family of its own, unless `child` says otherwise. */
function row(
  firstName: string,
  child: Partial<Child> = {},
  screening: Partial<Screening> | null = {},
): ChildRow {
  made += 1;
  const _id = `chld_${made}`;
  const record = aChild({ _id, firstName, lastName: 'Tum', mother: `Madre ${made}`, ...child });
  const visit = { _id: `scr_${made}`, ...WELL, ...screening };
  return rowOf(record, screening === null ? [] : [anAssessedScreening(record, visit)], TODAY);
}

function without<K extends keyof Child>(key: K, firstName: string, child: Partial<Child>) {
  const { [key]: _left, ...bare } = row(firstName, child) as ChildRow & Partial<Child>;
  return bare as ChildRow;
}

const sorted = (rows: readonly ChildRow[], setting: string, arrived = WHOLE) =>
  sortRows(rows, sortOfSetting(setting), TODAY, arrived).map(({ firstName }) => firstName);

it('leaves the kept order as it is, the same list, and reverses it', () => {
  const rows = [row('Ana'), row('Beto')];
  expect(sortRows(rows, sortOfSetting('first'), TODAY, WHOLE)).toBe(rows);
  expect(sorted(rows, '-first')).toEqual(['Beto', 'Ana']);
});

it('puts siblings together under their family name: same mother, last name and ward', () => {
  const family = { lastName: 'Pérez', mother: 'Rosa Chub', ward: 'Sarco' };
  const rows = [
    row('Ana', family),
    row('Beto', { lastName: 'perez', mother: 'Elena Tum' }),
    row('Cira', { ...family, ward: 'Centro' }),
    row('Dora', { lastName: 'Ajú' }),
    without('mother', 'Eva', { lastName: 'Pérez' }),
    row('Flor', { lastName: 'PEREZ', mother: 'rosa  chub', ward: 'sarco' }),
  ];
  expect(sorted(rows, 'family')).toEqual(['Dora', 'Beto', 'Cira', 'Ana', 'Flor', 'Eva']);
});

it('sorts by the day last seen: never screened first, then the oldest day', () => {
  const rows = [
    row('Ana', {}, { surveyDate: '2025-05-10' }),
    row('Beto', {}, { surveyDate: '2025-05-09' }),
    row('Cira', {}, null),
    row('Dora', {}, { surveyDate: '2025-05-09' }),
  ];
  expect(sorted(rows, 'last')).toEqual(['Cira', 'Beto', 'Dora', 'Ana']);
  expect(sorted(rows, '-last')).toEqual(['Ana', 'Beto', 'Dora', 'Cira']);
});

it('puts children whose screenings may still arrive last, whatever the direction', () => {
  const rows = [row('Ana', {}, null), row('Beto'), row('Cira', {}, null)];
  const arriving: Arrived = { arrival: 'arriving', madeHere: [rows[2]?.id ?? ''] };
  expect(sorted(rows, 'last', arriving)).toEqual(['Cira', 'Ana', 'Beto']);
  expect(sorted(rows, '-last', arriving)).toEqual(['Cira', 'Ana', 'Beto']);
  // The newest screening of a child in green may not be here yet.
  expect(sorted([rows[1] as ChildRow, row('Mala', {}, { muac: 11 })], 'worst', arriving)).toEqual([
    'Mala',
    'Beto',
  ]);
});

it('sorts by the worst sign, then by the day last seen; without a result last', () => {
  const rows = [
    row('Ana'),
    row('Beto', {}, null),
    row('Cira', {}, { muac: 12.4 }),
    row('Dora', {}, { muac: 11.4 }),
    row('Eva', {}, { oedema: true }),
    row('Flor', {}, { muac: 11.4, surveyDate: '2025-05-09' }),
  ];
  expect(sorted(rows, 'worst')).toEqual(['Eva', 'Flor', 'Dora', 'Cira', 'Ana', 'Beto']);
  expect(sorted(rows, '-worst')).toEqual(['Ana', 'Cira', 'Dora', 'Flor', 'Eva', 'Beto']);
});

it('sorts by ward without case and accents, inside it by family; without a ward last', () => {
  const rows = [
    without('ward', 'Ana', {}),
    row('Beto', { ward: 'San José' }),
    row('Cira', { ward: 'Centro', lastName: 'Tzul' }),
    row('Dora', { ward: 'san jose', lastName: 'Ajú' }),
    row('Eva', { ward: 'Centro', lastName: 'Ajú' }),
  ];
  expect(sorted(rows, 'ward')).toEqual(['Eva', 'Cira', 'Dora', 'Beto', 'Ana']);
});

it('sorts by the age today, the youngest first, with the age override of the newest screening', () => {
  const rows = [
    row('Ana', { birthDate: '2024-06-10' }),
    row('Beto', { birthDate: '2024-06-11' }),
    // 6 months on 10 May: 7 months today.
    row('Cira', { birthDate: '2022-01-01' }, { ageOverride: 6 }),
    row('Dora', { birthDate: '2025-06-11' }),
  ];
  expect(sorted(rows, 'age')).toEqual(['Cira', 'Beto', 'Ana', 'Dora']);
  expect(sorted(rows, '-age')).toEqual(['Ana', 'Beto', 'Cira', 'Dora']);
});

it.each<[string | undefined, ListSort]>([
  ['worst', { by: 'worst', reversed: false }],
  ['-age', { by: 'age', reversed: true }],
  [undefined, { by: 'first', reversed: false }],
  ['colour', { by: 'first', reversed: false }],
  ['-', { by: 'first', reversed: false }],
])('reads the stored order %s', (stored, sort) => {
  expect(sortOfSetting(stored)).toEqual(sort);
  expect(sortOfSetting(settingOfSort(sort))).toEqual(sort);
});

it('sorts a child of two birth dates by the later one, as the age in its row says', () => {
  const rows = [row('Ana', { birthDate: '2023-04-10' }), row('Beto', { birthDate: '2024-01-10' })];
  const [ana, ...others] = rows as [ChildRow, ChildRow];
  const contested = { ...ana, standing: { ...ana.standing, youngest: '2024-05-10' } };
  expect(sorted(rows, 'age')).toEqual(['Beto', 'Ana']);
  expect(sorted([contested, ...others], 'age')).toEqual(['Ana', 'Beto']);
});
