import {
  type Check,
  type LedgerState,
  offeredOf,
  type StoredCheck,
} from '../../unit/known/ledger-state.ts';
import type { RevisionOf } from '../../unit/records/unit-records.ts';

/** What the server said of its mark, and whether it asked for a check. */
export interface Heard {
  readonly mark: string;
  readonly mustCheck: boolean;
}

/** The content of the ledger's local document. */
export function storedLedger(state: LedgerState): { version: 1; ledger: object } {
  const { check, ...others } = state;
  const stored: StoredCheck = {
    offered: offeredOf(state),
    isChecking: check.state === 'running',
    checkDue: check.state === 'due',
  };
  return { version: 1, ledger: { ...others, ...stored } };
}

/** The check after one was asked for: a running one answers that too. */
export function asked(check: Check): Check {
  return check.state === 'running' ? check : { state: 'due' };
}

/** Adds the heard mark to a change; a mark alone is written only when it asks for a check. */
export function withHeard(
  before: LedgerState,
  changed: LedgerState,
  heard: Heard | null,
): LedgerState {
  if (heard === null || changed === before) return changed;
  const { mark, mustCheck } = heard;
  return { ...changed, mark, check: mustCheck ? asked(changed.check) : changed.check };
}

/** A random name of a ledger's lineage. */
export function newLineage(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The ledger without revisions that no longer wait. */
export function withoutWaiting(state: LedgerState, ended: readonly RevisionOf[]): LedgerState {
  if (!ended.some(({ id, rev }) => state.waiting[id]?.[rev] !== undefined)) return state;
  const waiting = { ...state.waiting };
  for (const { id, rev } of ended) {
    const { [rev]: _ended, ...others } = waiting[id] ?? {};
    if (Object.keys(others).length === 0) delete waiting[id];
    else waiting[id] = others;
  }
  return { ...state, waiting };
}
