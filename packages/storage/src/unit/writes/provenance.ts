import { canonical, rulesText } from '@crece/domain';
import { hasSameContent, nextStamp, signedBy } from '@crece/replication';
import type { Author } from '../../base/author.ts';
import { DEMONSTRATION } from '../../base/demonstration.ts';
import type { Document } from '../records/unit-records.ts';

export { hasSameContent };

/** One act of a person: who, when, on which installation. */
export interface Act {
  author: Author;
  now: Date;
  device: string;
  /** The person may take it back at once: it is held back from the server for a while. */
  isHeld?: boolean;
}

/**
 * The document written by an act: the content with provenance and stamps, keys sorted, as successor
 * of the stored document (none for a new record).
 */
export function writtenBy(
  { author, now, device }: Act,
  content: { _id: string },
  stored: Document | undefined,
): Document {
  const { name, settings = 0 } = author;
  return signedBy({ name, now, device, settings }, content, stored);
}

/** The deletion written by a removal; its body keeps the record. */
export function removedBy(act: Act, stored: Document): Document {
  const body = {
    ...stored,
    why: 'removed',
    removedAt: act.now.toISOString(),
    removedBy: act.author.name,
  };
  return canonical({ ...writtenBy(act, body, stored), _deleted: true });
}

/** The document written for a demonstration record; the record's own provenance is kept. */
export function demonstration(record: {
  _id: string;
  created?: string;
  interviewer?: string;
}): Document {
  const document: Document = {
    rules: rulesText(0),
    ...(record.created === undefined ? {} : { updatedAt: record.created }),
    ...(record.interviewer === undefined ? {} : { updatedBy: record.interviewer }),
    ...record,
    device: DEMONSTRATION,
    stamp: nextStamp(record, undefined),
  };
  delete document._rev;
  return canonical(document);
}
