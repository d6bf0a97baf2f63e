import type { Child, Screening } from '@crece/domain';
import type { ImportField } from './fields.ts';
import type { FieldChange } from './findings.ts';

/** What a person reads of a child's record, by its column and its field. */
const OF_CHILD = [
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['gender', 'gender'],
  ['birthDate', 'birthDate'],
  ['birthDateEstimated', 'birthDateEstimated'],
  ['memberStatus', 'memberStatus'],
  ['mother', 'mother'],
  ['father', 'father'],
  ['phone', 'phone'],
  ['address', 'address'],
  ['city', 'city'],
  ['ward', 'ward'],
  ['idGroup', 'idGroup'],
  ['childComments', 'comments'],
] as const satisfies readonly (readonly [ImportField, keyof Child])[];

/** What a person reads of a screening. */
const OF_SCREENING = [
  ['surveyDate', 'surveyDate'],
  ['weight', 'weight'],
  ['height', 'height'],
  ['muac', 'muac'],
  ['oedema', 'oedema'],
  ['measured', 'measured'],
  ['familyHealthPlan', 'familyHealthPlan'],
  ['followFamilyHealthPlan', 'followFamilyHealthPlan'],
  ['visitedDoctor', 'visitedDoctor'],
  ['comments', 'comments'],
  ['ageOverride', 'ageOverride'],
  ['zScoreConfirmed', 'zScoreConfirmed'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
] as const satisfies readonly (readonly [ImportField, keyof Screening])[];

type Value = string | number | boolean | undefined;

function changeOf(field: ImportField, from: Value, to: Value): FieldChange[] {
  return from === to ? [] : [{ field, from: from ?? null, to: to ?? null }];
}

/** What differs in a child's record. */
export function childChanges(before: Child, after: Child): FieldChange[] {
  return OF_CHILD.flatMap(([field, name]) => changeOf(field, before[name], after[name]));
}

/** What differs in a screening. */
export function screeningChanges(before: Screening, after: Screening): FieldChange[] {
  return OF_SCREENING.flatMap(([field, name]) => changeOf(field, before[name], after[name]));
}
