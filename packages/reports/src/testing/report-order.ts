import type { ReportSort, ReportType } from '@crece/domain';
import { byUnit, type TableRow } from './report-table.ts';

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300\u0301\u0308]/g, '')
    .toLowerCase();

/**
 * Whether two names are certainly in the wrong order: the first differing letter decides, ignoring
 * accents and case; blanks, signs and ñ at that position decide nothing.
 */
function isTurned(earlier: string, later: string): boolean {
  const [a, b] = [folded(earlier), folded(later)];
  const place = [...a].findIndex((letter, at) => letter !== b[at]);
  const [one = '', other = ''] = [a[place], b[place]];
  const isPlain = [one, other].every((letter) => /^[a-z]$/.test(letter));
  // After NFD an ñ is an n followed by a tilde.
  const isTilde = a[place + 1] === '\u0303' || b[place + 1] === '\u0303';
  return place !== -1 && isPlain && !isTilde && one > other;
}

function namesTurned(rows: readonly TableRow[], column: string): string[] {
  const names = rows.map((row) => row.get(column) ?? '');
  return names.flatMap((name, place) =>
    names
      .slice(place + 1)
      .filter((later) => isTurned(name, later))
      .map((later) => `${column}: ${later} stands after ${name}`),
  );
}

function isOneWay(values: readonly string[]): boolean {
  const pairs = values.slice(1).map((value, place) => [values[place] ?? '', value] as const);
  return pairs.every(([a, b]) => a <= b) || pairs.every(([a, b]) => a >= b);
}

const monthsSince = (row: TableRow) => Number(row.get('months since last screening'));

/** The groups of rows in which the sort field applies. */
function parts(type: ReportType, unit: readonly TableRow[]): readonly (readonly TableRow[])[] {
  if (type !== 'sup') return [unit];
  const start = unit.findIndex((row) => monthsSince(row) >= 7);
  return start === -1 ? [unit] : [unit.slice(0, start), unit.slice(start)];
}

/**
 * The date of each child's newest screening, ignoring future ones; children without one are left
 * out.
 */
function newestDates(type: ReportType, rows: readonly TableRow[], today: string): string[] {
  if (type === 'summary') return rows.map((row) => row.get('LastScreeningDate') ?? '');
  if (type !== 'all') return rows.map((row) => String(monthsSince(row)).padStart(4, '0'));
  const newest = new Map<string, string>();
  for (const row of rows) {
    const [id = '', date = ''] = [row.get('id'), row.get('screenDate')];
    if (date !== '' && date <= today && !newest.has(id)) newest.set(id, date);
  }
  return [...newest.values()];
}

function screeningFaults(unit: readonly TableRow[], today: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  unit.forEach((row, place) => {
    const before = unit[place - 1];
    const id = row.get('id') ?? '';
    const isSame = before?.get('id') === id;
    if (!isSame && seen.has(id)) faults.push(`${id} stands in two places`);
    seen.add(id);
    if (row.get('child Index') !== String(seen.size)) faults.push(`${id} has a wrong index`);
    const [date = '', older = ''] = [before?.get('screenDate'), row.get('screenDate')];
    if (isSame && older > date && older <= today)
      faults.push(`${id}: ${older} stands after ${date}`);
  });
  return faults;
}

/** Row orders that certainly contradict the rules of the golden set. */
export function orderFaults(
  report: { readonly type: ReportType; readonly sort: ReportSort },
  rows: readonly TableRow[],
  today: string,
): string[] {
  const { type, sort } = report;
  return byUnit(rows).flatMap((unit) => {
    const faults = type === 'all' ? screeningFaults(unit, today) : [];
    for (const part of parts(type, unit)) {
      if (type === 'sup' && new Set(part.map((row) => monthsSince(row) >= 7)).size > 1) {
        faults.push('a child seen 7 months ago stands before one seen later');
      }
      if (sort === 'screenDate') {
        if (!isOneWay(newestDates(type, part, today))) faults.push('dates are not in order');
      } else faults.push(...namesTurned(part, sort));
    }
    return faults;
  });
}
