import type { SourceCell } from '@crece/imports';
import { describe, expect, it } from 'vitest';
import { type FirstRow, findHeadings } from './headings.ts';

const TITLES = ['Nombre', 'Apellido', 'Sexo', 'Fecha de nacimiento', 'MUAC'];
const CHILD = ['José0', 'Núñez Ordóñez', 'niño', '2024-05-01', '12.9'];

function of(rows: SourceCell[][], firstRow?: FirstRow, mapping = {}) {
  const first = rows.map((cells, place) => ({ row: place + 1, cells, isBroken: false }));
  const { row, columns, above, doubt, problems } = findHeadings(first, { mapping, firstRow });
  const fields = columns.map(({ field }) => field);
  return { row, fields, above, doubt, problems: problems.map(({ code }) => code) };
}
const FIELDS = ['firstName', 'lastName', 'gender', 'birthDate', 'muac'];

describe('the headings of a file', () => {
  it('headings stand in the first row, or below a title, which is told', () => {
    expect(of([TITLES, CHILD])).toMatchObject({ row: 1, fields: FIELDS, above: [] });
    expect(of([['Clínica San José', null], ['Enero 2026'], TITLES, CHILD])).toMatchObject({
      row: 3,
      fields: FIELDS,
      above: ['Clínica San José', 'Enero 2026'],
    });
  });

  it.each([
    [
      'fields above and measures below one title',
      ['Nombre', 'Apellido', 'Sexo', 'Fecha de nacimiento', 'Medidas', null],
      [null, null, null, null, 'MUAC', 'Peso'],
    ],
    [
      'one field above, and the others below',
      ['Nombre', 'Datos', null, null, 'Medidas', null],
      ['', 'Apellido', 'Sexo', 'Fecha de nacimiento', 'MUAC', 'Peso'],
    ],
    [
      'fields merged over both rows, which are read in each of them',
      ['Nombre', 'Apellido', 'Sexo', 'Fecha de nacimiento', 'Medidas', null],
      ['Nombre', 'Apellido', 'Sexo', 'Fecha de nacimiento', 'MUAC', 'Peso'],
    ],
  ])('headings may stand in two rows, as merged cells leave them: %s', (_what, upper, lower) => {
    const fields = [...FIELDS, 'weight'];
    const child = [...CHILD, '8.1'];
    expect(of([upper, lower, child])).toMatchObject({ row: 2, fields, above: [], doubt: null });
    expect(of([['Clínica San José'], upper, lower, child])).toMatchObject({
      ...{ row: 3, fields, above: ['Clínica San José'] },
    });
  });

  it('a place above the headings is told, also where its word is one of theirs', () => {
    expect(
      of([
        ['Ciudad', 'Norte'],
        ['Ciudad', ...TITLES],
        ['Norte', ...CHILD],
      ]),
    ).toMatchObject({
      ...{ row: 2, fields: ['city', ...FIELDS], above: ['Ciudad, Norte'] },
    });
  });

  it('a row of units or of parts of a date below the headings names no column', () => {
    const units = [null, null, null, null, 'cm'];
    expect(of([TITLES, units, CHILD])).toMatchObject({ row: 1, fields: FIELDS });
    const sparse = [['Ana', null, 'F', null, '12.9']];
    expect(of([[...TITLES, 'Zona'], ...sparse])).toMatchObject({ row: 1 });
    const other = [null, null, null, null, null, 'Peso'];
    expect(
      of([
        [...TITLES, 'Zona'],
        [...CHILD, 'Peso'],
      ]),
    ).toMatchObject({ row: 1 });
    expect(of([[...TITLES, 'Zona'], [null, null, null, null, 12.9, 'Peso'], other])).toMatchObject({
      row: 1,
    });
  });

  it('a first row that looks like a child is asked about', () => {
    const rows = [CHILD, CHILD];
    expect(of(rows).doubt).toBe('José0, Núñez Ordóñez, niño, 2024-05-01, 12.9');
    expect(of([['Ana', 'Xol', 8.4, 76]]).doubt).not.toBeNull();
    expect(of([['Nombre completo', 'Zona 3']]).doubt).toBeNull();
  });

  it('a person who says that there are no headings assigns columns by their place', () => {
    const mapping = { '#1': 'firstName', '#5': 'muac' };
    expect(of([CHILD, CHILD], 'data', mapping)).toMatchObject({
      row: 0,
      fields: ['firstName', null, null, null, 'muac'],
      doubt: null,
    });
    expect(of([CHILD], 'headings')).toMatchObject({ row: 1, doubt: null });
  });
});
