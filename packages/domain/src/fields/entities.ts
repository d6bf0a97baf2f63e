/**
 * The records of Crece as stored. Each record's table (`fields/`) lists its fields and their kinds;
 * the types here are derived from the tables.
 */

import type { IsoInstant } from '../base/words.ts';
import type { CHILD_TABLE } from './child-table.ts';
import type { FieldsBy } from './field.ts';
import type { MOTHER_TABLE } from './mother-table.ts';
import type { SCREENING_TABLE } from './screening-table.ts';

export * from '../base/words.ts';

/**
 * Who wrote a record and with which version of the rules. Only the store writes these fields.
 * Merging two phones' edits needs `stamp` (for each field, the generation of the revision that last
 * changed it).
 */
export interface Provenance {
  created?: IsoInstant;
  updatedAt?: IsoInstant;
  updatedBy?: string;
  device?: string;
  rules?: string;
  stamp?: Record<string, number>;
}

/** Fields of every stored record. `_rev` is absent only before the first write. */
export interface Stored extends Provenance {
  _id: string;
  _rev?: string;
}

/** Derived fields of a child: `summariseChild` calculates them from all its screenings. */
export interface ChildSummary extends FieldsBy<typeof CHILD_TABLE, 'rules'> {}

/** What a person types about a child. */
export interface ChildFields extends FieldsBy<typeof CHILD_TABLE, 'person'> {}

/** "Died" or "moved away", said of a child without screenings. */
export interface DepartureFields extends FieldsBy<typeof CHILD_TABLE, 'follow-up'> {}

export interface Child
  extends Stored,
    ChildFields,
    ChildSummary,
    DepartureFields,
    FieldsBy<typeof CHILD_TABLE, 'record'> {}

/** What a person types or answers at a screening. Height and MUAC in cm, weight in kg. */
export interface ScreeningFields extends FieldsBy<typeof SCREENING_TABLE, 'person'> {}

/** Fields that assessment adds to a screening. */
export interface ScreeningAssessment extends FieldsBy<typeof SCREENING_TABLE, 'rules'> {}

/** The outcome of a referral, recorded on the screening that asked for it. */
export interface ReferralFields extends FieldsBy<typeof SCREENING_TABLE, 'follow-up'> {}

export interface Screening
  extends Stored,
    ScreeningFields,
    ReferralFields,
    ScreeningAssessment,
    FieldsBy<typeof SCREENING_TABLE, 'record'> {}

/**
 * What a person types about a mother: which of the two dates is set tells whether she is pregnant
 * or nursing.
 */
export interface MotherFields extends FieldsBy<typeof MOTHER_TABLE, 'person'> {}

export interface Mother extends Stored, MotherFields, FieldsBy<typeof MOTHER_TABLE, 'record'> {}

export type MotherKind = 'pregnant' | 'nursing';

/** One problem in what was typed: a code, its field, and the figures for its message. */
export interface Issue<Code extends string = string> {
  code: Code;
  field?: string;
  params?: Readonly<Record<string, string | number>>;
}

/**
 * Expected failures are values: either the checked value (with notices that do not block saving),
 * or the issues.
 */
export type Checked<T, Code extends string = string> =
  | { ok: true; value: T; notices: readonly Issue<Code>[] }
  | { ok: false; issues: readonly Issue<Code>[] };
