import { createContext, use, useSyncExternalStore } from 'react';

/**
 * State of the lock of a shared phone, for every screen. It is stored in `localStorage`, so it can
 * be read before the first paint and all tabs follow at once. It keeps honest people apart; it is
 * not encryption.
 */
export type LockState = 'none' | 'open' | 'locked';

/** How the person unlocked the application. */
export type OpenedBy = 'pin' | 'sign-in';

/**
 * Storage key of the lock. Absent: nobody here has a PIN. `-`: locked. Otherwise how it was opened
 * and a random mark of that unlock.
 */
const LOCK = 'crece.lock';
const SHUT = '-';
/**
 * `sessionStorage` key: the mark of the unlock that this tab belongs to. The browser deletes it
 * with the tab.
 */
const PASS = 'crece.pass';
/** Storage key: time of the last touch in any tab, in milliseconds since 1970. */
const SEEN = 'crece.seen';
/** Storage key: ids of people who signed out and whose PINs must still be deleted. */
const LEFT = 'crece.left';
/** Storage key of `seal.ts`: the last PIN was removed by somebody else. */
export const SEALED = 'crece.sealed';

/** Addresses of the sign-in pages, for a person who cannot open the lock. */
export const DOORS = /^\/(?:authentication|password)\//;

/** When the clock is earlier than the last touch by more than this, it was set back. */
const CLOCK_SLACK_MS = 60_000;
const MINUTE_MS = 60_000;

/** Choices for the idle minutes after which the application locks. */
export const LOCK_MINUTES = [1, 2, 5, 10, 30] as const;
export const DEFAULT_LOCK_MINUTES = 5;

const listeners = new Set<() => void>();

function put(storage: Storage, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, value);
}

function keepLock(value: string | null): void {
  put(localStorage, LOCK, value);
  put(sessionStorage, PASS, value === SHUT ? null : value);
  for (const listener of listeners) listener();
}

/** Whether this device has a lock, and whether it is locked. */
export function lockState(): LockState {
  const value = localStorage.getItem(LOCK);
  if (value === null) return 'none';
  return value === SHUT ? 'locked' : 'open';
}

/** How the lock was opened; `null` while it is locked or when there is no lock. */
export function openedBy(): OpenedBy | null {
  const value = localStorage.getItem(LOCK);
  if (value === null || value === SHUT) return null;
  return value.startsWith('pin') ? 'pin' : 'sign-in';
}

/** Locks the application in every tab. */
export function lockNow(): void {
  keepLock(SHUT);
}

/** Creates the lock, open: the person at work has a PIN now. */
export function makeLock(by: OpenedBy): void {
  touch(Date.now());
  keepLock(`${by} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`);
}

/** Opens the lock in every tab. Without a lock it does nothing. */
export function openLock(by: OpenedBy): void {
  if (lockState() !== 'none') makeLock(by);
}

/** Removes the lock: the person at work has no PIN. */
export function takeLockAway(): void {
  keepLock(null);
}

/** Stores the time of a touch. */
export function touch(now: number): void {
  localStorage.setItem(SEEN, String(now));
}

/**
 * Whether nobody touched the application for that many minutes. A clock that was set back counts as
 * idle.
 */
export function isIdle(now: number, minutes: number): boolean {
  const idle = now - Number(localStorage.getItem(SEEN) ?? 0);
  return idle >= minutes * MINUTE_MS || idle < -CLOCK_SLACK_MS;
}

/**
 * What a tab that was just opened does. A reloaded tab keeps its state. A new tab must first ask
 * whether the application is open in another tab; if it is not, this is a start, and a start locks.
 */
export function lockAtStart(now: number, minutes: number): 'open' | 'locked' | 'ask' {
  if (lockState() !== 'open') return lockState() === 'none' ? 'open' : 'locked';
  if (isIdle(now, minutes)) {
    lockNow();
    return 'locked';
  }
  return sessionStorage.getItem(PASS) === localStorage.getItem(LOCK) ? 'open' : 'ask';
}

/** Makes this tab part of the current unlock. */
export function joinOpening(): void {
  const value = localStorage.getItem(LOCK);
  if (value !== SHUT) put(sessionStorage, PASS, value);
}

/**
 * Marks a person who signed out, or (`isGone`) whom the server no longer knows: the PIN must be
 * deleted from this device too.
 */
export function markLeft(accountId: string, isGone = false): void {
  // `seal.ts` finds out whether anybody had a PIN here.
  if (isGone && localStorage.getItem(SEALED) === null) localStorage.setItem(SEALED, '?');
  localStorage.setItem(LEFT, JSON.stringify([...new Set([...peopleLeft(), accountId])]));
  for (const listener of listeners) listener();
}

/** Ids of people whose PIN must still be deleted. */
export function peopleLeft(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(LEFT) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Removes a person from that list, after the PIN was deleted. */
export function clearLeft(accountId: string): void {
  const rest = peopleLeft().filter((id) => id !== accountId);
  put(localStorage, LEFT, rest.length === 0 ? null : JSON.stringify(rest));
}

/**
 * Calls `changed` at every change of the lock, also in other tabs. Returns the unsubscribe
 * function.
 */
export function subscribeToLock(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || key === LOCK || key === LEFT) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', heard);
  // A tab that was frozen in the background missed the storage events: check when it is visible
  // again.
  document.addEventListener('visibilitychange', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', heard);
    document.removeEventListener('visibilitychange', changed);
  };
}

export function useLockState(): LockState {
  return useSyncExternalStore(subscribeToLock, lockState);
}

/**
 * What the lock does to the screens below it: nothing ('none'); hides them ('covered'); or the
 * device is locked but this is a sign-in address ('door'), which is never hidden.
 */
export type Cover = 'none' | 'covered' | 'door';

export const CoverContext = createContext<Cover>('none');

/** Whether the lock hides this part of the screen. */
export function useCovered(): boolean {
  return use(CoverContext) === 'covered';
}

/** Whether this is the sign-in page of a locked phone: nobody counts as signed in there. */
export function useAtDoor(): boolean {
  return use(CoverContext) === 'door';
}
