import { foldText } from '../base/fold-text.ts';
import { DUPLICATE_MIN_LETTERS, DUPLICATE_NEAR_DAYS } from '../base/limits.ts';
import type { BirthDated } from '../dates/age.ts';
import { addDays } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import { completedMonthsToday, type NewestScreening } from '../screening/age-today.ts';
import { foldedNameOf, mayBeOneName, resemblanceTo, wordsOf } from './whole-names.ts';

/** The names in another record of a child. */
export interface OtherNames extends BirthDated {
  readonly firstName: string;
  readonly lastName: string;
  readonly searchKey?: string | undefined;
  readonly mother?: string | undefined;
}

/** The fields of a stored child that the duplicate search reads. */
export interface NamedChild extends BirthDated {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Both folded, separated by one blank, where that is known. */
  readonly searchKey?: string | undefined;
  readonly mother?: string | undefined;
  readonly newest?: NewestScreening | undefined;
  /** Names in other records of the same child. */
  readonly others?: readonly OtherNames[] | undefined;
  /** The latest birth date, while another than the child's waits for a choice. */
  readonly standing?: { readonly youngest?: IsoDate | undefined } | undefined;
}

/** The child that is being typed; `id` is set when it is already stored. */
export interface DuplicateDraft {
  readonly id?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly mother?: string | undefined;
  /** Null while the field is empty or invalid. */
  readonly birthDate: IsoDate | null;
}

type IsMatch = (child: NamedChild) => boolean;

export const isLongEnough = (name: string) => [...name.trim()].length >= DUPLICATE_MIN_LETTERS;

/**
 * The specified rule: both names contain the typed ones (accents and case ignored, at least 2
 * letters each), or the names are equal and the completed months today too.
 */
export function containsTyped(draft: DuplicateDraft, today: IsoDate): IsMatch {
  const first = foldText(draft.firstName);
  const last = foldText(draft.lastName);
  const isLong = isLongEnough(first) && isLongEnough(last);
  const months =
    draft.birthDate === null
      ? null
      : completedMonthsToday({ birthDate: draft.birthDate }, undefined, today);
  return (child) => {
    // Most names are told apart without folding their two parts.
    const whole = foldedNameOf(child);
    if (!whole.includes(first) || !whole.includes(last)) return false;
    const childFirst = foldText(child.firstName);
    const childLast = foldText(child.lastName);
    if (!childFirst.includes(first) || !childLast.includes(last)) return false;
    if (isLong) return true;
    const areNamesEqual = childFirst === first && childLast === last;
    return (
      areNamesEqual &&
      months !== null &&
      months === completedMonthsToday(child, child.newest, today)
    );
  };
}

/**
 * The rules added to the specified one: the words of the whole names are the same or one contains
 * the other's; or they sound alike, and the mother is the same or the birth dates are near. Names
 * of one letter are left to the specified rule.
 */
export function resemblesTyped(draft: DuplicateDraft): IsMatch {
  if (!isLongEnough(draft.firstName) || !isLongEnough(draft.lastName)) return () => false;
  const resemblance = resemblanceTo(draft);
  const mother = wordsOf(draft.mother ?? '');
  const isBornNear = bornNear(draft.birthDate);
  return (child) => {
    const found = resemblance(child);
    if (found !== 'sounds') return found !== null;
    return isBornNear(child) || mayBeOneName(mother, wordsOf(child.mother ?? ''));
  };
}

function bornNear(birthDate: IsoDate | null): IsMatch {
  if (birthDate === null) return () => false;
  const from = addDays(birthDate, -DUPLICATE_NEAR_DAYS);
  const to = addDays(birthDate, DUPLICATE_NEAR_DAYS);
  return (child) => from <= child.birthDate && child.birthDate <= to;
}

/**
 * Finds children of the unit that may be the one being typed, by the specified rule or by those
 * added to it; a child of several records by the names in any of them. Never returns the child itself.
 */
export function findDuplicates<T extends NamedChild>(
  draft: DuplicateDraft,
  children: readonly T[],
  today: IsoDate,
): T[] {
  if (draft.firstName.trim() === '' || draft.lastName.trim() === '') return [];
  const isSpecified = containsTyped(draft, today);
  const isResembling = resemblesTyped(draft);
  const isMatch = (child: NamedChild): boolean => isSpecified(child) || isResembling(child);
  return children.filter(
    (child) => child.id !== draft.id && (isMatch(child) || otherEntries(child).some(isMatch)),
  );
}

const NO_ENTRIES: readonly NamedChild[] = [];

/**
 * A child once for each other record of it, with the names in that one, and once by the latest birth
 * date that waits for a choice.
 */
export function otherEntries(child: NamedChild): readonly NamedChild[] {
  const { id, newest, others = [], standing } = child;
  const birthDate = standing?.youngest;
  if (birthDate === undefined && others.length === 0) return NO_ENTRIES;
  const entries = others.map((names) => ({ ...names, id, newest }));
  return birthDate === undefined ? entries : [{ ...child, birthDate }, ...entries];
}
