import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from '../audit/audit-log.ts';
import type { Background } from '../base/background.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Accounts } from './accounts.ts';
import type { OneUse } from './one-use.ts';
import type { PasswordLinks } from './password-links.ts';
import type { Passwords } from './passwords.ts';
import type { AccountLimits } from './rate-limits.ts';
import type { Sessions } from './sessions.ts';

/** What the calls about accounts work with; each takes the parts that it needs. */
export interface AccountParts {
  clock: () => Date;
  log: FastifyBaseLogger;
  /** The database of accounts, sessions and one-use secrets. */
  accountStore: DocumentStore;
  accounts: Accounts;
  sessions: Sessions;
  oneUse: OneUse;
  passwordLinks: PasswordLinks;
  passwords: Passwords;
  limits: AccountLimits;
  audit: Audit;
  mailer: Mailer;
  background: Background;
  /** Whether the clock is plausible, so that what is old by it may be deleted. */
  mayDropOld: () => Promise<boolean>;
  /** Origin of links, without a trailing slash. */
  publicUrl: () => string;
}
