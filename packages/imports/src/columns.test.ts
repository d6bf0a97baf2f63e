import { LANGUAGES } from '@crece/messages';
import { reportTitles } from '@crece/reports';
import { describe, expect, it } from 'vitest';
import { foldHeader, recogniseColumns } from './columns.ts';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from './fields.ts';
import { allReportTitles } from './report-titles.ts';

const TITLES = [
  ['firstName', 'firstName'],
  ['Nombre del reporte', 'firstName'],
  ['age', 'age'],
  ['statusTold', 'statusTold'],
] as const;
const recognise = (header: readonly string[], mapping = {}) =>
  recogniseColumns(header, { reportTitles: TITLES, mapping });
const fieldsOf = (header: readonly string[]) => recognise(header).columns.map(({ field }) => field);

describe('recogniseColumns', () => {
  it('recognises English and Spanish headers, ignoring accents, case, blanks and signs', () => {
    expect(fieldsOf(['First Name', 'SURNAME', 'Sex', 'Date of birth', 'MUAC (cm)'])).toEqual([
      'firstName',
      'lastName',
      'gender',
      'birthDate',
      'muac',
    ]);
    expect(
      fieldsOf(['  nombres ', 'Apellidos', 'Género', 'Fecha de nacimiento', 'Perímetro  braquial']),
    ).toEqual(['firstName', 'lastName', 'gender', 'birthDate', 'muac']);
  });

  it('recognises the headings of ENA for SMART', () => {
    expect(
      fieldsOf(['SURVDATE', 'SEX', 'BIRTHDAT', 'MONTHS', 'WEIGHT', 'HEIGHT', 'EDEMA', 'MUAC']),
    ).toEqual([
      'surveyDate',
      'gender',
      'birthDate',
      'ageMonths',
      'weight',
      'height',
      'oedema',
      'muac',
    ]);
  });

  it('recognises the titles of our own report, and ignores its derived columns', () => {
    const { columns } = recognise(['Nombre del reporte', 'age', 'statusTold', 'Shoe size']);
    expect(columns.map(({ field, by }) => [field, by])).toEqual([
      ['firstName', 'report'],
      [null, 'derived'],
      [null, 'derived'],
      [null, 'unknown'],
    ]);
  });

  it('prefers a mapping by hand to the header', () => {
    const { columns, problems } = recognise(['Nombre', 'Apellido', 'Talla de camisa', 'Zapato'], {
      nombre: 'lastName',
      Apellido: 'firstName',
      zapato: '',
    });
    expect(columns.map(({ field }) => field)).toEqual(['lastName', 'firstName', null, null]);
    expect(problems.map(({ code }) => code)).toEqual(['column-missing', 'column-missing']);
  });

  it('ignores what stands in brackets, unless it may be another unit of a measure', () => {
    expect(
      fieldsOf(['Fecha de Nacimiento (d/m/a)', 'Talla [cm.]', 'MUAC (mm)', 'Sexo (F/M)']),
    ).toEqual(['birthDate', 'height', 'muac', 'gender']);
    expect(fieldsOf(['Peso (lb)', 'Peso (libras)', 'Talla (pulgadas)', 'Nombre (lb)'])).toEqual([
      null,
      null,
      null,
      'firstName',
    ]);
  });

  it('assigns columns by their place: two of one heading, or all of a file without headings', () => {
    const { columns } = recognise(['nombre', 'nombre', '#1'], { '#1': '', '#2': 'lastName' });
    expect(columns.map(({ field }) => field)).toEqual([null, 'lastName', null]);
    const without = recogniseColumns(['', ''], {
      reportTitles: TITLES,
      mapping: { '#2': 'muac' },
      isWithoutHeadings: true,
    });
    expect(without.columns.map(({ field }) => field)).toEqual([null, 'muac']);
    expect(without.problems.map(({ code }) => code)).not.toContain('header-missing');
  });

  it('refuses two columns for one field, and names both', () => {
    const { problems } = recognise(['Nombre', 'Apellido', 'Sexo', 'DOB', 'Peso', 'Weight']);
    expect(problems).toEqual([
      { code: 'column-twice', field: 'weight', headers: ['Peso', 'Weight'] },
    ]);
  });

  it('reports each missing mandatory column; an age in months replaces a birth date', () => {
    expect(recognise(['Nombre']).problems).toEqual([
      { code: 'column-missing', field: 'lastName' },
      { code: 'column-missing', field: 'gender' },
      { code: 'column-missing', field: 'birthDate' },
    ]);
    expect(recognise(['Nombre', 'Apellido', 'Sexo', 'Edad en meses']).problems).toEqual([]);
  });

  it('says of a list of women what it is, before what it lacks', () => {
    for (const language of LANGUAGES) {
      const { problems } = recogniseColumns(reportTitles('women', language), {
        reportTitles: allReportTitles(),
      });
      expect(problems).toEqual([
        { code: 'file-of-women' },
        { code: 'column-missing', field: 'gender' },
        { code: 'column-missing', field: 'birthDate' },
      ]);
    }
    const children = recognise(['Nombre', 'Apellido', 'Sexo', 'Nacimiento', 'Fecha de parto']);
    expect(children.problems).toEqual([]);
  });

  it('refuses an empty header and a mapping to an unknown field', () => {
    expect(recognise(['', ' ']).problems).toEqual([{ code: 'header-missing' }]);
    const { problems } = recognise(['Nombre', 'Apellido', 'Sexo', 'DOB'], { DOB: '__proto__' });
    expect(problems).toContainEqual({
      code: 'mapping-unknown-field',
      header: 'DOB',
      name: '__proto__',
    });
  });

  it('assigns each known header to one field only', () => {
    const all = IMPORT_FIELD_NAMES.flatMap((field) => [
      foldHeader(field),
      ...IMPORT_FIELDS[field].headers,
    ]);
    const doubled = all.filter((header, place) => all.indexOf(header) !== place);
    expect(doubled).toEqual([]);
    expect(all.filter((header) => foldHeader(header) !== header)).toEqual([]);
  });
});
