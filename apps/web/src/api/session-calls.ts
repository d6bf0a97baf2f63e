import { PHONE_PATHS, type UserBody } from '@crece/contract';
import { call, HttpError } from './http.ts';
import { keepLeft, sessionsLeft } from './sessions-left.ts';
import { keepUser, storedSession } from './stored-session.ts';

// The calls that every start makes; those of the account pages are in accounts.ts.

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const notReadable = (cause: unknown) => new HttpError('not-readable', 200, { cause });

/** What `typeof` says of a field of contract's body, and `list` of an array. */
type KindOf<Field> = Field extends string | number
  ? Field extends string
    ? 'string'
    : 'number'
  : Field extends readonly unknown[]
    ? 'list'
    : 'object';

/** The fields of a body on which the application relies; the others are only displayed. */
export type Needed<Body> = {
  readonly [Name in keyof Body]?: KindOf<Exclude<Body[Name], null | undefined>>;
};

/** Whether an answer has the fields that the application needs of this body. */
export function isBody<Body>(raw: unknown, needed: Needed<Body>): raw is Body {
  return (
    isObject(raw) &&
    Object.entries(needed).every(([name, kind]) => {
      const field = raw[name];
      return kind === 'list' ? Array.isArray(field) : field !== null && typeof field === kind;
    })
  );
}

/** Reads an answer; throws `HttpError` for one without the fields needed. */
export function readBody<Body>(raw: unknown, needed: Needed<Body>): Body {
  if (isBody<Body>(raw, needed)) return raw;
  throw notReadable(raw);
}

/** Reads a user from outside, bare or as `{ user }`; throws `HttpError` for anything else. */
export const readUser = (raw: unknown) =>
  readBody<UserBody>(isObject(raw) && 'user' in raw ? raw['user'] : raw, {
    id: 'string',
    username: 'string',
    email: 'string',
    displayName: 'string',
    roles: 'list',
    additionalProvidersData: 'object',
  });

/** Sends unconfirmed sign-outs to the server, now and when it is reachable. */
export async function sendSignOuts(): Promise<void> {
  for (const token of sessionsLeft()) {
    try {
      const raw = await call(PHONE_PATHS.signout, { token, background: true, keepalive: true });
      // A proxy could also answer: only our server's response counts.
      if (!isObject(raw) || raw['ok'] !== true) return;
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      // Sent again when the device is online, and at the next start.
      return;
    }
    keepLeft(sessionsLeft().filter((other) => other !== token));
  }
}

/** Asks the server whether the stored session is still valid; a 401 changes the stored session. */
export async function checkSession(): Promise<void> {
  const { token, isUserActive } = storedSession();
  if (token === null || !isUserActive || !navigator.onLine) return;
  const userNow = () => JSON.stringify(storedSession().user);
  const before = userNow();
  try {
    const user = readUser(await call(PHONE_PATHS.session, { background: true }));
    // A change that was saved meanwhile may be newer than this answer.
    if (userNow() === before) keepUser(user);
  } catch (cause) {
    // Without an answer the stored session stays in use; a 401 is handled by the error catalogue.
    if (!(cause instanceof HttpError)) throw cause;
  }
}

/** Number of open requests for an administrator; `null` when unknown now. */
export async function countRoleRequests(): Promise<number | null> {
  try {
    const raw = await call(PHONE_PATHS.roleRequests, { background: true });
    return isObject(raw) && Array.isArray(raw['requests']) ? raw['requests'].length : null;
  } catch (cause) {
    if (cause instanceof HttpError) return null;
    throw cause;
  }
}
