import type { IsoInstant } from '@crece/domain';
import type { VanishedData } from '../device/types.ts';
import type { TaskRef } from '../tasks/types.ts';

/** How far a unit's records and the server's were last found to be the same. */
export interface SyncStamp {
  /** When a run last ended with nothing left to send or to receive. */
  completedAt: IsoInstant;
  /** Sequence at which the server's feed ended then. */
  serverSequence: string;
  epoch: string;
}

/** A record that the server refused; it stays here and is offered again at every sync. */
export interface RefusedRecord {
  id: string;
  rev: string;
  /** One of contract's `DOCUMENT_REFUSALS`. */
  reason: string;
  /** Codes of the gate, for `unreadable`. */
  details: readonly string[];
  /** A removal that waits for someone with the right to remove. */
  removal: boolean;
  refusedAt: IsoInstant;
  /** The child that the record is or belongs to; absent for a mother or when unknown. */
  childId?: string;
  /** Names on the record, or of the child that a screening belongs to; empty when unknown. */
  title: string;
}

/**
 * How much of the server's copy of a unit this device has had: nothing yet; a part of it, and the
 * rest is on its way or was cut; all of it, once.
 */
export type CopyArrival = 'never' | 'arriving' | 'whole';

/** What a unit knows about its synchronisation; part of the snapshot. */
export interface SyncState {
  /** Null: never synchronised on this device. */
  stamp: SyncStamp | null;
  /** A run after the stamp did not come to the end: what others saved since may be missing. */
  isIncomplete: boolean;
  arrival: CopyArrival;
  /** Children registered on this device before the unit was whole: nothing of them is elsewhere. */
  madeHere: readonly string[];
  refused: readonly RefusedRecord[];
  /** How many removals of somebody's file wait for a decision; absent: none. */
  removalsInFiles?: number;
  /** When something was erased here for good that an administrator had erased; absent: never. */
  erasedAt?: IsoInstant;
  /** Open conflicts, by title. */
  tasks: readonly TaskRef[];
  vanished: VanishedData | null;
}

/** Whether "synced" may be shown: proof, not hope. */
export interface SyncedQuestion {
  pending: number;
  sync: SyncState;
}
