import {
  type Child,
  NO_VERSIONS,
  newestFirst,
  type OpenVersions,
  readDocument,
  type Screening,
  withFamilyAnswers,
} from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import { openChoices } from '../projection/open-choices.ts';
import type { Projection } from '../projection/projection.ts';
import type { Document, UnitRecords } from '../records/unit-records.ts';
import type { ChildFile, RecordVersions } from './types.ts';

/** A child with all its screenings, as read and as stored. */
export interface StoredChildRecords {
  child: Child;
  /** Other records of the same child, by their ids. */
  others: readonly Child[];
  screenings: readonly Screening[];
  /** The stored documents by id, including unreadable screenings. */
  documents: ReadonlyMap<string, Document>;
  /**
   * The part that was removed meanwhile and is included as it was before: the child with its
   * screenings, or one screening. What is written on top of it becomes a second version beside the
   * removal.
   */
  removed?: 'child' | 'screening';
}

/** Reads a child and its screenings; null when the child is missing or unreadable. */
export async function readChildRecords(
  database: UnitRecords,
  recordIds: readonly string[],
  screeningIds: readonly string[],
  timeZone: string,
): Promise<StoredChildRecords | null> {
  return recordsOf(await database.readMany([...recordIds, ...screeningIds]), recordIds, timeZone);
}

/**
 * The records made from documents already read. `recordIds`: all records of the child, in the order
 * in which they lead.
 */
export function recordsOf(
  documents: ReadonlyMap<string, Document>,
  recordIds: readonly string[],
  timeZone: string,
): StoredChildRecords | null {
  const [child, ...others] = recordIds.flatMap((id): Child[] => {
    const read = readDocument(documents.get(id), { timeZone });
    return read.kind === 'child' ? [read.child] : [];
  });
  if (child === undefined) return null;
  const screenings: Screening[] = [];
  for (const document of documents.values()) {
    const screening = readDocument(document, { timeZone, sexOf: () => child.gender });
    // Skip a screening that has moved to another child.
    if (screening.kind === 'screening' && recordIds.includes(screening.screening.owner)) {
      screenings.push(screening.screening);
    }
  }
  return { child, others, screenings, documents };
}

/** The child file shown on screen: the leading record, with the family's answers in all records. */
export function childFileOf(
  { child, others, screenings }: StoredChildRecords,
  isPending: (id: string) => boolean,
  choices: OpenVersions = NO_VERSIONS,
): ChildFile {
  const ids = [child, ...others, ...screenings].map(({ _id }) => _id);
  const versions: RecordVersions = {
    child: choices.child(child),
    screenings: new Map(
      screenings.flatMap((screening) => {
        const others = choices.screening(screening);
        return others.length === 0 ? [] : [[screening._id, others] as const];
      }),
    ),
  };
  const isOpen = versions.child.length > 0 || versions.screenings.size > 0;
  return {
    child: withFamilyAnswers(child, others),
    screenings: newestFirst(screenings),
    pendingIds: ids.filter(isPending),
    ...(isOpen ? { versions } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
}

/** Reads the file of a child, with the ids from the projection; null when the child is not here. */
export async function readChildFile(
  database: UnitRecords,
  childId: string,
  projection: Projection | null,
  timeZone: string,
): Promise<ChildFile | null> {
  const screeningIds = projection?.screeningIdsOf(childId) ?? [];
  const recordIds = projection?.recordIdsOf(childId) ?? [childId];
  const records = await readChildRecords(database, recordIds, screeningIds, timeZone);
  const choices = projection === null ? NO_VERSIONS : openChoices(projection.versions, timeZone);
  const isPending = (id: string) => projection?.pending.has(id) === true;
  return records && childFileOf(records, isPending, choices);
}

/** Returns a record that must exist; throws `not-found` otherwise. */
export function found<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new StorageError('not-found');
  return record;
}
