import {
  type Child,
  type PlannedWrites,
  readDocument,
  type Screening,
  timeZoneOfUnit,
} from '@crece/domain';
import type { StoredChild } from '@crece/imports';
import { hasSameContent, type Signature, signedBy } from '@crece/replication';
import type { DocumentStore, DraftDocument, StoredDocument } from '../store/document-store.ts';

/** A child with its screenings, as read and as stored. */
export interface StoredChildDocuments extends StoredChild {
  readonly documents: ReadonlyMap<string, StoredDocument>;
  /** The child as each of its records has it, the leading one first. */
  readonly records: readonly Child[];
}

/**
 * Reads a child with these screenings; null when it cannot be read. `recordIds`: all records of the
 * child, of which the first readable one leads.
 */
export async function readStored(
  store: Pick<DocumentStore, 'readMany'>,
  recordIds: readonly string[],
  screeningIds: readonly string[],
  stakeDB: string,
): Promise<StoredChildDocuments | null> {
  const timeZone = timeZoneOfUnit(stakeDB);
  const documents = await store.readMany([...recordIds, ...screeningIds]);
  const records = recordIds.flatMap((id) => {
    const read = readDocument(documents.get(id), { timeZone });
    return read.kind === 'child' ? [read.child] : [];
  });
  const [child] = records;
  if (child === undefined) return null;
  const context = { timeZone, sexOf: () => child.gender };
  const screenings: Screening[] = [];
  for (const document of documents.values()) {
    const found = readDocument(document, context);
    if (found.kind === 'screening' && recordIds.includes(found.screening.owner)) {
      screenings.push(found.screening);
    }
  }
  return { child, screenings, documents, records };
}

/** A child as it is once these records are written. */
export function asWritten(
  stored: StoredChildDocuments,
  { child, screenings }: PlannedWrites,
): StoredChildDocuments {
  const later = new Map([...stored.screenings, ...screenings].map((each) => [each._id, each]));
  const records = stored.records.map((record) => (record._id === child._id ? child : record));
  return { ...stored, child, records, screenings: [...later.values()] };
}

/** A new record has exactly the creation time that it brings, or none. */
function created(signature: Signature, record: Child | Screening): DraftDocument {
  const draft: DraftDocument = signedBy(signature, record, undefined);
  if (record.created === undefined) delete draft['created'];
  else draft['created'] = record.created;
  return draft;
}

/** The documents of planned records whose content differs from the stored one. */
export function draftsOf(
  { child, screenings }: PlannedWrites,
  stored: StoredChildDocuments | null,
  signature: Signature,
): DraftDocument[] {
  const before = new Map<string, Child | Screening>();
  if (stored !== null) before.set(stored.child._id, stored.child);
  for (const screening of stored?.screenings ?? []) before.set(screening._id, screening);
  return [child, ...screenings].flatMap((record) => {
    const known = before.get(record._id);
    if (known === undefined) return [created(signature, record)];
    if (hasSameContent(known, record)) return [];
    return [signedBy(signature, record, stored?.documents.get(record._id))];
  });
}
