import { type Child, kindOfId, readDocument, withoutFields } from '@crece/domain';
import type { LeafDocument } from '@crece/replication';
import { StorageError } from '../../base/storage-error.ts';
import type { VersionQuestion } from '../../unit/tasks/examine.ts';
import { fieldOf } from '../../unit/tasks/fields.ts';
import { childIdOf } from '../../unit/tasks/tasks.ts';
import type { Choice, Task } from '../../unit/tasks/types.ts';
import { removeChild, removeScreening } from '../../unit/writes/child-writes.ts';
import { type Act, hasSameContent, removedBy } from '../../unit/writes/provenance.ts';
import type { EngineParts } from '../core/engine.ts';
import { carryOut, type WrittenByAct } from './carry-out.ts';
import { alone, companionsOf, decidesAssessment, followChild, followScreening } from './follow.ts';
import { chosenFromOther, currentQuestion, isSameRemoval } from './question.ts';
import { revivedWith, withRecords } from './removed-with.ts';
import { alsoEnding, type Settlement, settlementOf } from './settlement.ts';

/** One question and what ends it. */
interface Settling {
  readonly question: VersionQuestion;
  readonly settlement: Settlement;
}

const MOTHER_DATES = ['deliveryDate', 'childsBirthDate'] as const;

/**
 * A mother is either pregnant or nursing: the contested date stays and the other one is dropped.
 */
function withOneDate(body: LeafDocument, { contested }: VersionQuestion): LeafDocument {
  const [asked, other] = contested.includes('deliveryDate')
    ? MOTHER_DATES
    : [...MOTHER_DATES].reverse();
  const hasBoth = MOTHER_DATES.every((name) => fieldOf(body, name) !== undefined);
  if (asked === undefined || other === undefined || !hasBoth) return body;
  return { ...withoutFields(body, [other]), _id: body._id, _rev: body._rev };
}

async function followSettledChild(
  engine: EngineParts,
  { question, settlement }: Settling,
  next: Child,
  act: Act,
): Promise<WrittenByAct> {
  const records = await engine.writer.childRecords(next._id);
  // A record behind the leading one of its child has no summary and assesses no screening.
  if (records === null || records.child._id !== next._id) return alone(act, settlement);
  const assessAgain = decidesAssessment(question);
  if (question.kind !== 'removed') {
    return followChild(settlement, next, { records, companions: [], assessAgain }, act);
  }
  const kept = await companionsOf(
    engine,
    records,
    ({ kind, other }) => kind === 'removed' && isSameRemoval(other, question.other),
  );
  const together = await revivedWith(engine, next, question.other);
  const companions = [...kept, ...together.companions];
  const outcome = followChild(settlement, next, { records, companions, assessAgain }, act);
  return withRecords(outcome, together.records, act);
}

/** Everything that an act writes to settle one question. */
async function outcomeOf(engine: EngineParts, settling: Settling, act: Act): Promise<WrittenByAct> {
  const { settlement, question } = settling;
  const { body } = settlement;
  const kind = kindOfId(body._id);
  if (kind === 'scr') return followScreening(engine, settlement, act, question);
  if (kind === 'chld') {
    const read = readDocument(body, { timeZone: engine.timeZone });
    if (read.kind === 'child') return followSettledChild(engine, settling, read.child, act);
  }
  const content = kind === 'mthr' ? withOneDate(body, question) : body;
  return alone(act, settlement, content);
}

/**
 * Ends the question that a task shows: the chosen values are written and the other version ends. To
 * end a removal is to keep the record: every other removal without contested fields ends too, and a
 * child gets back the screenings removed with it.
 */
export function choose(engine: EngineParts, task: Task, choice: Choice, act: Act): Promise<void> {
  return carryOut(engine, task.id, async () => {
    const { question, questions } = await currentQuestion(engine, task);
    const one = settlementOf(question, chosenFromOther(question, task, choice));
    const alike = questions.filter((each) => each !== question && each.kind === 'removed');
    return {
      settlement: question.kind === 'removed' ? alsoEnding(one, alike) : one,
      follow: (settlement) => outcomeOf(engine, { question, settlement }, act),
    };
  });
}

/** To keep a removed record is a choice of the living version. */
export { choose as keep };

/**
 * Ends a `removed` task by removing the living version too, a child with its screenings. Throws
 * `changed-meanwhile` when that would remove something the person has not seen.
 */
export async function confirmRemoval(engine: EngineParts, task: Task, act: Act): Promise<void> {
  const { question } = await currentQuestion(engine, task);
  const { winner } = question;
  if (!hasSameContent(winner, task.first.document)) {
    throw new StorageError('changed-meanwhile', { fields: task.fields });
  }
  const { writer } = engine;
  const childId = childIdOf(winner);
  const hasChild = childId !== undefined && (await writer.childRecords(childId)) !== null;
  // The question was about this record; others of the same child are not removed with it.
  if (hasChild && winner._id === childId) {
    await removeChild(engine, childId, act, { isRecordOnly: true });
  } else if (hasChild) {
    await removeScreening(engine, childId, winner._id, act);
  } else {
    await writer.act(async () => {
      const stored = await writer.document(winner._id);
      const documents = stored === undefined ? [] : [removedBy(act, stored)];
      return { main: documents[0] ?? { _id: winner._id }, documents };
    });
  }
}
