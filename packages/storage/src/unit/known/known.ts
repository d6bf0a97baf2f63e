import type { Change, UnitRecords } from '../records/unit-records.ts';
import { readIds, rememberIds } from './kept-ids.ts';
import {
  isCovered,
  isFact,
  isFromFile,
  LEDGER_ID,
  type LedgerState,
  mayBeOurs,
  readLedger,
  withCutNoticed,
} from './ledger-state.ts';

/** What decides whether a record exists only here, and whether a unit is complete. */
export interface Known {
  ledger: LedgerState;
  /** Ids with which this installation has ever signed a write in this unit. */
  deviceIds: ReadonlySet<string>;
  /**
   * Children registered on this device before the unit was whole; empty afterwards, when it is not
   * needed.
   */
  madeHere: readonly string[];
}

/** Reads it from the unit's database; adds the device's own id when it is missing. */
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
 * Whether the current version of a document exists only on this device. A document with several
 * leaves counts as unsent until they are read, because the winner does not show which of them is
 * unsent.
 */
export function isUnsent(
  { id, sequence, document, leaves }: Change,
  { ledger, deviceIds }: Known,
): boolean {
  if (ledger.waiting[id] !== undefined) return true;
  if (isCovered(ledger, sequence)) return false;
  if (leaves.length > 1) return true;
  const rev = leaves[0] ?? '';
  const isHere = mayBeOurs(document, deviceIds) || isFromFile(ledger, id, rev);
  return isHere && !isFact(ledger, id, rev);
}

/**
 * The state by which stored rows were judged as pending or not; rows judged by an earlier state of
 * the same ledger stay usable.
 */
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
 * Whether rows judged then only need their pending documents checked again. A ledger that was
 * reset, or a new device id, can make any document pending.
 */
export function isStillJudged(then: Judged, known: Known): boolean {
  const now = judgedBy(known);
  if (then.devices !== now.devices) return false;
  // Before the first synchronisation everything counted as unsent; documents can only leave that
  // set.
  return then.lineage === '' || (then.lineage === now.lineage && then.scanned <= now.scanned);
}
