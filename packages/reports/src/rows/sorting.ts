import { compareDates, MEMBER_STATUSES, type MemberStatus, type ReportSort } from '@crece/domain';
import type { Language } from '@crece/messages';

/** What of a row's person decides its place. */
export interface Sorted {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ward?: string | undefined;
  readonly memberStatus: MemberStatus;
  /** The day of the newest screening, or of a woman's registration. */
  readonly date?: string | undefined;
}

type Compare = (a: Sorted, b: Sorted) => number;

const collators = new Map<Language, Intl.Collator>();

/** Letters in the order of the language; neither case nor accents set two names apart. */
function collatorOf(language: Language): Intl.Collator {
  const known = collators.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Collator(language, { sensitivity: 'base' });
  collators.set(language, made);
  return made;
}

/** Compares texts of which one that is missing stands last. */
function missingLast(a: string, b: string, compare: (a: string, b: string) => number): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  return compare(a, b);
}

function byMembership(a: Sorted, b: Sorted): number {
  return MEMBER_STATUSES.indexOf(a.memberStatus) - MEMBER_STATUSES.indexOf(b.memberStatus);
}

/** The newest first; whoever was never screened stands last. */
function byDate(a: Sorted, b: Sorted): number {
  return missingLast(a.date ?? '', b.date ?? '', (one, other) => compareDates(other, one));
}

function fieldOrder(field: ReportSort, { compare }: Intl.Collator): Compare {
  if (field === 'memberStatus') return byMembership;
  if (field === 'screenDate') return byDate;
  return (a, b) => missingLast(a[field] ?? '', b[field] ?? '', compare);
}

/**
 * The order of the rows of a unit: by the field asked for, then by first name, last name and id, so
 * that the same records always give the same file.
 */
export function rowOrder(sort: ReportSort, language: Language): Compare {
  const collator = collatorOf(language);
  const orders = [sort, 'firstName', 'lastName'] as const;
  const compares = [...new Set(orders)].map((field) => fieldOrder(field, collator));
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    if (a.id === b.id) return 0;
    return a.id < b.id ? -1 : 1;
  };
}

/** The items in the order of their people. */
export function sortedBy<T>(
  items: readonly T[],
  sortedOf: (item: T) => Sorted,
  compare: Compare,
): T[] {
  return items
    .map((item) => ({ item, by: sortedOf(item) }))
    .toSorted((a, b) => compare(a.by, b.by))
    .map(({ item }) => item);
}
