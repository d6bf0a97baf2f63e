import { type Child, type Screening, type UnitDatabase, withoutUndefined } from '@crece/domain';
import { SYSTEMS } from './fhir-codes.ts';

/** A FHIR R4 resource as JSON; tests check the shape against R4's definitions. */
export interface FhirResource {
  readonly resourceType: 'Organization' | 'Patient' | 'Observation';
  readonly id: string;
  readonly [element: string]: unknown;
}

/**
 * Creates the id of a resource, a UUID, from a name: the same name gives the same id in every
 * export.
 */
export type UuidOf = (name: string) => string;

export interface PatientOptions {
  readonly uuidOf: UuidOf;
  /** Also phone, address, parents and comments. */
  readonly withContact: boolean;
}

/** What the records say of a child beside its own fields. */
interface PatientFacts {
  readonly hasDied: boolean;
}

const GENDERS = { Boy: 'male', Girl: 'female' } as const;

/** The full URL with which the resources of a bundle refer to each other. */
export function urlOf(id: string): string {
  return `urn:uuid:${id}`;
}

export function reference(id: string): { readonly reference: string } {
  return { reference: urlOf(id) };
}

/** Names of the resources of a record; their ids are derived from these. */
export const NAMES = {
  unit: ({ stakeDB }: Pick<UnitDatabase, 'stakeDB'>) => `unit ${stakeDB}`,
  /** Includes the unit, because ids of older systems are unique only within a unit. */
  child: ({ stakeDB }: UnitDatabase, { _id }: Pick<Child, '_id'>) => `child ${stakeDB} ${_id}`,
  observation: ({ stakeDB }: UnitDatabase, { _id }: Pick<Screening, '_id'>, kind: string) =>
    `observation ${stakeDB} ${_id} ${kind}`,
} as const;

/** A text in FHIR's format: trimmed; undefined when empty. */
function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** A list without undefined items; undefined when empty, because FHIR forbids empty lists. */
function listOf<T>(...items: readonly (T | undefined)[]): readonly T[] | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === 0 ? undefined : present;
}

export function organizationOf(unit: UnitDatabase, uuidOf: UuidOf): FhirResource {
  return {
    resourceType: 'Organization',
    id: uuidOf(NAMES.unit(unit)),
    identifier: [{ system: SYSTEMS.unitId, value: unit.stakeDB }],
    active: true,
    name: unit.stakeName,
    address: [{ country: unit.countryCode }],
  };
}

function parent(name: string | undefined, code: 'MTH' | 'FTH', display: string) {
  const words = text(name);
  if (words === undefined) return undefined;
  return {
    relationship: [{ coding: [{ system: SYSTEMS.role, code, display }] }],
    name: { text: words },
  };
}

function contactOf(child: Child) {
  const phone = text(child.phone);
  const line = text(child.address);
  const city = text(child.city);
  return {
    telecom: phone === undefined ? undefined : [{ system: 'phone', value: phone }],
    address:
      line === undefined && city === undefined
        ? undefined
        : [withoutUndefined({ line: listOf(line), city })],
    contact: listOf(parent(child.mother, 'MTH', 'mother'), parent(child.father, 'FTH', 'father')),
  };
}

/**
 * A birth date estimated from an age in months is exact only to the month: 2024-03-10 becomes
 * 2024-03.
 */
function birthDateOf({ birthDate, birthDateEstimated }: Child): string {
  return birthDateEstimated === true ? birthDate.slice(0, 'YYYY-MM'.length) : birthDate;
}

export function patientOf(
  child: Child,
  unit: UnitDatabase,
  { uuidOf, withContact }: PatientOptions,
  { hasDied }: PatientFacts,
): FhirResource {
  return withoutUndefined({
    resourceType: 'Patient' as const,
    id: uuidOf(NAMES.child(unit, child)),
    identifier: [{ system: SYSTEMS.childId, value: child._id }],
    name: [
      withoutUndefined({ family: text(child.lastName), given: listOf(text(child.firstName)) }),
    ],
    gender: GENDERS[child.gender],
    birthDate: birthDateOf(child),
    // The record has the day on which it was said, not that of the death.
    deceasedBoolean: hasDied ? true : undefined,
    managingOrganization: reference(uuidOf(NAMES.unit(unit))),
    ...(withContact ? contactOf(child) : {}),
  });
}
