import { bySex, type Sex } from '../base/sex.ts';
import { weightForHeightHalfCm, weightForLengthHalfCm } from './half-cm-tables.generated.ts';
import { type LmsTable, type PackedLmsTable, unpackLmsTable } from './lms-table.ts';
import {
  heightForAgeMonths,
  lengthForAgeMonths,
  weightForAgeMonths,
} from './month-tables.generated.ts';

type TableBySex = Readonly<Record<Sex, LmsTable>>;

function unpackBySex(packed: Readonly<Record<Sex, PackedLmsTable>>): TableBySex {
  return bySex(packed, unpackLmsTable);
}

/** WHO's published tables by whole month and by half centimetre, for the programme method. */
export const PROGRAMME_TABLES = {
  /** Lying, months 0 to 24. */
  lengthForAge: unpackBySex(lengthForAgeMonths),
  /** Standing, months 24 to 60. */
  heightForAge: unpackBySex(heightForAgeMonths),
  /** Months 0 to 60. */
  weightForAge: unpackBySex(weightForAgeMonths),
  /** Lying, 45 to 110 cm. */
  weightForLength: unpackBySex(weightForLengthHalfCm),
  /** Standing, 65 to 120 cm. */
  weightForHeight: unpackBySex(weightForHeightHalfCm),
} as const;
