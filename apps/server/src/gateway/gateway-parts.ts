import type { Tokens } from '../accounts/tokens.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { ErasedRegister } from '../erased/register.ts';
import type { Joiner } from '../moved/joiner.ts';
import type { Mover } from '../moved/mover.ts';
import type { Proposals } from '../moved/proposals.ts';
import type { ClinicAnswers } from '../slips/clinic-answers.ts';
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
  /** Moves children, and lets what was written of moved ones follow. */
  mover: Mover;
  /** Joins units, and lets what arrives in an ended one move on. */
  joiner: Joiner;
  /** Moves that wait for somebody of the other unit. */
  proposals: Proposals;
  /** Answers of clinics, by the slips of screenings. */
  clinicAnswers: ClinicAnswers;
  epoch: Epoch;
  marks: Marks;
  /** Origin of links, without a trailing slash. */
  publicUrl: () => string;
}
