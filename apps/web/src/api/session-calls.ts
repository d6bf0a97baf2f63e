import { PHONE_PATHS, type UserBody } from '@crece/contract';
import { call, HttpError } from './http.ts';

/** Maximum number of stored sign-outs: more than a device has in weeks offline. */
const MOST_LEFT = 99;

// The calls of the first screens; those of the account pages are in accounts.ts.

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

/**
 * Storage key of sign-outs that the server has not confirmed: parts of tokens, separated by blanks.
 */
const LEFT = 'crece.ended';

const sessionsLeft = () => (localStorage.getItem(LEFT) ?? '').split(' ').filter(Boolean);

const keepLeft = (tokens: readonly string[]) => localStorage.setItem(LEFT, tokens.join(' '));

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

/**
 * Ends a session on the server, now or when it is reachable. Until then only the middle part of the
 * token is stored: without the signature it gives no access and can only end the session.
 */
export function endServerSession(token: string): void {
  const part = token.split('.')[1] ?? token;
  keepLeft([part, ...sessionsLeft()].slice(0, MOST_LEFT));
  void sendSignOuts();
}

/** The account's present state on the server. */
export const fetchSession = async () =>
  readUser(await call(PHONE_PATHS.session, { background: true }));

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
