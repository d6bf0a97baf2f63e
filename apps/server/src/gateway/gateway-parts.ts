import type { Tokens } from '../accounts/tokens.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { ErasedRegister } from '../erased/register.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import type { Epoch } from './epoch.ts';
import type { Marks } from './marks.ts';
import type { PushLog } from './push-log.ts';
import type { LeapLog } from './write/leap-log.ts';
import type { RemovalLog } from './write/removal-log.ts';

/** What the calls of phones work with; each takes the parts that it needs. */
export interface GatewayParts {
  clock: () => Date;
  /** Whether the disk has room for records of phones. */
  hasRoom: () => boolean;
  stores: Stores;
  /** Where the rights of accounts are kept. */
  accountStore: DocumentStore;
  audit: Audit;
  catalogue: CatalogueStore;
  /** Makes and reads the sync tokens of the gateway. */
  syncTokens: Tokens;
  pushLog: PushLog;
  removalLog: RemovalLog;
  leapLog: LeapLog;
  /** What was erased for good. */
  erased: ErasedRegister;
  epoch: Epoch;
  marks: Marks;
  /** Origin of links, without a trailing slash. */
  publicUrl: () => string;
}
