import type { Fact, LedgerState } from '../../unit/known/ledger-state.ts';

/**
 * The ledger without anything of erased records: a refusal quotes names, an untaken version the whole
 * record. The same state when there is nothing of them, and nothing was here (`now` is null).
 */
export function withoutErased(
  state: LedgerState,
  ids: ReadonlySet<string>,
  now: Date | null,
): LedgerState {
  const isOther = ({ id }: { id: string }): boolean => !ids.has(id);
  const others = (facts: readonly Fact[]) => (facts.every(isOther) ? facts : facts.filter(isOther));
  const untaken = state.untaken.filter(
    (each) => isOther(each) && (each.childId === undefined || !ids.has(each.childId)),
  );
  const waiting = Object.entries(state.waiting).filter(([id]) => !ids.has(id));
  const isSame =
    now === null &&
    untaken.length === state.untaken.length &&
    waiting.length === Object.keys(state.waiting).length &&
    others(state.facts) === state.facts &&
    others(state.fromFiles) === state.fromFiles;
  if (isSame) return state;
  return {
    ...state,
    waiting: Object.fromEntries(waiting),
    untaken,
    facts: others(state.facts),
    fromFiles: others(state.fromFiles),
    erasedAt: now?.toISOString() ?? state.erasedAt,
  };
}
