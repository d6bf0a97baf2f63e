import { createHash } from 'node:crypto';

const ACCOUNT_ID = /^[0-9a-f]{24}$/;
const SESSION_ID = /^[0-9a-f]{32}$/;

/** How the list names a session: a hash, so that the list tells nobody what would end one later. */
export function publicSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 24);
}

/**
 * Which session a token names, unchecked: it may be expired, or only the middle part of one, which
 * opens nothing. Good for ending that session and for nothing else; the 128 random bits of its id
 * are what the sender has to know.
 */
export function sessionOfToken(token: string): { accountId: string; sessionId: string } | null {
  const parts = token.split('.');
  const payload = parts.length === 1 ? parts[0] : parts[1];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const { sub, sid } = Object(claims) as { sub?: unknown; sid?: unknown };
    if (typeof sub !== 'string' || typeof sid !== 'string') return null;
    return ACCOUNT_ID.test(sub) && SESSION_ID.test(sid) ? { accountId: sub, sessionId: sid } : null;
  } catch {
    return null;
  }
}
