import type { UserBody } from '@crece/contract';
import type { Account } from '@crece/domain';
import { forLast } from './for-last.ts';

/** What this device stores about who is signed in. */
export interface StoredSession {
  /** The person of the server's session. Without `token` it has ended: "sign in again". */
  user: UserBody | null;
  token: string | null;
  /** The person who uses this device now: another known person, else the user. */
  active: Account | null;
  /** Whether the person who uses the device is the user. */
  isUserActive: boolean;
}

const TOKEN = 'crece.token';
const USER = 'crece.user';
const PERSON = 'crece.person';
const KEYS = [TOKEN, USER, PERSON] as const;

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false;
  const { id, username, displayName, roles } = value as Record<string, unknown>;
  return (
    [id, username, displayName].every((text) => typeof text === 'string') && Array.isArray(roles)
  );
}

/** Parses stored text as strictly as data from a server. */
function readKept(text: string | null): unknown {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isAccount(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The fields of a user for rights and names. */
export function accountOfUser(user: UserBody): Account {
  const { id, username, displayName, roles, scope } = user;
  return {
    id,
    username,
    displayName,
    roles,
    ...(scope === undefined
      ? {}
      : { scope: { countries: scope.countries ?? [], stakes: scope.stakes ?? [] } }),
  };
}

function readSession(texts: readonly (string | null)[]): StoredSession {
  const [token = null, userText = null, personText = null] = texts;
  const user = readKept(userText) as UserBody | null;
  const person = readKept(personText) as Account | null;
  return {
    user,
    token: user === null ? null : token,
    active: person ?? (user === null ? null : accountOfUser(user)),
    isUserActive: user !== null && person === null,
  };
}

const readOnce = forLast(readSession, (before, now) =>
  before.every((text, at) => text === now[at]),
);

/** The stored session: the same object until it changes in any tab. */
export function storedSession(): StoredSession {
  return readOnce(KEYS.map((key) => localStorage.getItem(key)));
}

const listeners = new Set<() => void>();

function keep(values: Readonly<Partial<Record<(typeof KEYS)[number], string | null>>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  for (const listener of listeners) listener();
}

/** Notifies of every change of the session, including those in other tabs. */
export function subscribeToSession(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || KEYS.some((ours) => ours === key)) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', heard);
  // A tab that was frozen, or kept for "Back", was not told who signed in or out meanwhile.
  document.addEventListener('visibilitychange', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', heard);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Notifies of a sign-out in another tab. */
export function subscribeToSignOuts(signedOut: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === USER && newValue === null) signedOut();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Stores a sign-in: the device's only session, and the person who uses it now. */
export function keepSession(user: UserBody, token: string): void {
  keep({ [USER]: JSON.stringify(user), [TOKEN]: token, [PERSON]: null });
}

/**
 * Stores a changed account while its session continues; ignores a late response about another
 * account.
 */
export function keepUser(user: UserBody): void {
  if (storedSession().user?.id === user.id) keep({ [USER]: JSON.stringify(user) });
}

/** Stores the server's new token, unless somebody has signed in or out meanwhile. */
export function renewToken(sent: string, renewed: string): void {
  if (storedSession().token === sent) keep({ [TOKEN]: renewed });
}

/** The server no longer knows the session; the person stays known here and may continue locally. */
export function endSession(): void {
  keep({ [TOKEN]: null });
}

/** Removes a deleted account; another person who uses the device continues. */
export function forgetUser(): void {
  keep({ [TOKEN]: null, [USER]: null });
}

/** Signs out: removes token, user and the active person from this device, in every tab. */
export function clearSession(): void {
  keep({ [TOKEN]: null, [USER]: null, [PERSON]: null });
}

/** Stores the person who uses this device now, if it is not the user of the server's session. */
export function keepPerson(person: Account | null): void {
  keep({ [PERSON]: person === null ? null : JSON.stringify(person) });
}
