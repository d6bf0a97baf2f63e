import { isAccountWithin, isOwnAccount } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import type { StoredAccount } from '../accounts/stored-account.ts';
import type { Audit, AuditRecord } from '../audit/audit-log.ts';
import { signedInOf } from '../http/access.ts';
import type { Services } from '../services.ts';

/** What administration works with. */
export type AdminServices = Pick<
  Services,
  | 'accountStore'
  | 'accounts'
  | 'audit'
  | 'catalogue'
  | 'clock'
  | 'mailer'
  | 'passwordLinks'
  | 'pictures'
>;

/** Whether the account is that of the administrator who asks. */
export function isOwn(request: FastifyRequest, accountId: string): boolean {
  return isOwnAccount(signedInOf(request).account, { id: accountId });
}

/**
 * Which accounts the administrator who asks may see and change, by the places that each account has
 * at the moment of the question.
 */
export async function reachOf(
  request: FastifyRequest,
  { catalogue }: Pick<AdminServices, 'catalogue'>,
): Promise<(account: Pick<StoredAccount, 'id' | 'scope'>) => boolean> {
  const { account: by } = signedInOf(request);
  const { catalogue: places } = await catalogue.current();
  return (account) => isAccountWithin(account, by, places);
}

/** Those of some accounts that a reach holds. */
export async function* within(
  accounts: AsyncIterable<StoredAccount>,
  isWithin: (account: StoredAccount) => boolean,
): AsyncGenerator<StoredAccount> {
  for await (const account of accounts) if (isWithin(account)) yield account;
}

/** Writes into the audit log what the person of this request did. */
export function recordOf(
  request: FastifyRequest,
  audit: Audit,
  entry: Omit<AuditRecord, 'who' | 'from'>,
): Promise<void> {
  return audit.record({ ...entry, who: signedInOf(request).account.username, from: request.ip });
}
