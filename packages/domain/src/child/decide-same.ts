import type { SameAs } from '../base/words.ts';
import type { Deciding } from './same-child.ts';

/** What a decision leaves on a record: the decisions about other records, with this one. */
function decide(
  { sameAs = [] }: Deciding,
  id: string,
  next: (decided: number) => number,
  before?: Readonly<Record<string, unknown>>,
): readonly SameAs[] {
  const known = sameAs.find((each) => each.id === id);
  const decided = next(known?.decided ?? 0);
  if (decided === known?.decided) return sameAs;
  const hasBefore = before !== undefined && Object.keys(before).length > 0;
  const decision: SameAs = { id, decided, ...(hasBefore ? { before: { ...before } } : {}) };
  return [...sameAs.filter((each) => each.id !== id), decision].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

/**
 * What a record says once it is decided to be of the same child as another one. `before`: what the
 * other one said in the fields to which the merge gives this one's values.
 */
export function decidedSame(
  record: Deciding,
  id: string,
  before?: Readonly<Record<string, unknown>>,
): readonly SameAs[] {
  return decide(record, id, (decided) => decided + 1 - (decided % 2), before);
}

/** What a record says once it is decided to be of another child. */
export function decidedOther(record: Deciding, id: string): readonly SameAs[] {
  return decide(record, id, (decided) => (decided === 0 ? 2 : decided + (decided % 2)));
}
