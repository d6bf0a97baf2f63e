import type { UserBody } from '@crece/contract';
import type { Account } from '@crece/domain';

/** What this device keeps of who is signed in. */
export interface StoredSession {
  /** The person of the server's session. Without `token` it has ended: "sign in again". */
  user: UserBody | null;
  token: string | null;
  /** Whoever works on this device now: somebody else known to it, else the user. */
  active: Account | null;
  /** The person who works now is the user. */
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

/** What the browser kept is read as carefully as what a server sends. */
function readKept(text: string | null): unknown {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isAccount(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** What rights and names need of a user. */
export function accountOf(user: UserBody): Account {
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
    active: person ?? (user === null ? null : accountOf(user)),
    isUserActive: user !== null && person === null,
  };
}

let read: { texts: readonly (string | null)[]; session: StoredSession } | null = null;

/** The session as it is kept now: the same object until something changes, in any tab. */
export function storedSession(): StoredSession {
  const texts = KEYS.map((key) => localStorage.getItem(key));
  if (read === null || read.texts.some((text, at) => text !== texts[at])) {
    read = { texts, session: readSession(texts) };
  }
  return read.session;
}

const listeners = new Set<() => void>();

function keep(values: Readonly<Partial<Record<(typeof KEYS)[number], string | null>>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  for (const listener of listeners) listener();
}

/** Tells every change of the session, those of other tabs too. */
export function subscribeToSession(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || KEYS.some((ours) => ours === key)) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', heard);
  };
}

/** A person signed in: the only session of this device, and whoever works now. */
export function keepSession(user: UserBody, token: string): void {
  keep({ [USER]: JSON.stringify(user), [TOKEN]: token, [PERSON]: null });
}

/** The account changed and its session goes on; somebody else's answer that comes late is none. */
export function keepUser(user: UserBody): void {
  if (storedSession().user?.id === user.id) keep({ [USER]: JSON.stringify(user) });
}

/** The server gave a new token for the one sent; not when somebody signed in or out meanwhile. */
export function renewToken(sent: string, renewed: string): void {
  if (storedSession().token === sent) keep({ [TOKEN]: renewed });
}

/** The server no longer knows the session; the person stays known here and may go on locally. */
export function endSession(): void {
  keep({ [TOKEN]: null });
}

/** The account exists no more; somebody else who works here goes on. */
export function forgetUser(): void {
  keep({ [TOKEN]: null, [USER]: null });
}

/** Signed out: token, user and whoever works are gone from this device, in every tab. */
export function clearSession(): void {
  keep({ [TOKEN]: null, [USER]: null, [PERSON]: null });
}

/** Who works on this device now, when it is not the person of the server's session. */
export function keepPerson(person: Account | null): void {
  keep({ [PERSON]: person === null ? null : JSON.stringify(person) });
}
