import { compareDates, MEMBER_STATUSES, type MemberStatus, type ReportSort } from '@crece/domain';
import type { Language } from '@crece/messages';

/** The fields of a row's person that determine its position. */
export interface Sorted {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ward?: string | undefined;
  readonly memberStatus: MemberStatus;
  /** The date of the newest screening, or of a woman's registration. */
  readonly date?: string | undefined;
}

type Compare = (a: Sorted, b: Sorted) => number;

const collators = new Map<Language, Intl.Collator>();

/** Orders letters by the language; case and accents make no difference. */
function collatorOf(language: Language): Intl.Collator {
  const known = collators.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Collator(language, { sensitivity: 'base' });
  collators.set(language, made);
  return made;
}

/** Compares two texts; a missing one is last. */
function missingLast(a: string, b: string, compare: (a: string, b: string) => number): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  return compare(a, b);
}

function byMembership(a: Sorted, b: Sorted): number {
  return MEMBER_STATUSES.indexOf(a.memberStatus) - MEMBER_STATUSES.indexOf(b.memberStatus);
}

/** The newest first; never screened is last. */
function byDate(a: Sorted, b: Sorted): number {
  return missingLast(a.date ?? '', b.date ?? '', (one, other) => compareDates(other, one));
}

function fieldOrder(field: ReportSort, { compare }: Intl.Collator): Compare {
  if (field === 'memberStatus') return byMembership;
  if (field === 'screenDate') return byDate;
  return (a, b) => missingLast(a[field] ?? '', b[field] ?? '', compare);
}

/**
 * The order of a unit's rows: by the requested field, then by first name, last name and id, so that
 * the same records always give the same file.
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

/** Number of items sorted or merged in one step: a few milliseconds on a slow phone. */
const STEP = 250;

interface Placed<T> {
  readonly item: T;
  readonly by: Sorted;
}

/** Merges two sorted lists, in steps. */
function* merged<T>(
  a: readonly Placed<T>[],
  b: readonly Placed<T>[],
  compare: Compare,
): Generator<null, readonly Placed<T>[]> {
  const both: Placed<T>[] = [];
  let fromA = 0;
  let fromB = 0;
  for (;;) {
    const nextA = a[fromA];
    const nextB = b[fromB];
    const takesA = nextB === undefined || (nextA !== undefined && compare(nextA.by, nextB.by) <= 0);
    const next = takesA ? nextA : nextB;
    if (next === undefined) return both;
    if (takesA) fromA += 1;
    else fromB += 1;
    if (both.push(next) % STEP === 0) yield null;
  }
}

/** Sorts the items by their people, in steps. */
export function* sortedBy<T>(
  items: readonly T[],
  sortedOf: (item: T) => Sorted,
  compare: Compare,
): Generator<null, readonly T[]> {
  let runs: (readonly Placed<T>[])[] = [];
  for (let at = 0; at < items.length; at += STEP) {
    const run = items.slice(at, at + STEP).map((item) => ({ item, by: sortedOf(item) }));
    runs.push(run.sort((a, b) => compare(a.by, b.by)));
    yield null;
  }
  while (runs.length > 1) {
    const longer: (readonly Placed<T>[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = longer;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}
