import { isStillJudged, judgedBy, type Known } from '../known/known.ts';
import { isCovered, type LedgerState } from '../known/ledger-state.ts';
import type { Projection } from './projection.ts';

/**
 * Judges pending and refused records again by current knowledge; returns the ids of the children
 * and mothers concerned.
 */
export function judgeAgain(projection: Projection, known: Known): Set<string> {
  // The unit will be read again anyway.
  if (!isStillJudged(projection.judged, known)) return new Set();
  const { ledger } = known;
  const marks = new Map<string, number | null>();
  for (const [id, sequence] of projection.pending) {
    if (ledger.waiting[id] === undefined && isCovered(ledger, sequence)) marks.set(id, null);
  }
  for (const id of waitingUnseen(projection, ledger)) marks.set(id, 0);
  projection.judged = judgedBy(known);
  return projection.mark(marks);
}

/**
 * Refused documents that do not count as pending yet; they exist only here, whichever device signed
 * them.
 */
function waitingUnseen({ pending }: Projection, { waiting }: LedgerState): string[] {
  return Object.keys(waiting).filter((id) => !pending.has(id));
}
