import { sameContent } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';
import { askedFields, takenFromOther } from '../../unit/tasks/asked-fields.ts';
import { examine, type VersionQuestion } from '../../unit/tasks/examine.ts';
import { fieldOf } from '../../unit/tasks/fields.ts';
import type { Choice, Task } from '../../unit/tasks/types.ts';
import type { EngineParts } from '../core/engine.ts';

/** The current open questions of a document, and the one that the person was shown. */
export interface Current {
  question: VersionQuestion;
  /** All open questions of the document. */
  questions: readonly VersionQuestion[];
}

/**
 * The question that a task showed, for the current leaves: the same two versions if they still are
 * leaves. Throws `changed-meanwhile` when that question is no longer open.
 */
export async function currentQuestion(engine: EngineParts, task: Task): Promise<Current> {
  const questions = examine(await engine.store.leaves(task.id))?.questions ?? [];
  const alike = questions.filter(({ kind }) => kind === task.kind);
  const shown = new Set([task.first.rev, task.second.rev]);
  const question = alike.find(({ other }) => shown.has(other._rev)) ?? alike[0];
  if (question === undefined) throw new StorageError('changed-meanwhile', { fields: task.fields });
  return { question, questions };
}

/**
 * The contested fields to take from the question's other version. A person chose between two values
 * on screen: the versions may have changed since, but each must still have its shown value.
 * Otherwise, or when a field was not asked about, it throws `changed-meanwhile`, because the choice
 * would discard a value that nobody saw.
 */
export function chosenFromOther(question: VersionQuestion, task: Task, choice: Choice): string[] {
  const fromOther = new Set<string>();
  const unseen: string[] = [];
  for (const name of askedFields(question)) {
    const side = Object.hasOwn(choice, name) ? choice[name] : undefined;
    const [first, second] = [
      fieldOf(task.first.document, name),
      fieldOf(task.second.document, name),
    ];
    const isShown = (version: LeafDocument): boolean =>
      [first, second].some((value) => sameContent(value, fieldOf(version, name)));
    if (side === undefined || !isShown(question.winner) || !isShown(question.other)) {
      unseen.push(name);
    } else if (!sameContent(side === 'first' ? first : second, fieldOf(question.winner, name))) {
      fromOther.add(name);
    }
  }
  if (unseen.length > 0) throw new StorageError('changed-meanwhile', { fields: unseen });
  return takenFromOther(question, fromOther);
}

/** Whether two removals belong to the same act: a child is removed together with its screenings. */
export function isSameRemoval(a: object, b: object): boolean {
  const at = fieldOf(a, 'removedAt');
  return (
    typeof at === 'string' &&
    at === fieldOf(b, 'removedAt') &&
    fieldOf(a, 'removedBy') === fieldOf(b, 'removedBy') &&
    fieldOf(a, 'device') === fieldOf(b, 'device')
  );
}
