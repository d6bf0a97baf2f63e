import { PHONE_PATHS, type UserBody } from '@crece/contract';
import { call, HttpError } from './http.ts';

/** A device without a connection for weeks sees no more people than that. */
const MOST_LEFT = 99;

// The calls that the first screens make; those of the account pages are in accounts.ts.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The least that the application relies on; the rest is only shown. */
function isUser(value: unknown): value is UserBody {
  return (
    isObject(value) &&
    [value['id'], value['username'], value['email'], value['displayName']].every(
      (text) => typeof text === 'string',
    ) &&
    Array.isArray(value['roles']) &&
    isObject(value['additionalProvidersData'])
  );
}

export const notReadable = (cause: unknown) => new HttpError('not-readable', 200, { cause });

/** A user from outside, bare or as `{ user }`; throws `HttpError` for anything else. */
export function readUser(raw: unknown): UserBody {
  const user = isObject(raw) && 'user' in raw ? raw['user'] : raw;
  if (isUser(user)) return user;
  throw notReadable(raw);
}

/** Sign-outs that the server has not acknowledged: parts of tokens, by blanks. */
const LEFT = 'crece.ended';

const sessionsLeft = () => (localStorage.getItem(LEFT) ?? '').split(' ').filter(Boolean);

const keepLeft = (tokens: readonly string[]) => localStorage.setItem(LEFT, tokens.join(' '));

/** Tells the server of the sign-outs that it has not heard of: at once, and when it can be reached. */
export async function sendSignOuts(): Promise<void> {
  for (const token of sessionsLeft()) {
    try {
      const raw = await call(PHONE_PATHS.signout, { token, background: true, keepalive: true });
      // Somebody on the line may answer too: only the server's own word counts.
      if (!isObject(raw) || raw['ok'] !== true) return;
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      // Asked again when the device is back, and at the next start.
      return;
    }
    keepLeft(sessionsLeft().filter((other) => other !== token));
  }
}

/**
 * Ends a session on the server, now or when it can be reached again. Until then only the middle part
 * of the token is kept: without the signature it opens nothing, and is good for this alone.
 */
export function endServerSession(token: string): void {
  const part = token.split('.')[1] ?? token;
  keepLeft([part, ...sessionsLeft()].slice(0, MOST_LEFT));
  void sendSignOuts();
}

/** The account as the server has it now. */
export const fetchSession = async () =>
  readUser(await call(PHONE_PATHS.session, { background: true }));

/** How many requests wait for an administrator; `null` when it cannot be known now. */
export async function countRoleRequests(): Promise<number | null> {
  try {
    const raw = await call(PHONE_PATHS.roleRequests, { background: true });
    return isObject(raw) && Array.isArray(raw['requests']) ? raw['requests'].length : null;
  } catch (cause) {
    if (cause instanceof HttpError) return null;
    throw cause;
  }
}
