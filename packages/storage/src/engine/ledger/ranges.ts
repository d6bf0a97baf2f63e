import type { Fact, LedgerState, Range } from '../../unit/known/ledger-state.ts';

/** The ranges with one more range, joined where they touch. */
export function withRange(ranges: readonly Range[], added: Range): Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges, added].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && range[0] <= last[1] + 1) {
      joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
    } else {
      joined.push(range);
    }
  }
  return joined;
}

/** The range that contains a sequence. */
export function rangeAt(ranges: readonly Range[], sequence: number): Range | undefined {
  return ranges.find(([from, to]) => from <= sequence && sequence <= to);
}

/**
 * Moves `scanned` over the received range that directly follows it, and drops ranges and facts
 * below it.
 */
export function folded(state: LedgerState): LedgerState {
  let { scanned } = state;
  for (const [from, to] of state.received) if (from <= scanned + 1 && to > scanned) scanned = to;
  const isKept = ({ upTo }: Fact): boolean => upTo === null || upTo > scanned;
  const isOpen = (fact: Fact): boolean =>
    isKept(fact) || state.waiting[fact.id]?.[fact.rev] !== undefined;
  return {
    ...state,
    scanned,
    received: state.received.filter(([from]) => from > scanned),
    facts: state.facts.every(isKept) ? state.facts : state.facts.filter(isKept),
    fromFiles: state.fromFiles.every(isOpen) ? state.fromFiles : state.fromFiles.filter(isOpen),
  };
}
