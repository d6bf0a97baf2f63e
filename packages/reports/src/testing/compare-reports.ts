import type { ReportType } from '@crece/domain';
import { type TableRow, tableRows } from './report-table.ts';

/** Columns in which yes equals true, and no equals false. */
const ANSWERS: ReadonlySet<string> = new Set([
  'obese',
  'FamilyHealthPlan',
  'FollowFamilyHealthPlan',
  'VisitedDoctorOrHealthClinic',
  'oedema',
  'zConfirmed',
  'birthDateEstimated',
  'Prior Sup',
]);
/** Answer columns in which no equals blank. */
const BLANK_IS_NO: ReadonlySet<string> = new Set(['zConfirmed', 'birthDateEstimated', 'Prior Sup']);
const ANY_CASE: ReadonlySet<string> = new Set([
  'type',
  'lds',
  'LDS',
  'muacBand',
  'measured',
  'ImprovementFromLastScreening',
]);

/** The columns of `all` that came after the set was made: after those that it knows, and not compared. */
const LATER: Readonly<Partial<Record<ReportType, readonly string[]>>> = {
  all: [
    'referralOutcome',
    'referralDate',
    'referralNote',
    'outsideHeight',
    'outsideWeight',
    'departure',
    'departureDate',
    'consent',
    'consentDay',
    'consentBy',
    'mayMessage',
    'mayMessageDay',
    'mayMessageBy',
    'language',
    'cardNumber',
    'landmark',
  ],
};

/** The columns by which rows of our report and of the golden file are matched. */
const KEYS: Readonly<Record<ReportType, readonly string[]>> = {
  all: ['screenId', 'id'],
  sup: ['firstName', 'lastName', 'stake'],
  summary: ['firstName', 'lastName', 'stake'],
  missedScreening: ['firstName', 'lastName', 'stake'],
  women: ['firstName', 'lastName'],
  referrals: ['firstName', 'lastName', 'since'],
};

function normal(column: string, cell: string): string {
  let text = cell.replaceAll('\r\n', '\n');
  if (ANY_CASE.has(column)) text = text.toLowerCase();
  if (ANSWERS.has(column)) {
    text = text
      .toLowerCase()
      .replace(/^true$/, 'yes')
      .replace(/^false$/, 'no');
    return BLANK_IS_NO.has(column) && text === '' ? 'no' : text;
  }
  return /^-?\d+\.\d+$/.test(text) ? String(Number(text)) : text;
}

function keyOf(type: ReportType, record: TableRow): string {
  const [first = '', ...others] = KEYS[type];
  if (type === 'all') return record.get(first) || (record.get('id') ?? '');
  return [first, ...others].map((name) => record.get(name)).join('|');
}

/** The differences between a report and the expected one, by the rules of the set's README. */
export function compareReports(
  type: ReportType,
  ours: string[][],
  golden: string[][],
  mayAppear: { readonly children: readonly string[]; readonly screenings: readonly string[] },
): string[] {
  const differences: string[] = [];
  const [header = []] = ours;
  const [goldenHeader = []] = golden;
  const expectedHeader = [...goldenHeader, ...(LATER[type] ?? [])];
  if (header.join() !== expectedHeader.join()) differences.push(`header: ${header.join()}`);
  const found = new Map(tableRows(ours).map((record) => [keyOf(type, record), record]));
  if (found.size !== ours.length - 1) differences.push('two rows of ours have one key');
  for (const expected of tableRows(golden)) {
    const key = keyOf(type, expected);
    const record = found.get(key);
    found.delete(key);
    if (record === undefined) differences.push(`missing: ${key}`);
    else differences.push(...cellDifferences(key, record, expected));
  }
  const free = new Set([...mayAppear.children, ...mayAppear.screenings]);
  for (const [key, record] of found) {
    if (!free.has(key) && !free.has(record.get('id') ?? '')) differences.push(`too many: ${key}`);
  }
  return differences;
}

function cellDifferences(key: string, ours: TableRow, golden: TableRow): string[] {
  return [...golden].flatMap(([column, cell]) => {
    if (cell === '*' || column === 'child Index') return [];
    const a = normal(column, ours.get(column) ?? '');
    const b = normal(column, cell);
    return a === b
      ? []
      : [`${key} ${column}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`];
  });
}
