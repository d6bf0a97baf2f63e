import { type Child, readDocument, type Screening, type Sex } from '@crece/domain';
import type { Document } from '../records/unit-records.ts';

/**
 * The other versions of a record that wait for a person's choice; empty for nearly every record.
 */
type VersionsOf<T> = (record: T) => readonly T[];

/** Other versions of a child and of its screenings. */
export interface OpenChoices {
  child: VersionsOf<Child>;
  screening: VersionsOf<Screening>;
}

export const NO_CHOICES: OpenChoices = { child: () => [], screening: () => [] };

/** The readable versions of records by their ids. */
export function openChoices(
  versions: ReadonlyMap<string, readonly Document[]>,
  timeZone: string,
): OpenChoices {
  if (versions.size === 0) return NO_CHOICES;
  const read = (id: string, sex?: Sex) =>
    (versions.get(id) ?? []).map((document) =>
      readDocument(document, { timeZone, sexOf: () => sex }),
    );
  return {
    child: ({ _id }) => read(_id).flatMap((each) => (each.kind === 'child' ? [each.child] : [])),
    screening: ({ _id, gender }) =>
      read(_id, gender).flatMap((each) => (each.kind === 'screening' ? [each.screening] : [])),
  };
}
