import type { Sex } from '../base/sex.ts';
import {
  bmiForAgeDays,
  headCircumferenceForAgeDays,
  lengthHeightForAgeDays,
  muacForAgeDays,
  weightForAgeDays,
  weightForHeightMm,
  weightForLengthMm,
} from '../tables/exact-tables.generated.ts';
import type { PackedLmsTable } from '../tables/lms-table.ts';
import { type LmsColumns, unpackLmsColumns } from './lms-columns.ts';

function bySex(packed: Readonly<Record<Sex, PackedLmsTable>>): Readonly<Record<Sex, LmsColumns>> {
  return { Boy: unpackLmsColumns(packed.Boy), Girl: unpackLmsColumns(packed.Girl) };
}

/** WHO's tables by day of age and by tenth of a centimetre, as WHO's own software uses them. */
export const EXACT_TABLES = {
  /** Days 0 to 1826; lying to day 730, standing from day 731. */
  lengthHeightForAge: bySex(lengthHeightForAgeDays),
  weightForAge: bySex(weightForAgeDays),
  bmiForAge: bySex(bmiForAgeDays),
  /** Days 91 to 1826: there is no reference for younger children. */
  muacForAge: bySex(muacForAgeDays),
  headCircumferenceForAge: bySex(headCircumferenceForAgeDays),
  /** 45 to 110 cm. */
  weightForLength: bySex(weightForLengthMm),
  /** 65 to 120 cm. */
  weightForHeight: bySex(weightForHeightMm),
} as const;
