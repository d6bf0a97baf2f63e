import { findWomenLike, type Mother } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import type { Newborn } from '../../shared/navigation/newborn-state.ts';

/** What the record of a nursing mother says of her child; the child's own name is not known. */
export function newbornOf(mother: Mother): Newborn {
  const { childsBirthDate, memberStatus, ward, phone, address, city } = mother;
  const known = {
    // Often the child's too, and seen at once where it is not.
    lastName: mother.lastName,
    mother: `${mother.firstName} ${mother.lastName}`,
    birthDate: childsBirthDate,
    memberStatus,
    ward,
    phone,
    address,
    city,
  };
  return {
    motherId: mother._id,
    known: Object.fromEntries(
      Object.entries(known).filter((each): each is [string, string] => each[1] !== undefined),
    ),
  };
}

/** What the records of a child say of its birth and its mother. */
type OfBirth = Pick<ChildRow, 'mother'> & { readonly birthDate?: string | undefined };

/**
 * Whether a child is the newborn of this nursing mother, by her whole name, which one of the two may
 * have with more words, and the day in any of its records.
 */
export function isNewbornOf(
  { firstName, lastName, childsBirthDate }: Mother,
  records: readonly OfBirth[],
): boolean {
  const mothers = records.flatMap(({ birthDate, mother }) =>
    birthDate !== undefined && birthDate === childsBirthDate && mother !== undefined
      ? [{ id: '', firstName: mother, lastName: '' }]
      : [],
  );
  return mothers.length > 0 && findWomenLike({ firstName, lastName }, mothers).length > 0;
}

/** The children of the unit that are the newborn of this nursing mother. */
export function newbornsHere(mother: Mother, children: readonly ChildRow[]): readonly ChildRow[] {
  return children.filter((row) => isNewbornOf(mother, [row, ...(row.others ?? [])]));
}
