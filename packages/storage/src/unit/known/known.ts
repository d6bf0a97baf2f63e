import type { Change, UnitRecords } from '../records/unit-records.ts';
import { readIds, rememberIds } from './kept-ids.ts';
import {
  isCovered,
  isFact,
  LEDGER_ID,
  type LedgerState,
  mayBeOurs,
  readLedger,
  withCutNoticed,
} from './ledger-state.ts';

/** By what a device judges whether a record exists only here, and whether it is all there is. */
export interface Known {
  ledger: LedgerState;
  /** Ids by which this installation ever signed a write in this unit. */
  deviceIds: ReadonlySet<string>;
  /** Children registered on this device before the unit was whole; none are needed afterwards. */
  madeHere: readonly string[];
}

/** Reads it from the unit's database; the device's own id is added when it is missing. */
export async function readKnown(database: UnitRecords, deviceId: string): Promise<Known> {
  const [stored, deviceIds] = await Promise.all([
    database.readLocal(LEDGER_ID),
    rememberIds(database, 'devices', [deviceId]),
  ]);
  const ledger = withCutNoticed(readLedger(stored));
  const madeHere = ledger.isWhole ? [] : await readIds(database, 'madeHere');
  return { ledger, deviceIds: new Set(deviceIds), madeHere };
}

/**
 * Whether a document exists, as it is, only on this device. One with several leaves counts until
 * they are read: which of them is unsent does not show in the winner.
 */
export function isUnsent(
  { id, sequence, document, leaves }: Change,
  { ledger, deviceIds }: Known,
): boolean {
  if (ledger.waiting[id] !== undefined) return true;
  if (isCovered(ledger, sequence)) return false;
  if (leaves.length > 1) return true;
  return mayBeOurs(document, deviceIds) && !isFact(ledger, id, leaves[0] ?? '');
}

/** What pending was judged by: kept rows that were judged by less are as true as before. */
export interface Judged {
  lineage: string;
  scanned: number;
  devices: string;
}

export function judgedBy({ ledger, deviceIds }: Known): Judged {
  const { lineage, scanned } = ledger;
  return { lineage, scanned, devices: [...deviceIds].sort().join() };
}

/**
 * Whether what was judged then only needs its pending documents looked at again. A ledger that has
 * gone back, or another signature of this device, can make any document pending.
 */
export function isStillJudged(then: Judged, known: Known): boolean {
  const now = judgedBy(known);
  if (then.devices !== now.devices) return false;
  // Before the first synchronisation everything counted as unsent: that can only get less.
  return then.lineage === '' || (then.lineage === now.lineage && then.scanned <= now.scanned);
}
