import type { UnitSnapshot } from '@crece/storage';
import type { ListRows } from './list-beginning.ts';

/** What the list of children shows. */
export type ListState =
  /** `isRest`: the first rows are read, but they are not those that are asked for. */
  | { readonly kind: 'reading'; readonly isRest: boolean }
  /** The first rows of the list as it opens; `count`: of all rows, -1 when it is not known. */
  | { readonly kind: 'beginning'; readonly count: number }
  /** The chosen order, or the answers of the filter, are being worked out. */
  | { readonly kind: 'ordering' }
  | { readonly kind: 'ready'; readonly count: number }
  | { readonly kind: 'empty'; readonly why: 'nobody' | 'not-received' | 'no-match' }
  | { readonly kind: 'failed' };

/** What decides it. */
export interface ListFacts {
  readonly store: UnitSnapshot['state'];
  readonly arrival: UnitSnapshot['sync']['arrival'];
  readonly beginning: ListRows['beginning'];
  /** Whether the rows are in the order that is asked for, and its filter answered. */
  readonly isInOrder: boolean;
  /** Number of rows that the list can choose from. */
  readonly total: number;
  /** Number of rows that fit what is asked for. */
  readonly found: number;
}

/** Of a list whose rest is still being read, "nothing found" is never said. */
export function listState(facts: ListFacts): ListState {
  const { store, arrival, beginning, isInOrder, total, found } = facts;
  if (store === 'failed') return { kind: 'failed' };
  if (store === 'loading') {
    return beginning?.isShown === true && found > 0
      ? { kind: 'beginning', count: beginning.count }
      : { kind: 'reading', isRest: beginning !== undefined };
  }
  if (!isInOrder) return { kind: 'ordering' };
  if (total === 0) return { kind: 'empty', why: arrival === 'whole' ? 'nobody' : 'not-received' };
  return found === 0 ? { kind: 'empty', why: 'no-match' } : { kind: 'ready', count: found };
}
