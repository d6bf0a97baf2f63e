import {
  DEFAULT_PROGRAMME_RULES,
  type ExportedScreenings,
  type IsoDate,
  type UnitDatabase,
} from '@crece/domain';
import type { ChildRecords, ReportRecords } from '../base/report-records.ts';
import { screenedChild, standingOfRecords } from '../rows/reported-screenings.ts';
import { chosenScreenings } from './chosen-screenings.ts';
import { observationsOf } from './fhir-observations.ts';
import {
  type FhirResource,
  organizationOf,
  type PatientOptions,
  patientOf,
  urlOf,
} from './fhir-resources.ts';

export interface FhirOptions extends PatientOptions {
  /** Today's date in the unit's time zone. */
  readonly todayOf: (unit: UnitDatabase) => IsoDate;
  readonly screenings: ExportedScreenings;
}

/** Approximate length of a chunk of the text. */
const PIECE_CHARACTERS = 64 * 1024;

/** Whether the child died, as every screen and report has it; the programme's days do not matter to that. */
function hasDied(record: ChildRecords, today: IsoDate): boolean {
  const { child, others = [], screenings, versions } = record;
  const said = [
    ...[child, ...others, ...(versions?.child ?? [])].map(({ departure }) => departure),
    ...[...screenings, ...(versions?.screenings ?? [])].map((each) => each.referralOutcome),
  ];
  if (!said.includes('died')) return false;
  const rules = DEFAULT_PROGRAMME_RULES;
  const standing =
    screenedChild(record, today, rules)?.standing() ??
    standingOfRecords(record, undefined, today, rules);
  return standing.departure?.outcome === 'died';
}

/** The resources of one unit: the unit itself, then each child followed by its observations. */
export function* fhirResources(
  records: ReportRecords,
  options: FhirOptions,
): Generator<FhirResource> {
  const { unit } = records;
  const today = options.todayOf(unit);
  yield organizationOf(unit, options.uuidOf);
  for (const record of records.children) {
    yield patientOf(record.child, unit, options, { hasDied: hasDied(record, today) });
    for (const screening of chosenScreenings(record, options.screenings, today))
      yield* observationsOf(screening, record, unit, options);
  }
}

/** `PUT` with our own id, so that sending a bundle twice creates no duplicates. */
function entryOf(resource: FhirResource): string {
  const { resourceType, id } = resource;
  return JSON.stringify({
    fullUrl: urlOf(id),
    resource,
    request: { method: 'PUT', url: `${resourceType}/${id}` },
  });
}

/**
 * A FHIR R4 transaction bundle as text, unit by unit and child by child, so that memory does not
 * grow with the number of units. Each resource is on its own line.
 */
export async function* fhirBundle(
  units: AsyncIterable<ReportRecords>,
  options: FhirOptions,
): AsyncGenerator<string> {
  // FHIR forbids empty lists: an empty bundle has no `entry`.
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
