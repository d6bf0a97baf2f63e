import { NO_VERSIONS, type OpenVersions, readDocument, type Sex } from '@crece/domain';
import type { Document } from '../records/unit-records.ts';

/** The readable versions of records by their ids. */
export function openChoices(
  versions: ReadonlyMap<string, readonly Document[]>,
  timeZone: string,
): OpenVersions {
  if (versions.size === 0) return NO_VERSIONS;
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
