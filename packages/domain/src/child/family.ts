import { foldText } from '../base/fold-text.ts';

/** The fields of a child by which a family is told. */
export interface FamilyMember {
  readonly lastName: string;
  readonly mother?: string | undefined;
  readonly ward?: string | undefined;
}

/** A family's texts without case and accents. Siblings have the same mother, last name and ward. */
export interface FamilyTexts {
  readonly lastName: string;
  /** Null: the record names no mother, so that the child stands alone. */
  readonly mother: string | null;
  /** Empty without a ward. */
  readonly ward: string;
}

/** The texts by which children are sorted and grouped into families. */
export function familyTexts({ lastName, mother, ward = '' }: FamilyMember): FamilyTexts {
  return {
    lastName: foldText(lastName),
    mother: mother === undefined ? null : foldText(mother),
    ward: foldText(ward),
  };
}
