import { PHONE_PATHS, type UserBody } from '@crece/contract';
import { call, HttpError } from './http.ts';

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

/** Tells the server that a session is over; without a connection it runs out by itself. */
export async function endServerSession(token: string): Promise<void> {
  try {
    await call(PHONE_PATHS.signout, { token, background: true, keepalive: true });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
  }
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
