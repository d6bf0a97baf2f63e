import type { Home, IsoInstant, Mother, Screening } from '@crece/domain';
import type { ChildRow, SlipOfRow } from '../projection/types.ts';

interface Removal {
  id: string;
  removedAt: IsoInstant;
  /** Who removed it, as the record says. */
  removedBy?: string;
  /** The removal has not reached the server. */
  pending: boolean;
}

/** A record of the unit that was removed lately and can be put back. */
export type RemovedRecord =
  | (Removal & {
      kind: 'child';
      /** The child as lists showed it, with the screenings that the same act removed. */
      row: ChildRow;
    })
  | (Removal & {
      kind: 'screening';
      screening: Screening;
      /** The child that it belongs to, which is here. */
      child: ChildRow;
    })
  | (Removal & { kind: 'mother'; mother: Mother });

export type MovedKind = 'chld' | 'mthr';

/** A child or a woman that moved from this unit to another one. */
export interface MovedRecord {
  /** The id that it had here. */
  readonly id: string;
  readonly home: Home;
  /** Both names, as they were here. */
  readonly name: string;
  /** What a child's record said of its birth date and its mother; absent where it said nothing. */
  readonly birthDate?: string;
  readonly mother?: string;
  /** When it left; null: not known. */
  readonly movedAt: IsoInstant | null;
  /** The referral slips of a child's screenings that moved with it. */
  readonly slips: readonly SlipOfRow[];
}
