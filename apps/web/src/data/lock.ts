import { createContext, use, useSyncExternalStore } from 'react';

/**
 * The lock of a shared phone, as far as every screen needs it: whether it is shut. It is kept in
 * `localStorage`, so that it can be asked before the first paint and all tabs follow at once. It
 * keeps honest people apart; it is no encryption.
 */
export type LockState = 'none' | 'open' | 'locked';

/** What a person showed who opened the lock. */
export type OpenedBy = 'pin' | 'sign-in';

/** Absent: nobody here has a PIN. `-`: shut. Else how it was opened, and a mark of that opening. */
const LOCK = 'crece.lock';
const SHUT = '-';
/** The opening that this tab was part of; a tab of its own memory, gone when the tab is closed. */
const PASS = 'crece.pass';
/** When somebody last did something here, in any tab: milliseconds since 1970. */
const SEEN = 'crece.seen';
/** Ids of people who signed out: their PINs are still to be forgotten. */
const LEFT = 'crece.left';

/** Where somebody signs in who cannot open the lock. */
export const DOORS = /^\/(?:authentication|password)\//;

/** A clock that stands before the last touch by more than this was set back. */
const CLOCK_SLACK_MS = 60_000;
const MINUTE_MS = 60_000;

/** Minutes without a touch after which the application locks. */
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

/** Whether there is a lock on this device, and whether it is shut. */
export function lockState(): LockState {
  const value = localStorage.getItem(LOCK);
  if (value === null) return 'none';
  return value === SHUT ? 'locked' : 'open';
}

/** How the lock was opened; `null` while it is shut or there is none. */
export function openedBy(): OpenedBy | null {
  const value = localStorage.getItem(LOCK);
  if (value === null || value === SHUT) return null;
  return value.startsWith('pin') ? 'pin' : 'sign-in';
}

/** Locks the application, in every tab. */
export function lockNow(): void {
  keepLock(SHUT);
}

/** Somebody at work has a PIN: from now on there is a lock, open for the time being. */
export function makeLock(by: OpenedBy): void {
  touch(Date.now());
  keepLock(`${by} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`);
}

/** Opens the lock, in every tab; where there is none, none comes of it. */
export function openLock(by: OpenedBy): void {
  if (lockState() !== 'none') makeLock(by);
}

/** Nobody at work has a PIN: there is nothing to lock. */
export function takeLockAway(): void {
  keepLock(null);
}

/** Keeps the time of a touch. */
export function touch(now: number): void {
  localStorage.setItem(SEEN, String(now));
}

/** Whether nobody touched the application for that long; a clock that was set back counts as that. */
export function isIdle(now: number, minutes: number): boolean {
  const idle = now - Number(localStorage.getItem(SEEN) ?? 0);
  return idle >= minutes * MINUTE_MS || idle < -CLOCK_SLACK_MS;
}

/**
 * What a tab does that is just opened: a reloaded one goes on as it was; a new one must first ask
 * whether the application is open in another tab, else this is a start, and a start locks.
 */
export function lockAtStart(now: number, minutes: number): 'open' | 'locked' | 'ask' {
  if (lockState() !== 'open') return lockState() === 'none' ? 'open' : 'locked';
  if (isIdle(now, minutes)) {
    lockNow();
    return 'locked';
  }
  return sessionStorage.getItem(PASS) === localStorage.getItem(LOCK) ? 'open' : 'ask';
}

/** This tab belongs to the opening that is on now. */
export function joinOpening(): void {
  const value = localStorage.getItem(LOCK);
  if (value !== SHUT) put(sessionStorage, PASS, value);
}

/** This person signed out, or is no longer known to the server: the PIN leaves this device too. */
export function markLeft(accountId: string): void {
  localStorage.setItem(LEFT, JSON.stringify([...new Set([...peopleLeft(), accountId])]));
  for (const listener of listeners) listener();
}

/** Ids of people whose PIN is still to be forgotten. */
export function peopleLeft(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(LEFT) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** That person's PIN is forgotten. */
export function clearLeft(accountId: string): void {
  const rest = peopleLeft().filter((id) => id !== accountId);
  put(localStorage, LEFT, rest.length === 0 ? null : JSON.stringify(rest));
}

/** Tells every change of the lock, those of other tabs too. */
export function subscribeToLock(changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === null || key === LOCK || key === LEFT) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', heard);
  // A tab that was frozen in the background heard of nothing: it looks when it shows again.
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
 * What the lock does to the screens below: nothing; it covers them; or it is shut, but this is the
 * address where somebody signs in, which is never covered.
 */
export type Cover = 'none' | 'covered' | 'door';

export const CoverContext = createContext<Cover>('none');

/** Whether the lock hides what is drawn here. */
export function useCovered(): boolean {
  return use(CoverContext) === 'covered';
}

/** Whether this is the sign-in of a locked phone: whoever stands here is nobody yet. */
export function useAtDoor(): boolean {
  return use(CoverContext) === 'door';
}
