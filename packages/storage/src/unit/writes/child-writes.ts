import {
  assessStored,
  CHILD_FIELD_NAMES,
  type Child,
  type ChildFields,
  DEPARTURE_NAMES,
  type DepartureFields,
  kindOfId,
  makeSlip,
  newId,
  type PlannedWrites,
  planChildEdit,
  planScreeningRemoval,
  planScreeningSave,
  REFERRAL_NAMES,
  type ReferralFields,
  readDocument,
  SCREENING_FIELD_NAMES,
  type Screening,
  type ScreeningAssessment,
  SLIP_BYTES,
  sameContent,
  showsReferSign,
  withAssessment,
  withChildFields,
  withDeparture,
  withFamilyAnswers,
  withoutRemovedFigures,
  withReferral,
  withRefusalsTakenBack,
  withScreeningFields,
} from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import type { Document } from '../records/unit-records.ts';
import { found, type StoredChildRecords } from './child-records.ts';
import { mergeEdit } from './merge-edit.ts';
import { type Act, hasSameContent, removedBy, writtenBy } from './provenance.ts';
import type { ScreeningToSave, WriteOptions } from './types.ts';
import type { PlannedDocuments, UnitWriter } from './unit-writer.ts';

export interface WritingUnit {
  stakeDB: string;
  timeZone: string;
  writer: UnitWriter;
  /** Called before a child is registered on this device, so that lists know it at once. */
  knowMade: (childId: string) => void;
  /** Stores that note for the next start. */
  noteMade: (childId: string) => Promise<void>;
  /** Whether more screenings of a child may still arrive, given how many are here. */
  isArriving: (childId: string, screenings: number) => boolean;
}

function childOf(document: Document, timeZone: string): Child {
  const read = readDocument(document, { timeZone });
  return found(read.kind === 'child' ? read.child : null);
}

/** The screening that a document holds. */
export function screeningOf(document: Document, timeZone: string): Screening {
  const read = readDocument(document, { timeZone });
  return found(read.kind === 'screening' ? read.screening : null);
}

/** The documents of planned records whose content differs from the stored one. */
export function documentsOf(
  plan: PlannedWrites,
  records: StoredChildRecords,
  act: Act,
): Document[] {
  const before = new Map<string, Child | Screening>([[records.child._id, records.child]]);
  for (const screening of records.screenings) before.set(screening._id, screening);
  return [...plan.screenings, plan.child].flatMap((record) => {
    const known = before.get(record._id);
    // A child that was removed meanwhile becomes visible again only if it is written too.
    const isBack = records.removed === 'child' && record === plan.child;
    if (known !== undefined && hasSameContent(record, known) && !isBack) return [];
    return [writtenBy(act, record, records.documents.get(record._id))];
  });
}

/**
 * Puts the record that the person meant first; it is written even if its content does not differ.
 */
export function withMain(
  record: Child | Screening,
  documents: readonly Document[],
  records: StoredChildRecords,
  act: Act,
  isRetry: boolean,
): PlannedDocuments {
  const planned = documents.find(({ _id }) => _id === record._id);
  const others = documents.filter(({ _id }) => _id !== record._id);
  const stored = records.documents.get(record._id);
  const beside = records.removed !== undefined;
  // After a lost race it may already be written; do not write it twice.
  if (planned === undefined && stored !== undefined && isRetry && !beside) {
    return { main: stored, documents: others };
  }
  const main = planned ?? writtenBy(act, record, stored);
  return { main, documents: [main, ...others], beside };
}

/** Writes dependent changes for the stored records; does nothing when they were removed. */
async function settle(
  writer: UnitWriter,
  plan: PlannedWrites,
  records: StoredChildRecords,
  act: Act,
): Promise<void> {
  if (records.removed === undefined) await writer.settle(documentsOf(plan, records, act));
}

/** Maximum wait for the note, longer than it takes on a slow disk. */
const MOST_FOR_A_NOTE_MS = 2_000;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Registers a child. */
export async function createChild(
  { stakeDB, timeZone, writer, knowMade, noteMade }: WritingUnit,
  fields: ChildFields & { monthAge?: number },
  act: Act,
): Promise<Child> {
  const id = newId('chld', stakeDB, act.now);
  const record: Child = { ...fields, _id: id, interviewer: act.author.name };
  const main = await writer.act(async () => {
    // Found only when the connection was cut after the write had already succeeded.
    const stored = await writer.document(id);
    if (stored !== undefined) return { main: stored, documents: [] };
    const document = writtenBy(act, record, undefined);
    knowMade(id);
    // The note comes before the child, because other tabs read it when the child arrives. A full
    // disk may leave this write without an answer: wait only this long, and let the child's own
    // write report the fault.
    await Promise.race([noteMade(id).catch(() => undefined), pause(MOST_FOR_A_NOTE_MS)]);
    return { main: document, documents: [document] };
  });
  return childOf(main, timeZone);
}

/**
 * Changes a child's typed fields; its screenings are assessed again when birth date or sex change.
 * A child removed meanwhile becomes a living version beside its removal, and a person is asked
 * which to keep. A refusal of the family that is taken back is taken back in every record of the child.
 */
export async function editChild(
  { timeZone, writer }: WritingUnit,
  base: Child,
  fields: ChildFields,
  act: Act,
  { overwrite = false }: WriteOptions,
): Promise<Child> {
  const edited = withChildFields(base, fields);
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.recordsToSave(base._id));
    const { child, others, screenings } = records;
    try {
      const stored = withFamilyAnswers(child, others);
      const merged = mergeEdit(CHILD_FIELD_NAMES, { base, edited, stored, overwrite });
      const plan = planChildEdit(child, withChildFields(child, merged), screenings);
      const documents = [
        ...documentsOf(plan, records, act),
        ...others.flatMap((other) => {
          const next = withRefusalsTakenBack(other, plan.child);
          return next === other ? [] : [writtenBy(act, next, records.documents.get(other._id))];
        }),
      ];
      return withMain(plan.child, documents, records, act, isRetry);
    } catch (error) {
      // The last attempt may have written screenings for an edit that is now given up.
      if (isRetry) await settle(writer, assessedAgain(records), records, act);
      throw error;
    }
  });
  return childOf(main, timeZone);
}

/** The child's records with every screening assessed again by the current child. */
function assessedAgain({ child, screenings }: StoredChildRecords): PlannedWrites {
  const other: Child = { ...child, gender: child.gender === 'Boy' ? 'Girl' : 'Boy' };
  return planChildEdit(other, child, screenings);
}

/**
 * Removes a child, with all records of it and its screenings, including unreadable ones, in one
 * write. Refused while screenings may still arrive, because nobody has seen what would be removed.
 * `isRecordOnly`: only this one of several records of the child, with the screenings that name it.
 */
export async function removeChild(
  { writer, isArriving }: Pick<WritingUnit, 'writer' | 'isArriving'>,
  childId: string,
  act: Act,
  { isRecordOnly = false }: { isRecordOnly?: boolean } = {},
): Promise<{ screenings: number }> {
  let screenings = 0;
  let left: readonly string[] = [];
  await writer.act(async (isRetry) => {
    if (!isRetry) {
      const records = found(await writer.childRecords(childId));
      const isLeft = (recordId: string) => isRecordOnly && recordId !== childId;
      const ids = [...records.documents].flatMap(([id, document]) =>
        isLeft(kindOfId(id) === 'scr' ? String(document['owner']) : id) ? [] : [id],
      );
      const children = [records.child, ...records.others].filter(({ _id }) => ids.includes(_id));
      screenings = ids.filter((id) => kindOfId(id) === 'scr').length;
      if (children.some(({ _id }) => isArriving(_id, screenings))) {
        throw new StorageError('still-arriving');
      }
      const first = children[0]?._id ?? childId;
      left = [first, ...ids.filter((id) => id !== first)];
    }
    const stored = await Promise.all(left.map((id) => writer.document(id)));
    const documents = stored.flatMap((document) =>
      document === undefined ? [] : [removedBy(act, document)],
    );
    return { main: documents[0] ?? { _id: childId }, documents };
  }, act);
  return { screenings };
}

/** The stored screening with the typed fields of the edit. */
function editedScreening(
  base: Screening,
  stored: Screening,
  fields: ScreeningToSave['fields'],
  overwrite: boolean,
): Screening {
  const edited = withScreeningFields(base, fields);
  const merged = mergeEdit(SCREENING_FIELD_NAMES, { base, edited, stored, overwrite });
  return withoutRemovedFigures(stored, withScreeningFields(stored, merged));
}

/**
 * Whether two assessments have the same figures; class and actions are decided later by the plan.
 */
function hasSameFigures(a: ScreeningAssessment, b: ScreeningAssessment): boolean {
  return a.monthAge === b.monthAge && sameContent(a.zScore, b.zScore);
}

/**
 * Adds a screening, or changes the screening `base`, together with the child's copy in one write.
 * If the child or that screening was removed meanwhile, both become living versions beside the
 * removal.
 */
export async function saveScreening(
  { stakeDB, timeZone, writer }: WritingUnit,
  childId: string,
  { base, fields, assessment }: ScreeningToSave,
  act: Act,
  { overwrite = false }: WriteOptions,
): Promise<Screening> {
  const id = base?._id ?? newId('scr', stakeDB, act.now);
  const slip = newSlip();
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.recordsToSave(childId, base?._id));
    const { child, screenings } = records;
    const stored = screenings.find(({ _id }) => _id === id);
    if (base !== undefined && stored === undefined) throw new StorageError('not-found');
    let typed: Screening;
    if (stored === undefined) {
      typed = {
        ...fields,
        ...assessment,
        _id: id,
        owner: child._id,
        gender: child.gender,
        interviewer: act.author.name,
        created: act.now.toISOString(),
      };
    } else if (base === undefined) {
      typed = stored;
    } else {
      try {
        typed = editedScreening(base, stored, fields, overwrite);
      } catch (error) {
        // The last attempt may have written copies for an edit that is now given up.
        const plan = planScreeningSave(child, screenings, stored);
        if (isRetry) await settle(writer, plan, records, act);
        throw error;
      }
    }
    // What the person saw is kept, unless the child or the screening changed while the form was
    // open.
    const again = assessStored(typed, child, screenings);
    const figures = hasSameFigures(assessment, again) ? assessment : again;
    const assessed = withSlip(withAssessment(typed, figures), child, slip);
    const plan = planScreeningSave(child, screenings, assessed);
    const saved = plan.screenings.find(({ _id }) => _id === id) ?? typed;
    return withMain(saved, documentsOf(plan, records, act), records, act, isRetry);
  });
  return screeningOf(main, timeZone);
}

/** A new slip; with its bytes only who holds the paper can answer. */
export const newSlip = () => makeSlip(crypto.getRandomValues(new Uint8Array(SLIP_BYTES)));

/** With a sign for which a child is referred, the screening has a slip from its first save on. */
function withSlip(screening: Screening, child: Child, slip: string): Screening {
  const isNeeded = screening.slip === undefined && showsReferSign(screening, child);
  return isNeeded ? { ...screening, slip: [slip] } : screening;
}

/**
 * Records the outcome of a referral on its screening and changes nothing else. If the child or that
 * screening was removed meanwhile, both become living versions beside the removal.
 */
export async function saveReferral(
  { timeZone, writer }: WritingUnit,
  base: Screening,
  fields: ReferralFields,
  act: Act,
): Promise<Screening> {
  const edited = withReferral(base, fields);
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.recordsToSave(base.owner, base._id));
    const stored = found(records.screenings.find(({ _id }) => _id === base._id));
    const merged = mergeEdit(REFERRAL_NAMES, { base, edited, stored, overwrite: false });
    const saved = withReferral(stored, merged);
    const plan = { screenings: [saved], child: records.child };
    return withMain(saved, documentsOf(plan, records, act), records, act, isRetry);
  }, act);
  return screeningOf(main, timeZone);
}

/**
 * Records on a child that it died or moved away, or takes that back, and changes nothing else. A
 * child removed meanwhile becomes a living version beside its removal.
 */
export async function saveDeparture(
  { timeZone, writer }: WritingUnit,
  base: Child,
  fields: DepartureFields,
  act: Act,
): Promise<Child> {
  const edited = withDeparture(base, fields);
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.recordsToSave(base._id));
    // What another record of the same child says counts too, and is taken back where it stands.
    const stored = records.others.find(({ _id }) => _id === base._id) ?? records.child;
    const merged = mergeEdit(DEPARTURE_NAMES, { base, edited, stored, overwrite: false });
    const saved = withDeparture(stored, merged);
    const plan = { screenings: [], child: saved };
    return withMain(saved, documentsOf(plan, records, act), records, act, isRetry);
  }, act);
  return childOf(main, timeZone);
}

/**
 * Removes a screening; the child's copy and the classes of the other screenings change in the same
 * write.
 */
export async function removeScreening(
  { writer }: Pick<WritingUnit, 'writer'>,
  childId: string,
  screeningId: string,
  act: Act,
): Promise<void> {
  await writer.act(async (isRetry) => {
    const records = found(await writer.childRecords(childId));
    const stored = records.documents.get(screeningId);
    if (stored === undefined && !isRetry) throw new StorageError('not-found');
    const plan = planScreeningRemoval(records.child, records.screenings, screeningId);
    const followers = documentsOf(plan, records, act);
    if (stored === undefined) return { main: { _id: screeningId }, documents: followers };
    const removal = removedBy(act, stored);
    return { main: removal, documents: [removal, ...followers] };
  }, act);
}
