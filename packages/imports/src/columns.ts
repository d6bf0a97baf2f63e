import { foldText } from '@crece/domain';
import {
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type ImportField,
  isImportField,
  NEEDED_FIELDS,
} from './fields.ts';

/**
 * A mapping by hand: a header of the file, or the place of a column (`#1` is the first), to its
 * field, `''` to ignore the column. The place counts more than the header.
 */
export type ColumnMapping = Readonly<Record<string, string>>;

/** One column of the file. */
export interface RecognisedColumn {
  readonly header: string;
  /** The field read from it; null for an ignored column. */
  readonly field: ImportField | null;
  /** `derived`: a calculated column of our report, which is recalculated and therefore ignored. */
  readonly by: 'report' | 'name' | 'mapping' | 'derived' | 'unknown';
}

/** Why no row of the file can be read with these columns. */
export type ColumnProblem =
  /** It seems to list pregnant women or nursing mothers, whom no file brings. */
  | { readonly code: 'file-of-women' }
  | { readonly code: 'column-missing'; readonly field: ImportField }
  | {
      readonly code: 'column-twice';
      readonly field: ImportField;
      readonly headers: readonly string[];
    }
  | { readonly code: 'mapping-unknown-field'; readonly header: string; readonly name: string }
  | { readonly code: 'header-missing' };

export interface RecognisedColumns {
  readonly columns: readonly RecognisedColumn[];
  readonly problems: readonly ColumnProblem[];
}

export interface ColumnOptions {
  readonly mapping?: ColumnMapping;
  /** Titles of the `all` report with their column names, in every language. */
  readonly reportTitles: readonly (readonly [title: string, column: string])[];
  /** The file has no row of headings: its columns have a place only. */
  readonly isWithoutHeadings?: boolean;
}

/** The name of a column by its place, in a mapping: `#1` for place 0. */
export const columnName = (place: number): string => `#${place + 1}`;

/** A header in a form for comparing: "Fecha de Nacimiento" is "fechadenacimiento". */
export function foldHeader(header: string): string {
  return foldText(header).replace(/[^\p{L}\p{N}]+/gu, '');
}

const PLACE = /^#[1-9]\d{0,2}$/;

type Found = Pick<RecognisedColumn, 'field' | 'by'>;

const UNKNOWN: Found = { field: null, by: 'unknown' };

/**
 * The field of each folded header. Titles of our own report have priority over words of other
 * files.
 */
function knownHeaders(reportTitles: ColumnOptions['reportTitles']): ReadonlyMap<string, Found> {
  const known = new Map<string, Found>();
  const byReport = new Map<string, ImportField>();
  for (const field of IMPORT_FIELD_NAMES) {
    const { headers, ...column } = IMPORT_FIELDS[field];
    known.set(foldHeader(field), { field, by: 'name' });
    for (const header of headers) known.set(header, { field, by: 'name' });
    if ('report' in column) byReport.set(column.report, field);
  }
  for (const [title, name] of reportTitles) {
    const field = byReport.get(name);
    const folded = foldHeader(title);
    if (field !== undefined) known.set(folded, { field, by: 'report' });
    else if (!known.has(folded)) known.set(folded, { field: null, by: 'derived' });
  }
  return known;
}

/** What a header says in brackets: the unit of a measure, or how a date is written. */
const IN_BRACKETS = /[([{]([^)\]}]*)[)\]}]/g;

/** The units that may stand in brackets after a measure; a weight in pounds is not taken for kilograms. */
const OWN_UNITS: ReadonlySet<string> = new Set(
  'kg kgs kilo kilos kilogramos g gr gramos grams cm cms centimetros centimeters m mts metros mm milimetros meses months'.split(
    ' ',
  ),
);

/** A header without what it says in brackets; null when that may be another unit. */
function withoutBrackets(header: string, found: (folded: string) => Found | undefined) {
  const inside = [...header.matchAll(IN_BRACKETS)].map(([, text = '']) => foldHeader(text));
  if (inside.length === 0) return undefined;
  const column = found(foldHeader(header.replaceAll(IN_BRACKETS, ' ')));
  if (column?.field === undefined || column.field === null) return column;
  const { kind } = IMPORT_FIELDS[column.field];
  const isFigure = kind === 'number' || kind === 'months';
  return isFigure && !inside.every((unit) => OWN_UNITS.has(unit)) ? undefined : column;
}

function twice(columns: readonly RecognisedColumn[]): ColumnProblem[] {
  const byField = new Map<ImportField, string[]>();
  for (const { field, header } of columns) {
    if (field !== null) byField.set(field, [...(byField.get(field) ?? []), header]);
  }
  return [...byField].flatMap(([field, headers]) =>
    headers.length < 2 ? [] : [{ code: 'column-twice' as const, field, headers }],
  );
}

function missing(columns: readonly RecognisedColumn[]): ColumnProblem[] {
  const has = (field: ImportField) => columns.some((column) => column.field === field);
  return NEEDED_FIELDS.flatMap((field) =>
    has(field) || (field === 'birthDate' && has('ageMonths'))
      ? []
      : [{ code: 'column-missing' as const, field }],
  );
}

/** Headings of an expected delivery, which no list of children has. */
const OF_WOMEN: ReadonlySet<string> = new Set(
  'deliverydate expecteddeliverydate expecteddateofdelivery edd duedate fechadeparto fechaprobabledeparto fechaprobableparto fpp'.split(
    ' ',
  ),
);

function ofWomen(columns: readonly RecognisedColumn[]): ColumnProblem[] {
  const hasDelivery = columns.some(
    ({ field, header }) => field === null && OF_WOMEN.has(foldHeader(header)),
  );
  const hasSex = columns.some(({ field }) => field === 'gender');
  return hasDelivery && !hasSex ? [{ code: 'file-of-women' }] : [];
}

/**
 * Which column of a file contains which field: by the mapping if it has the header, else by the
 * header's words. Two columns for one field and a missing mandatory field are problems.
 */
export function recogniseColumns(
  header: readonly string[],
  { mapping = {}, reportTitles, isWithoutHeadings = false }: ColumnOptions,
): RecognisedColumns {
  if (!isWithoutHeadings && header.every((name) => name.trim() === '')) {
    return { columns: [], problems: [{ code: 'header-missing' }] };
  }
  const known = knownHeaders(reportTitles);
  const byHand = new Map(
    Object.entries(mapping).flatMap(([name, to]) =>
      PLACE.test(name) ? [] : [[foldHeader(name), to] as const],
    ),
  );
  const problems: ColumnProblem[] = [];
  const found = (folded: string) => known.get(folded);
  const columns = header.map((name, place): RecognisedColumn => {
    const folded = foldHeader(name);
    const to = mapping[columnName(place)] ?? (folded === '' ? undefined : byHand.get(folded));
    if (to === undefined) {
      return { header: name, ...(found(folded) ?? withoutBrackets(name, found) ?? UNKNOWN) };
    }
    if (to !== '' && !isImportField(to)) {
      problems.push({ code: 'mapping-unknown-field', header: name, name: to });
    }
    return { header: name, field: isImportField(to) ? to : null, by: 'mapping' };
  });
  return {
    columns,
    problems: [...ofWomen(columns), ...problems, ...twice(columns), ...missing(columns)],
  };
}
