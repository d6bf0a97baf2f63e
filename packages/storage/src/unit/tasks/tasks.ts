import { kindOfId } from '@crece/domain';
import { contestedVersions, type LeafDocument } from '@crece/replication';
import type { CarriedDocument } from '../records/carried-document.ts';
import { askedFields } from './asked-fields.ts';
import { ancestryCarried, bodyCarried, examine, type VersionQuestion } from './examine.ts';
import { fieldTextOf } from './fields.ts';
import type { Task, TaskRef, TaskSide } from './types.ts';

/** Id of the child that a record is or belongs to. */
export function childIdOf(document: LeafDocument): string | undefined {
  const kind = kindOfId(document._id);
  if (kind === 'chld') return document._id;
  return kind === 'scr' ? fieldTextOf(document, 'owner') : undefined;
}

function refOf(question: VersionQuestion, titleOf: (childId: string) => string): TaskRef {
  const { winner, kind } = question;
  const childId = childIdOf(winner);
  const isScreening = kindOfId(winner._id) === 'scr';
  const names = [fieldTextOf(winner, 'firstName'), fieldTextOf(winner, 'lastName')];
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
  const writtenBy = fieldTextOf(document, 'updatedBy');
  const writtenAt = fieldTextOf(document, 'updatedAt');
  const by = fieldTextOf(document, 'removedBy');
  const at = fieldTextOf(document, 'removedAt');
  const removed = { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  return {
    rev: document._rev,
    document,
    isHere: deviceIds.has(fieldTextOf(document, 'device') ?? ''),
    ...(writtenBy === undefined ? {} : { writtenBy }),
    ...(writtenAt === undefined ? {} : { writtenAt }),
    ...(document._deleted === true ? { removed } : {}),
  };
}

/**
 * The first question that a person must answer about a document, from all its leaves (removed ones
 * too); null when there is none, or merging alone will settle it. `titleOf` returns the name of a
 * screening's child.
 */
export function taskRefOf(
  leaves: readonly CarriedDocument[],
  titleOf: (childId: string) => string,
): TaskRef | null {
  const [question] = examine(leaves)?.questions ?? [];
  return question === undefined ? null : refOf(question, titleOf);
}

/** Like `taskRefOf`, with both versions, for the conflict screen. */
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

/**
 * The versions of the record on the other side of each open question that affects an assessment.
 */
export function versionsOf(leaves: readonly CarriedDocument[]): readonly LeafDocument[] {
  return contestedVersions(
    leaves.map((leaf) => ({ document: bodyCarried(leaf), ancestry: ancestryCarried(leaf) })),
  );
}
