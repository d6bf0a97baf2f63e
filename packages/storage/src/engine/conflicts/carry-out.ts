import { sameContent, withoutFields } from '@crece/domain';
import type { MergedDeletion } from '@crece/replication';
import type { Document } from '../../unit/records/unit-records.ts';
import { bodyCarried } from '../../unit/tasks/examine.ts';
import type { EngineParts } from '../core/engine.ts';
import type { Settlement } from './settlement.ts';

/**
 * The documents written by one act: the record itself, those that follow from it, and leaves that
 * end afterwards.
 */
export interface WrittenByAct {
  readonly main: Document;
  readonly followers: readonly Document[];
  readonly ends: readonly MergedDeletion[];
}

/** A person's decision about a record, with everything it makes the act write. */
export interface Decision {
  readonly settlement: Settlement;
  readonly follow: (settlement: Settlement) => Promise<WrittenByAct>;
}

/**
 * The decision based on what this act has already written; null when it has written nothing yet.
 */
async function afterWriting(
  engine: EngineParts,
  decision: Decision,
  planned: Document,
): Promise<Decision | null> {
  const [first] = await engine.store.leaves(planned._id);
  if (first === undefined) return null;
  const winner = bodyCarried(first);
  const isWritten = sameContent(withoutFields(winner, ['_rev']), withoutFields(planned, ['_rev']));
  if (!isWritten) return null;
  return { ...decision, settlement: { ...decision.settlement, body: winner, stored: winner } };
}

/**
 * Writes a person's decision: the record and everything that follows from it in one durable
 * transaction, then the ends of the losing leaves. The order matters: if an end were written
 * although the record's own write had lost a race, the chosen values would be lost. After a crash
 * between the two, the question is asked once more. `decide` returns null when nothing is left to
 * do.
 */
export async function carryOut(
  engine: EngineParts,
  id: string,
  decide: () => Promise<Decision | null>,
): Promise<void> {
  let attempt: { decision: Decision; main: Document } | null = null;
  let ends: readonly MergedDeletion[] = [];
  await engine.writer.act(async () => {
    const written =
      attempt === null ? null : await afterWriting(engine, attempt.decision, attempt.main);
    const decision = written ?? (await decide());
    if (decision === null) return { main: { _id: id }, documents: [] };
    const { main, followers, ...outcome } = await decision.follow(decision.settlement);
    ends = outcome.ends;
    if (written !== null) return { main: { ...written.settlement.stored }, documents: followers };
    attempt = { decision, main };
    return { main, documents: [main, ...followers] };
  });
  await engine.writer.settle(ends.map((end) => ({ ...end })));
}
