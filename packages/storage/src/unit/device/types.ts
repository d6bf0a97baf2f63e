import type { IsoInstant } from '@crece/domain';

/** The local database was found empty or replaced although it had been in use. */
export interface VanishedData {
  /** When the records were last seen. */
  seenAt: IsoInstant;
  /** How many children and mothers there were then; 0: not known. */
  records: number;
  /** Records that existed only on this device then. */
  pending: number;
  /** When the unit had last been synchronised to the end; null: never. */
  syncedAt: IsoInstant | null;
}

/** A unit whose records are gone from this device, as long as nobody has read it. */
export interface MissedUnit {
  stakeDB: string;
  /** Records that existed only on this device. */
  pending: number;
}
