import type { BirthDated } from '../dates/age.ts';
import type { IsoDate } from '../entities.ts';
import { DUPLICATE_MIN_LETTERS } from '../limits.ts';
import { completedMonthsToday, type NewestScreening } from './age-today.ts';

/** The fields of a stored child that the duplicate search reads. */
export interface NamedChild extends BirthDated {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly newest?: NewestScreening | undefined;
}

/** The child that is being typed; `id` is set when it is already stored. */
export interface DuplicateDraft {
  readonly id?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  /** Null while the field is empty or invalid. */
  readonly birthDate: IsoDate | null;
}

const MARKS = /\p{M}+/gu;
const BLANKS = /\s+/g;

/** Text for comparing: lower case, without accents, single blanks. "  MARÍA  José" is "maria jose". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().trim().replace(BLANKS, ' ');
}

/**
 * Finds children of the unit that may be the one being typed: both of their names contain the typed
 * ones (accents and case ignored, at least 2 letters each), or their names are equal and their
 * completed months today too. Never returns the child itself.
 */
export function findDuplicates<T extends NamedChild>(
  draft: DuplicateDraft,
  children: readonly T[],
  today: IsoDate,
): T[] {
  const first = foldText(draft.firstName);
  const last = foldText(draft.lastName);
  if (first === '' || last === '') return [];
  const isLongEnough =
    [...first].length >= DUPLICATE_MIN_LETTERS && [...last].length >= DUPLICATE_MIN_LETTERS;
  const months =
    draft.birthDate === null
      ? null
      : completedMonthsToday({ birthDate: draft.birthDate }, undefined, today);
  return children.filter((child) => {
    if (child.id === draft.id) return false;
    const childFirst = foldText(child.firstName);
    if (!childFirst.includes(first)) return false;
    const childLast = foldText(child.lastName);
    if (!childLast.includes(last)) return false;
    if (isLongEnough) return true;
    const areNamesEqual = childFirst === first && childLast === last;
    return (
      areNamesEqual &&
      months !== null &&
      months === completedMonthsToday(child, child.newest, today)
    );
  });
}
