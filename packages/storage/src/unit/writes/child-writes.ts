import {
  assessStored,
  CHILD_FIELD_NAMES,
  type Child,
  type ChildFields,
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
  sameContent,
  withAssessment,
  withChildFields,
  withoutRemovedFigures,
  withReferral,
  withScreeningFields,
} from '@crece/domain';
import { StorageError } from '../../base/storage-error.ts';
import type { Document } from '../records/unit-records.ts';
import { type ChildRecords, found } from './child-records.ts';
import { mergeEdit } from './merge-edit.ts';
import { type Act, hasSameContent, removedBy, writtenBy } from './provenance.ts';
import type { ScreeningToSave, WriteOptions } from './types.ts';
import type { PlannedDocuments, UnitWriter } from './unit-writer.ts';

export interface WriteContext {
  stakeDB: string;
  timeZone: string;
  writer: UnitWriter;
  /** A child is about to be registered on this device: lists know it at once. */
  knowMade: (childId: string) => void;
  /** The same, kept for the next start. */
  noteMade: (childId: string) => Promise<void>;
  /** Whether screenings of a child, of which so many are here, may still be on their way. */
  isArriving: (childId: string, screenings: number) => boolean;
}

function childOf(document: Document, timeZone: string): Child {
  const read = readDocument(document, { timeZone });
  return found(read.kind === 'child' ? read.child : null);
}

function screeningOf(document: Document, timeZone: string): Screening {
  const read = readDocument(document, { timeZone });
  return found(read.kind === 'screening' ? read.screening : null);
}

/** The documents of planned records whose content differs from what was read. */
export function documentsOf(plan: PlannedWrites, records: ChildRecords, act: Act): Document[] {
  const before = new Map<string, Child | Screening>([[records.child._id, records.child]]);
  for (const screening of records.screenings) before.set(screening._id, screening);
  return [...plan.screenings, plan.child].flatMap((record) => {
    const known = before.get(record._id);
    // A child that was removed meanwhile is seen again only where it is written, too.
    const isBack = records.removed === 'child' && record === plan.child;
    if (known !== undefined && hasSameContent(record, known) && !isBack) return [];
    return [writtenBy(act, record, records.documents.get(record._id))];
  });
}

/** Puts the record that the person meant in front, written even when nothing about it differs. */
function withMain(
  record: Child | Screening,
  documents: readonly Document[],
  records: ChildRecords,
  act: Act,
  isRetry: boolean,
): PlannedDocuments {
  const planned = documents.find(({ _id }) => _id === record._id);
  const others = documents.filter(({ _id }) => _id !== record._id);
  const stored = records.documents.get(record._id);
  const beside = records.removed !== undefined;
  // After a lost race it may be written already; "saved" is not said twice.
  if (planned === undefined && stored !== undefined && isRetry && !beside) {
    return { main: stored, documents: others };
  }
  const main = planned ?? writtenBy(act, record, stored);
  return { main, documents: [main, ...others], beside };
}

/** Writes what follows from records as they are stored; nothing does where they were removed. */
async function settle(
  writer: UnitWriter,
  plan: PlannedWrites,
  records: ChildRecords,
  act: Act,
): Promise<void> {
  if (records.removed === undefined) await writer.settle(documentsOf(plan, records, act));
}

/** Longer than the note takes on a slow disk. */
const MOST_FOR_A_NOTE_MS = 2_000;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Registers a child. */
export async function createChild(
  { stakeDB, timeZone, writer, knowMade, noteMade }: WriteContext,
  fields: ChildFields & { monthAge?: number },
  act: Act,
): Promise<Child> {
  const id = newId('chld', stakeDB, act.now);
  const record: Child = { ...fields, _id: id, interviewer: act.author.name };
  const main = await writer.act(async () => {
    // Found only after a connection that was cut when it had written already.
    const stored = await writer.document(id);
    if (stored !== undefined) return { main: stored, documents: [] };
    const document = writtenBy(act, record, undefined);
    knowMade(id);
    // Before the child, for other tabs read it when the child comes. A full device never answers
    // this write: the child's own write then says so, and waits for no more than a moment.
    await Promise.race([noteMade(id).catch(() => undefined), pause(MOST_FOR_A_NOTE_MS)]);
    return { main: document, documents: [document] };
  });
  return childOf(main, timeZone);
}

/**
 * Changes a child's typed fields; its screenings are assessed again when birth date or sex change.
 * One that was removed meanwhile lives again beside its removal: somebody is asked which stands.
 */
export async function editChild(
  { timeZone, writer }: WriteContext,
  base: Child,
  fields: ChildFields,
  act: Act,
  { overwrite = false }: WriteOptions,
): Promise<Child> {
  const edited = withChildFields(base, fields);
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.recordsToSave(base._id));
    const { child, screenings } = records;
    try {
      const merged = mergeEdit(CHILD_FIELD_NAMES, { base, edited, stored: child, overwrite });
      const plan = planChildEdit(child, withChildFields(child, merged), screenings);
      return withMain(plan.child, documentsOf(plan, records, act), records, act, isRetry);
    } catch (error) {
      // Screenings of the attempt before may follow an edit that is given up now.
      if (isRetry) await settle(writer, assessedAgain(records), records, act);
      throw error;
    }
  });
  return childOf(main, timeZone);
}

/** What a child's records are when every screening is assessed again by the child as it is. */
function assessedAgain({ child, screenings }: ChildRecords): PlannedWrites {
  const other: Child = { ...child, gender: child.gender === 'Boy' ? 'Girl' : 'Boy' };
  return planChildEdit(other, child, screenings);
}

/**
 * Removes a child with its screenings, unreadable ones too, in one write. Refused while screenings of it
 * may still be on their way: nobody has seen what would be removed.
 */
export async function removeChild(
  { writer, isArriving }: Pick<WriteContext, 'writer' | 'isArriving'>,
  childId: string,
  act: Act,
): Promise<{ screenings: number }> {
  let screenings = 0;
  let left: readonly string[] = [];
  await writer.act(async (isRetry) => {
    if (!isRetry) {
      const { documents } = found(await writer.childRecords(childId));
      screenings = documents.size - 1;
      if (isArriving(childId, screenings)) throw new StorageError('still-arriving');
      left = [childId, ...[...documents.keys()].filter((id) => id !== childId)];
    }
    const stored = await Promise.all(left.map((id) => writer.document(id)));
    const documents = stored.flatMap((document) =>
      document === undefined ? [] : [removedBy(act, document)],
    );
    return { main: documents[0] ?? { _id: childId }, documents };
  });
  return { screenings };
}

/** The typed fields of an edited screening on top of the stored one. */
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

/** Whether two assessments have the same figures; class and actions are the plan's to decide. */
function hasSameFigures(a: ScreeningAssessment, b: ScreeningAssessment): boolean {
  return a.monthAge === b.monthAge && sameContent(a.zScore, b.zScore);
}

/**
 * Adds a screening, or changes the one that `base` is; with the child's copy, in one write. When the
 * child, or that screening, was removed meanwhile, both live again beside the removal.
 */
export async function saveScreening(
  { stakeDB, timeZone, writer }: WriteContext,
  childId: string,
  { base, fields, assessment }: ScreeningToSave,
  act: Act,
  { overwrite = false }: WriteOptions,
): Promise<Screening> {
  const id = base?._id ?? newId('scr', stakeDB, act.now);
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
        owner: childId,
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
        // Copies of the attempt before may follow an edit that is given up now.
        const plan = planScreeningSave(child, screenings, stored);
        if (isRetry) await settle(writer, plan, records, act);
        throw error;
      }
    }
    // What the person was told stands, unless the child or the screening changed under the form.
    const again = assessStored(typed, child, screenings);
    const figures = hasSameFigures(assessment, again) ? assessment : again;
    const plan = planScreeningSave(child, screenings, withAssessment(typed, figures));
    const saved = plan.screenings.find(({ _id }) => _id === id) ?? typed;
    return withMain(saved, documentsOf(plan, records, act), records, act, isRetry);
  });
  return screeningOf(main, timeZone);
}

/**
 * Records what became of a referral on its screening, and nothing else about it. When the child, or
 * that screening, was removed meanwhile, both live again beside the removal.
 */
export async function saveReferral(
  { timeZone, writer }: WriteContext,
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
  });
  return screeningOf(main, timeZone);
}

/** Removes a screening; the child's copy and the other screenings' class follow in the same write. */
export async function removeScreening(
  { writer }: Pick<WriteContext, 'writer'>,
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
  });
}
