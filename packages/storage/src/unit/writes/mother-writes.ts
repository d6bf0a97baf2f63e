import {
  MOTHER_FIELD_NAMES,
  type Mother,
  type MotherFields,
  type MotherKind,
  newId,
  readDocument,
  withMotherFields,
  withoutFields,
} from '@crece/domain';
import type { Document } from '../records/unit-records.ts';
import { found } from './child-records.ts';
import type { WritingUnit } from './child-writes.ts';
import { mergeEdit } from './merge-edit.ts';
import { type Act, removedBy, writtenBy } from './provenance.ts';
import type { WriteOptions } from './types.ts';

/** The date field of the other kind: a mother is either pregnant or nursing. */
const OTHER_DATE = { pregnant: 'childsBirthDate', nursing: 'deliveryDate' } as const;

export function motherOf(document: Document | undefined, timeZone: string): Mother | null {
  const read = readDocument(document, { timeZone });
  return read.kind === 'mother' ? read.mother : null;
}

/**
 * Adds a mother, or changes the record `base`. One that was removed meanwhile becomes a living
 * version beside its removal, and a person is asked which to keep.
 */
export async function saveMother(
  { stakeDB, timeZone, writer }: WritingUnit,
  kind: MotherKind,
  typed: MotherFields,
  act: Act,
  base: Mother | undefined,
  { overwrite = false }: WriteOptions,
): Promise<Mother> {
  const id = base?._id ?? newId('mthr', stakeDB, act.now);
  const fields: MotherFields = withoutFields(typed, [OTHER_DATE[kind]]);
  const main = await writer.act(async () => {
    const document = await writer.document(id);
    if (base === undefined) {
      // Found only when the connection was cut after the write had already succeeded.
      if (document !== undefined) return { main: document, documents: [] };
      const record: Mother = { ...fields, _id: id, interviewer: act.author.name };
      const written = writtenBy(act, record, undefined);
      return { main: written, documents: [written] };
    }
    const known = document ?? (await writer.documentBeforeRemoval(id));
    const stored = found(motherOf(known, timeZone));
    const edited = withMotherFields(base, fields);
    const merged = mergeEdit(MOTHER_FIELD_NAMES, { base, edited, stored, overwrite });
    const written = writtenBy(act, withMotherFields(stored, merged), known);
    return { main: written, documents: [written], beside: document === undefined };
  });
  return found(motherOf(main, timeZone));
}

/** Removes a mother's record. */
export async function removeMother({ writer }: WritingUnit, id: string, act: Act): Promise<void> {
  await writer.act(async (isRetry) => {
    const stored = await writer.document(id);
    if (stored === undefined && isRetry) return { main: { _id: id }, documents: [] };
    const removal = removedBy(act, found(stored));
    return { main: removal, documents: [removal] };
  }, act);
}
