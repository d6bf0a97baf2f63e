import { sameContent, withoutFields } from '@crece/domain';
import type { MergedDeletion } from '@crece/replication';
import type { Document } from '../../unit/records/unit-records.ts';
import { bodyOf } from '../../unit/tasks/examine.ts';
import type { EngineParts } from '../core/engine.ts';
import type { Settlement } from './settlement.ts';

/** The documents of one act: the record meant, what follows from it, and leaves that end afterwards. */
export interface Outcome {
  readonly main: Document;
  readonly followers: readonly Document[];
  readonly ends: readonly MergedDeletion[];
}

/** What a person decided about a record, and what else it makes the act write. */
export interface Decision {
  readonly settlement: Settlement;
  readonly follow: (settlement: Settlement) => Promise<Outcome>;
}

/** The decision on top of what this act has written already; null while it has not. */
async function afterWriting(
  engine: EngineParts,
  decision: Decision,
  planned: Document,
): Promise<Decision | null> {
  const [first] = await engine.store.leaves(planned._id);
  if (first === undefined) return null;
  const winner = bodyOf(first);
  const isWritten = sameContent(withoutFields(winner, ['_rev']), withoutFields(planned, ['_rev']));
  if (!isWritten) return null;
  return { ...decision, settlement: { ...decision.settlement, body: winner, stored: winner } };
}

/**
 * Writes what a person decided: the record and all that follows from it in one durable transaction,
 * then the ends of the leaves that lost. An end written although the record's own write had lost a
 * race would lose the chosen values; cut between the two, the question is asked once more. `decide`
 * answers null when there is nothing to do any more.
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
