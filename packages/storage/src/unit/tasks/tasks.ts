import { kindOfId } from '@crece/domain';
import { contestedVersions, type LeafDocument } from '@crece/replication';
import type { CarriedDocument } from '../records/carried-document.ts';
import { askedFields } from './asked-fields.ts';
import { ancestryOf, bodyOf, examine, type Question } from './examine.ts';
import { textOf } from './fields.ts';
import type { Task, TaskRef, TaskSide } from './types.ts';

/** The child that a record is or belongs to. */
export function childIdOf(document: LeafDocument): string | undefined {
  const kind = kindOfId(document._id);
  if (kind === 'chld') return document._id;
  return kind === 'scr' ? textOf(document, 'owner') : undefined;
}

function refOf(question: Question, titleOf: (childId: string) => string): TaskRef {
  const { winner, kind } = question;
  const childId = childIdOf(winner);
  const isScreening = kindOfId(winner._id) === 'scr';
  const names = [textOf(winner, 'firstName'), textOf(winner, 'lastName')];
  const ownTitle = names.filter((name) => name !== undefined).join(' ');
  return {
    id: winner._id,
    kind,
    ...(childId === undefined ? {} : { childId }),
    title: isScreening ? titleOf(childId ?? '') : ownTitle,
    fields: askedFields(question),
  };
}

function sideOf(document: LeafDocument, deviceIds: ReadonlySet<string>): TaskSide {
  const writtenBy = textOf(document, 'updatedBy');
  const writtenAt = textOf(document, 'updatedAt');
  const by = textOf(document, 'removedBy');
  const at = textOf(document, 'removedAt');
  const removed = { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  return {
    rev: document._rev,
    document,
    isHere: deviceIds.has(textOf(document, 'device') ?? ''),
    ...(writtenBy === undefined ? {} : { writtenBy }),
    ...(writtenAt === undefined ? {} : { writtenAt }),
    ...(document._deleted === true ? { removed } : {}),
  };
}

/**
 * The first thing that a person must be asked about a document, by all its leaves (removed ones
 * too); null when there is nothing, or nothing that merging will not end by itself. `titleOf` names
 * the child of a screening.
 */
export function taskRefOf(
  leaves: readonly CarriedDocument[],
  titleOf: (childId: string) => string,
): TaskRef | null {
  const [question] = examine(leaves)?.questions ?? [];
  return question === undefined ? null : refOf(question, titleOf);
}

/** The same with both versions, for the choosing screen. */
export function taskOf(
  leaves: readonly CarriedDocument[],
  titleOf: (childId: string) => string,
  deviceIds: ReadonlySet<string>,
): Task | null {
  const [question, ...more] = examine(leaves)?.questions ?? [];
  if (question === undefined) return null;
  return {
    ...refOf(question, titleOf),
    first: sideOf(question.winner, deviceIds),
    second: sideOf(question.other, deviceIds),
    more: more.length,
  };
}

/** The record as each other side of the open choices that decide an assessment has it. */
export function versionsOf(leaves: readonly CarriedDocument[]): readonly LeafDocument[] {
  return contestedVersions(
    leaves.map((leaf) => ({ document: bodyOf(leaf), ancestry: ancestryOf(leaf) })),
  );
}
