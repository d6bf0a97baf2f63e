import {
  foldText,
  type IsoDate,
  isInMotherWindow,
  type MotherKind,
  motherKind,
} from '@crece/domain';
import type { MotherRow } from '@crece/storage';

export interface MothersView {
  /** Women whose date is in the window of their kind: soonest birth or youngest child first. */
  inside: readonly MotherRow[];
  /** The others, whose date has passed or is a typing error; lists hide them until asked. */
  outside: readonly MotherRow[];
  /** Number of women of each kind inside their windows, whatever is searched. */
  counts: Readonly<Record<MotherKind, number>>;
}

/** The date that a list of this kind shows: expected delivery, or the child's birth. */
export function listedDateOf(row: MotherRow): IsoDate {
  return row.childsBirthDate ?? row.deliveryDate ?? '';
}

function answersSearch({ searchKey, ward }: MotherRow, words: readonly string[]): boolean {
  const text = `${searchKey} ${foldText(ward ?? '')}`;
  return words.every((word) => text.includes(word));
}

/** Soonest delivery first, or youngest child first; then the given order by name. */
function byDate(kind: MotherKind) {
  const direction = kind === 'pregnant' ? 1 : -1;
  return (a: MotherRow, b: MotherRow) =>
    listedDateOf(a) === listedDateOf(b)
      ? 0
      : direction * (listedDateOf(a) < listedDateOf(b) ? -1 : 1);
}

/**
 * The content of the list of one kind. Every typed word must be in name or ward; case and accents
 * are ignored.
 */
export function viewMothers(
  rows: readonly MotherRow[],
  { kind, search, today }: { kind: MotherKind; search: string; today: IsoDate },
): MothersView {
  const words = foldText(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const inside: MotherRow[] = [];
  const outside: MotherRow[] = [];
  const counts: Record<MotherKind, number> = { pregnant: 0, nursing: 0 };
  for (const row of rows) {
    const rowKind = motherKind(row);
    const isInside = isInMotherWindow(row, today);
    if (isInside) counts[rowKind] += 1;
    if (rowKind !== kind || !answersSearch(row, words)) continue;
    (isInside ? inside : outside).push(row);
  }
  return {
    inside: [...inside].sort(byDate(kind)),
    outside: [...outside].sort(byDate(kind)),
    counts,
  };
}
