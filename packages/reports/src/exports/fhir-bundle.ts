import type { IsoDate, UnitDatabase } from '@crece/domain';
import type { UnitRecords } from '../unit-records.ts';
import { chosenScreenings, type ExportedScreenings } from './chosen-screenings.ts';
import { observationsOf } from './fhir-observations.ts';
import {
  type FhirResource,
  organizationOf,
  type PatientOptions,
  patientOf,
  urlOf,
} from './fhir-resources.ts';

export interface FhirOptions extends PatientOptions {
  /** The date where the unit lies. */
  readonly todayOf: (unit: UnitDatabase) => IsoDate;
  readonly screenings: ExportedScreenings;
}

/** The text is handed on in pieces of about this length. */
const PIECE_CHARACTERS = 64 * 1024;

/** The resources of one unit: the unit itself, then each child with its observations behind it. */
export function* fhirResources(
  records: UnitRecords,
  options: FhirOptions,
): Generator<FhirResource> {
  const { unit } = records;
  const today = options.todayOf(unit);
  yield organizationOf(unit, options.uuidOf);
  for (const record of records.children) {
    yield patientOf(record.child, unit, options);
    for (const screening of chosenScreenings(record, options.screenings, today))
      yield* observationsOf(screening, record, unit, options);
  }
}

/** `PUT` under an id of our own: whoever sends the bundle twice has everything once. */
function entryOf(resource: FhirResource): string {
  const { resourceType, id } = resource;
  return JSON.stringify({
    fullUrl: urlOf(id),
    resource,
    request: { method: 'PUT', url: `${resourceType}/${id}` },
  });
}

/**
 * A transaction bundle of FHIR R4 as text, unit by unit and child by child: memory does not grow with
 * the number of units. One resource stands on one line.
 */
export async function* fhirBundle(
  units: AsyncIterable<UnitRecords>,
  options: FhirOptions,
): AsyncGenerator<string> {
  // FHIR has no empty lists: a bundle of nothing has no entries at all.
  let text = '{"resourceType":"Bundle","type":"transaction"';
  let separator = ',"entry":[\n';
  let end = '';
  for await (const records of units) {
    for (const resource of fhirResources(records, options)) {
      text += separator + entryOf(resource);
      separator = ',\n';
      end = '\n]';
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
  }
  yield `${text}${end}}\n`;
}
