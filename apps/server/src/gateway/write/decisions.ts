import { joinSameAs, kindOfId, type SameAs, sameContent } from '@crece/domain';
import type { DocumentStore, Leaf, Replicated } from '../../store/document-store.ts';
import type { PushedRevision } from '../push-log.ts';
import { readInBatches } from '../read/batches.ts';

/** What the audit log calls a decision about two records of one child, or of two. */
export type DecisionEvent = 'children-merged' | 'children-parted';

/** A revision that decides anew, and what. */
export interface RevisionDecision {
  readonly revision: PushedRevision;
  readonly what: DecisionEvent;
}

type Body = Replicated['document'];

const saidBy = (body: Body | undefined): readonly SameAs[] =>
  joinSameAs(body?.['sameAs'], undefined) ?? [];

/** What several versions decided together. */
const joinedOf = (bodies: readonly Body[]): readonly SameAs[] =>
  bodies.reduce<readonly SameAs[]>((joined, body) => joinSameAs(joined, body['sameAs']) ?? [], []);

const isOdd = ({ decided }: SameAs): boolean => decided % 2 === 1;

/** What a revision decides that no stored version does; null: nothing. */
function newIn(body: Body, stored: readonly Body[]): DecisionEvent | null {
  const known = [...stored.map(saidBy), joinedOf(stored)].flat();
  const added = saidBy(body).filter((decision) => {
    const same = known.filter(({ id }) => id === decision.id);
    return (
      same.every(({ decided }) => decided <= decision.decided) &&
      !same.some((each) => sameContent(each, decision))
    );
  });
  if (added.length === 0) return null;
  return added.some(isOdd) ? 'children-merged' : 'children-parted';
}

/** What a batch decides about records of children. */
export interface Decisions {
  /** The revisions that decide anew. */
  readonly made: readonly RevisionDecision[];
  /**
   * Whether what a batch brings of a record decides anew, or drops what its living versions have
   * decided. `after`: its leaves after the batch.
   */
  changes(id: string, after: readonly Leaf[]): boolean;
}

/** The records whose stored versions must be read to know what a batch decides. */
function asked(bodies: readonly Body[], mayDecide: boolean): string[] {
  const children = bodies.filter(
    (body) => kindOfId(body._id) === 'chld' && (!mayDecide || body['sameAs'] !== undefined),
  );
  return [...new Set(children.map(({ _id }) => _id))];
}

/**
 * Compares what a batch says about records of one child with what is stored. Whoever may not decide
 * (`mayDecide`) may send on what somebody else decided, and may not drop it.
 */
export async function decisionsOf(
  store: DocumentStore,
  revisions: readonly Replicated[],
  mayDecide: boolean,
): Promise<Decisions> {
  const bodies = revisions.map(({ document }) => document);
  const storedOf = new Map<string, readonly Body[]>();
  const questions = asked(bodies, mayDecide).map((id) => ({ id, revs: 'leaves' as const }));
  for await (const [{ id }, leaves] of readInBatches(store, questions)) {
    storedOf.set(
      id,
      leaves.map(({ document }) => document),
    );
  }
  const made = bodies.flatMap((body): RevisionDecision[] => {
    const stored = storedOf.get(body._id);
    const what = stored === undefined ? null : newIn(body, stored);
    return what === null ? [] : [{ revision: [body._id, body._rev], what }];
  });
  const decided = new Set(made.map(({ revision: [id] }) => id));

  /** Whether a decision of the living versions stands in none of those after the batch. */
  function isDropped(id: string, after: readonly Leaf[]): boolean {
    const stored = storedOf.get(id) ?? [];
    const living = stored.filter(({ _deleted }) => _deleted !== true);
    const byRev = new Map([...stored, ...bodies].map((body) => [body._rev, body]));
    const left = after.filter(({ deleted }) => !deleted);
    // A version that was stored meanwhile was judged when it came.
    if (left.length === 0 || left.some(({ rev }) => !byRev.has(rev))) return false;
    const then = joinedOf(left.flatMap(({ rev }) => byRev.get(rev) ?? []));
    return joinedOf(living).some(
      (decision) => (then.find((each) => each.id === decision.id)?.decided ?? 0) < decision.decided,
    );
  }

  return { made, changes: (id, after) => decided.has(id) || isDropped(id, after) };
}
