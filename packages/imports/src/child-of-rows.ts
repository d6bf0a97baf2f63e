import { type Child, foldText, joinConsent, withoutFields, withoutUndefined } from '@crece/domain';
import type { Finding } from './findings.ts';
import type { ReadRow, RowChild } from './row.ts';
import { hasAllWords, isSameBirth } from './same-child.ts';

/** Fields of a child in which its rows should not differ. */
const COMPARED = [
  'gender',
  'birthDate',
  'mother',
  'father',
  'phone',
  'address',
  'city',
  'ward',
  'idGroup',
  'memberStatus',
] as const;

/** The rows by the day of their visit, the newest first; of one day the last row of the file. */
function newestFirst(rows: readonly ReadRow[]): ReadRow[] {
  const dayOf = ({ entry }: ReadRow) => entry?.surveyDate ?? '';
  return [...rows].sort((a, b) => {
    const [dayA, dayB] = [dayOf(a), dayOf(b)];
    if (dayA !== dayB) return dayA < dayB ? 1 : -1;
    return b.row - a.row;
  });
}

/** The family's answers from all rows, each for itself: a refusal in any row counts. */
function agreedIn(rows: readonly ReadRow[]): Pick<RowChild, 'agreed'> {
  const all = rows.flatMap(({ child }) => child.agreed ?? []);
  if (all.length === 0) return {};
  const agreed = withoutUndefined({
    consent: all.map(({ consent }) => consent).reduce(joinConsent),
    mayMessage: all.map(({ mayMessage }) => mayMessage).reduce(joinConsent),
  });
  return { agreed };
}

/**
 * The child's fields from all rows: for each the value of the newest visit that has one. Of birth
 * dates an exact one counts before those that were worked out from ages; of those the first, from
 * which the others differ by days only. Of the family's answers a refusal counts, however old.
 */
export function together(rows: readonly ReadRow[]): RowChild {
  const merged: Record<string, unknown> = {};
  for (const { child } of newestFirst(rows)) {
    for (const [name, value] of Object.entries(child)) merged[name] ??= value;
  }
  const dated = rows.filter(({ child }) => child.birthDate !== undefined);
  const birth = dated.find(({ child }) => child.birthDateEstimated !== true) ?? dated[0];
  const { birthDate, birthDateEstimated } = birth?.child ?? {};
  const { birthDate: _newest, birthDateEstimated: _mark, ...others } = merged as RowChild;
  return { ...others, ...withoutUndefined({ birthDate, birthDateEstimated }), ...agreedIn(rows) };
}

const isSameText = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' && foldText(a) === foldText(b);

/** Where a row says something else of the child than what counts. */
export function differences(said: RowChild, { child }: ReadRow): Finding[] {
  return COMPARED.flatMap((field) => {
    const value = child[field];
    if (value === undefined || value === said[field] || isSameText(value, said[field])) return [];
    // Every age in months gives another day; the rows are one child's all the same.
    if (field === 'birthDate' && child.birthDateEstimated === true) return [];
    return [{ code: 'differs-from-newest-row' as const, level: 'warn' as const, field }];
  });
}

/** Fields in which a spelling that folds equal is no correction. */
const TEXTS = ['mother', 'father', 'address', 'city', 'ward', 'idGroup', 'phone'] as const;

/**
 * Whether a child is stored with a birth date that cannot be the rows' one: somebody has corrected it
 * since an earlier upload of the file made the child.
 */
export function isBirthCorrected(said: RowChild, stored: Child): boolean {
  const { birthDate } = said;
  const isEstimated = said.birthDateEstimated === true;
  const known = { ...stored, isEstimated: stored.birthDateEstimated === true };
  return birthDate !== undefined && !isSameBirth({ birthDate, isEstimated }, known);
}

/**
 * What rows without the child's id change in a stored child: no name, because a spelling that
 * folds equal is no correction, nor a part of a parent's name, and no birth date that is only an
 * estimate or was corrected since.
 */
export function changesByNames(said: RowChild, stored: Child): RowChild {
  const kept = TEXTS.filter((name) => {
    const [value, known] = [said[name], stored[name]];
    if (value === undefined || known === undefined) return false;
    const isParent = name === 'mother' || name === 'father';
    return isSameText(value, known) || (isParent && hasAllWords(known, value));
  });
  const isBirthKept = said.birthDateEstimated === true || isBirthCorrected(said, stored);
  return withoutFields(said, [
    'firstName',
    'lastName',
    ...kept,
    ...(isBirthKept ? (['birthDate', 'birthDateEstimated'] as const) : []),
  ]);
}
