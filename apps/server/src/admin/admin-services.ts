import { isOwnAccount } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import { signedInOf } from '../access.ts';
import type { Audit, AuditRecord } from '../audit/audit-log.ts';
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

/** Writes into the audit log what the person of this request did. */
export function recordOf(
  request: FastifyRequest,
  audit: Audit,
  entry: Omit<AuditRecord, 'who' | 'from'>,
): Promise<void> {
  return audit.record({ ...entry, who: signedInOf(request).account.username, from: request.ip });
}
