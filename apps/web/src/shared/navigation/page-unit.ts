import type { LocalUnit, SyncState } from '@crece/storage';
import type { UnitRef } from './paths.ts';

/** The unit of a page: what its header says and where its navigation leads. */
export interface PageUnit extends UnitRef {
  pending: number;
  sync: SyncState;
  local: LocalUnit;
  demo?: boolean;
}
