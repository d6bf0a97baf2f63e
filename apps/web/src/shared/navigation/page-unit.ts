import type { LocalUnit, SyncState } from '@crece/storage';
import type { UnitRef } from './paths.ts';

/** The unit of a page, used for the header's text and the navigation's links. */
export interface PageUnit extends UnitRef {
  pending: number;
  sync: SyncState;
  local: LocalUnit;
  demo?: boolean;
  retired?: boolean;
}
