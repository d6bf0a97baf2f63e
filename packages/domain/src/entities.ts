/**
 * The records of Crece as they are stored. Which fields a record has, and of what kind, is told by its
 * table (`fields/`); the types here follow from the tables.
 */

import type { CHILD_TABLE } from './fields/child-table.ts';
import type { FieldsBy } from './fields/field.ts';
import type { MOTHER_TABLE } from './fields/mother-table.ts';
import type { SCREENING_TABLE } from './fields/screening-table.ts';
import type { IsoInstant } from './words.ts';

export * from './words.ts';

/**
 * Who wrote a record and by which rules. The store writes these, screens do not; merging two
 * phones' edits needs `stamp` (generation of the revision that last changed each field).
 */
export interface Provenance {
  created?: IsoInstant;
  updatedAt?: IsoInstant;
  updatedBy?: string;
  device?: string;
  rules?: string;
  stamp?: Record<string, number>;
}

/** What every stored record has. `_rev` is absent only before the first write. */
export interface Stored extends Provenance {
  _id: string;
  _rev?: string;
}

/** Derived fields of a child: computed from all its screenings by `summariseChild`, never typed. */
export interface ChildSummary extends FieldsBy<typeof CHILD_TABLE, 'rules'> {}

/** What a person types about a child. */
export interface ChildFields extends FieldsBy<typeof CHILD_TABLE, 'person'> {}

export interface Child
  extends Stored,
    ChildFields,
    ChildSummary,
    FieldsBy<typeof CHILD_TABLE, 'record'> {}

/** What a person types or answers at a screening. Height and MUAC in cm, weight in kg. */
export interface ScreeningFields extends FieldsBy<typeof SCREENING_TABLE, 'person'> {}

/** What assessment adds to a screening. */
export interface ScreeningAssessment extends FieldsBy<typeof SCREENING_TABLE, 'rules'> {}

export interface Screening
  extends Stored,
    ScreeningFields,
    ScreeningAssessment,
    FieldsBy<typeof SCREENING_TABLE, 'record'> {}

/** What a person types about a mother: one of the two dates tells whether she is pregnant or nursing. */
export interface MotherFields extends FieldsBy<typeof MOTHER_TABLE, 'person'> {}

export interface Mother extends Stored, MotherFields, FieldsBy<typeof MOTHER_TABLE, 'record'> {}

export type MotherKind = 'pregnant' | 'nursing';

/** One problem with what was typed: a code, the field it belongs to, the figures its sentence needs. */
export interface Issue<Code extends string = string> {
  code: Code;
  field?: string;
  params?: Readonly<Record<string, string | number>>;
}

/** Expected outcomes are values: either the value (with notices that block nothing), or what is wrong. */
export type Checked<T, Code extends string = string> =
  | { ok: true; value: T; notices: readonly Issue<Code>[] }
  | { ok: false; issues: readonly Issue<Code>[] };
