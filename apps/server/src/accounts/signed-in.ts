import type { FastifyRequest } from 'fastify';
import type { Audit, AuditRecord } from '../audit/audit-log.ts';
import type { SignedIn } from './sessions.ts';
import type { StoredAccount } from './stored-account.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in sender of the request; `null`: nobody is signed in. */
    signedIn: SignedIn | null;
  }
}

/** The account of a call to a protected route. Throws if the route is not protected. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error('a protected route was reached by nobody');
  return request.signedIn;
}

/** Writes an act of the signed-in sender into the audit log. */
export function recordOf(
  request: FastifyRequest,
  audit: Audit,
  entry: Omit<AuditRecord, 'who' | 'from'>,
): Promise<void> {
  return audit.record({ ...entry, who: signedInOf(request).account.username, from: request.ip });
}

/** Whom an entry of the audit log names when somebody acts on their own account. */
export function byThemselves(
  { username }: Pick<StoredAccount, 'username'>,
  { ip }: FastifyRequest,
): Pick<AuditRecord, 'who' | 'whom' | 'from'> {
  return { who: username, whom: username, from: ip };
}
