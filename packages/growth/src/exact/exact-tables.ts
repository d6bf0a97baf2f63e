import { bySex, type Sex } from '../base/sex.ts';
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

type ColumnsBySex = Readonly<Record<Sex, LmsColumns>>;

function unpackBySex(packed: Readonly<Record<Sex, PackedLmsTable>>): ColumnsBySex {
  return bySex(packed, unpackLmsColumns);
}

/** WHO's tables by day of age and by tenth of a centimetre, as WHO's own software uses them. */
export const EXACT_TABLES = {
  /** Days 0 to 1826; lying to day 730, standing from day 731. */
  lengthHeightForAge: unpackBySex(lengthHeightForAgeDays),
  weightForAge: unpackBySex(weightForAgeDays),
  bmiForAge: unpackBySex(bmiForAgeDays),
  /** Days 91 to 1826: there is no reference for younger children. */
  muacForAge: unpackBySex(muacForAgeDays),
  headCircumferenceForAge: unpackBySex(headCircumferenceForAgeDays),
  /** 45 to 110 cm. */
  weightForLength: unpackBySex(weightForLengthMm),
  /** 65 to 120 cm. */
  weightForHeight: unpackBySex(weightForHeightMm),
} as const;
