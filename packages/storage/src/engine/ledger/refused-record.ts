import { kindOfId } from '@crece/domain';
import type { RefusedRecord } from '../../unit/known/types.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document, UnitRecords } from '../../unit/records/unit-records.ts';

/** A revision that the server refused, with the reason. */
export interface Refused {
  document: CarriedDocument;
  reason: string;
  details?: readonly string[];
}

function textOf(document: Document, name: string): string {
  const value = document[name];
  return typeof value === 'string' ? value : '';
}

function namesOn(document: Document | undefined): string {
  if (document === undefined) return '';
  return `${textOf(document, 'firstName')} ${textOf(document, 'lastName')}`.trim();
}

/** The entry shown in lists for a refusal: the record, its child and the reason. */
export async function refusedRecord(
  store: UnitRecords,
  { document, reason, details = [] }: Refused,
  now: Date,
): Promise<RefusedRecord> {
  const { _id: id, _rev: rev } = document;
  const kind = kindOfId(id);
  const childId = kind === 'chld' ? id : kind === 'scr' ? textOf(document, 'owner') : '';
  // When the child is removed too, its last stored name is used.
  const named = kind === 'scr' && childId !== '' ? (await store.leaves(childId))[0] : document;
  return {
    id,
    rev,
    reason,
    details,
    removal: document._deleted === true,
    refusedAt: now.toISOString(),
    ...(childId === '' ? {} : { childId }),
    title: namesOn(named),
  };
}
