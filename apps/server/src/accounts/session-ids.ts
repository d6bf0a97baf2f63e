import { createHash } from 'node:crypto';

const ACCOUNT_ID = /^[0-9a-f]{24}$/;
const SESSION_ID = /^[0-9a-f]{32}$/;

/** The id of a session in lists: a hash, because the real id is enough to end the session later. */
export function publicSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 24);
}

/**
 * The session that a token names, without verification: the token may be expired, or only its
 * middle part, which opens nothing. Use it only to end that session; the proof of the sender is the
 * 128 random bits of the session's id.
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
