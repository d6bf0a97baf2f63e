import type { Device, People } from '@crece/storage';
import { storedConfig } from '../../api/stored-config.ts';
import {
  accountOfUser,
  clearSession,
  storedSession,
  subscribeToSession,
} from '../../api/stored-session.ts';
import { draftPrefixOf } from '../../data/draft-owner.ts';
import { readFormer } from '../../data/former.ts';
import {
  clearLeft,
  DEFAULT_LOCK_MINUTES,
  isIdle,
  joinOpening,
  lockNow,
  lockState,
  makeLock,
  markLeft,
  peopleLeft,
  subscribeToLock,
  takeLockAway,
  touch,
} from '../../data/lock.ts';
import { breakSeal, sealedFor, settleSeal } from '../../data/seal.ts';

/**
 * Name of the lock that every tab holds while the application is open in it; the browser releases
 * it when the tab is closed.
 */
const OPEN_TABS = 'crece.open';
const CHECK_EVERY_MS = 5_000;
/** Touches within this time after the last stored one are not written. */
const WRITE_EVERY_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Plain-http addresses have no lock manager; PINs cannot be stored there either. */
const tabLocks = (): LockManager | undefined => navigator.locks;

async function isOpenInAnotherTab(): Promise<boolean> {
  const { held } = (await tabLocks()?.query()) ?? {};
  return held?.some(({ name }) => name === OPEN_TABS) ?? false;
}

/** Tells other tabs that this one is open, until the returned function is called. */
function holdOpen(): () => void {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  void tabLocks()?.request(OPEN_TABS, { mode: 'shared' }, () => held);
  return letGo;
}

/** Locks after this device's configured minutes without a touch. */
function watchTouches(device: Device): () => void {
  let writtenAt = 0;
  const minutes = () => device.getSetting('lockMinutes') ?? DEFAULT_LOCK_MINUTES;
  const check = () => {
    if (lockState() === 'open' && isIdle(Date.now(), minutes())) lockNow();
  };
  const touched = () => {
    // Timers sleep in the background: the first touch may come long after the time was over.
    check();
    const now = Date.now();
    if (lockState() !== 'open' || Math.abs(now - writtenAt) < WRITE_EVERY_MS) return;
    writtenAt = now;
    touch(now);
  };
  for (const name of TOUCHES) {
    window.addEventListener(name, touched, { capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', check);
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    for (const name of TOUCHES) window.removeEventListener(name, touched, { capture: true });
  };
}

/**
 * Whose account was erased leaves this device, as far as the server has told it. What they had half
 * typed goes to the guest: it is about a child, and no longer says whose it is.
 */
async function leaveErased({ drafts }: Device, people: People): Promise<void> {
  const { isErased } = readFormer(storedConfig()?.former);
  for (const { account } of await people.list()) {
    if (!isErased(account.id)) continue;
    await drafts.handOver(draftPrefixOf(account.id));
    markLeft(account.id, true);
  }
}

/** Updates people and lock for the session and the person who works here. */
async function followSession(device: Device, renewed: { text: string }): Promise<void> {
  const people = await device.people();
  settleSeal((await people.list()).length > 0);
  await leaveErased(device, people);
  for (const id of peopleLeft()) {
    await people.forget(id);
    clearLeft(id);
  }
  const { user } = storedSession();
  const account = user === null ? null : accountOfUser(user);
  const text = JSON.stringify(account);
  if (account !== null && text !== renewed.text) await people.renew(account);
  renewed.text = text;

  const { active } = storedSession();
  const state = lockState();
  const known = await people.list();
  // If the state changed while people were read, that change starts its own update with newly read
  // people.
  if (lockState() !== state || storedSession().active !== active) return;
  const hasPin = known.some((person) => person.account.id === active?.id);
  if (known.length === 0) {
    // The PINs are gone, with all other data of this device or by somebody else: nobody may
    // continue as the earlier person.
    if (state === 'locked' && (user !== null || active !== null)) clearSession();
    const isShut = sealedFor() !== null && (state === 'locked' || active === null);
    if (isShut && state !== 'locked') lockNow();
    if (!isShut && state !== 'none') takeLockAway();
    return;
  }
  if (peopleLeft().length === 0) breakSeal();
  if (state !== 'locked' && active === null) {
    lockNow();
  } else if (state === 'open' && !hasPin) {
    takeLockAway();
  } else if (state === 'none' && hasPin) {
    makeLock('sign-in');
  }
}

/**
 * Maintains the lock while the application is open. `isNewTab`: it is not known yet whether the
 * application is open in another tab; if it is not, this is a start, and the device locks.
 */
export async function startKeeper(device: Device, isNewTab: boolean): Promise<() => void> {
  if (isNewTab && !(await isOpenInAnotherTab())) lockNow();
  let letGo: (() => void) | null = null;
  const renewed = { text: '' };
  let following: Promise<void> = Promise.resolve();

  const changed = () => {
    const isOpen = lockState() === 'open';
    if (isOpen) joinOpening();
    if (isOpen && letGo === null) letGo = holdOpen();
    if (!isOpen) {
      letGo?.();
      letGo = null;
    }
  };
  const follow = () => {
    following = following
      .then(() => followSession(device, renewed))
      .catch((cause: unknown) => {
        console.warn('The people of this device could not be read.', cause);
      });
  };
  const stops = [
    subscribeToLock(changed),
    subscribeToLock(follow),
    subscribeToSession(follow),
    device.subscribe(follow),
    watchTouches(device),
  ];
  changed();
  follow();
  return () => {
    for (const stop of stops) stop();
    letGo?.();
  };
}
