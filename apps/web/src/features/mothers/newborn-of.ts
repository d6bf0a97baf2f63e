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

/**
 * The children of the unit that are the newborn of this nursing mother, by her whole name, which one of
 * the two may have with more words, and the day in any of their records.
 */
export function newbornsHere(mother: Mother, children: readonly ChildRow[]): readonly ChildRow[] {
  return children.filter((row) => {
    const { id, others = [] } = row;
    const mothers = [row, ...others].flatMap(({ birthDate, mother: firstName }) =>
      birthDate === mother.childsBirthDate && firstName !== undefined
        ? [{ id, firstName, lastName: '' }]
        : [],
    );
    const { firstName, lastName } = mother;
    return mothers.length > 0 && findWomenLike({ firstName, lastName }, mothers).length > 0;
  });
}
