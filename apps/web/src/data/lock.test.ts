import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearLeft,
  isIdle,
  joinOpening,
  lockAtStart,
  lockNow,
  lockState,
  makeLock,
  markLeft,
  openedBy,
  openLock,
  peopleLeft,
  subscribeToLock,
  takeLockAway,
  touch,
} from './lock.ts';

const NOW = Date.parse('2026-03-14T12:00:00.000Z');
const MINUTE = 60_000;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the lock', () => {
  it('is none until somebody at work has a PIN', () => {
    expect(lockState()).toBe('none');
    openLock('sign-in');
    expect(lockState()).toBe('none');
    makeLock('pin');
    expect([lockState(), openedBy()]).toEqual(['open', 'pin']);
  });

  it('says how it was opened, and nothing of it while it is shut', () => {
    makeLock('pin');
    lockNow();
    expect([lockState(), openedBy()]).toEqual(['locked', null]);
    openLock('sign-in');
    expect([lockState(), openedBy()]).toEqual(['open', 'sign-in']);
    takeLockAway();
    expect([lockState(), openedBy()]).toEqual(['none', null]);
  });

  it('tells its changes, those of other tabs too, and not what else is kept', () => {
    const heard = vi.fn();
    const stop = subscribeToLock(heard);
    lockNow();
    window.dispatchEvent(new StorageEvent('storage', { key: 'crece.lock' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'crece.seen' }));
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    openLock('pin');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('a tab that is just opened', () => {
  it('is open where there is no lock, and shut where it was shut', () => {
    expect(lockAtStart(NOW, 5)).toBe('open');
    lockNow();
    expect(lockAtStart(NOW, 5)).toBe('locked');
  });

  it('goes on after a reload, as part of the same opening', () => {
    makeLock('pin');
    expect(lockAtStart(Date.now(), 5)).toBe('open');
  });

  it('asks other tabs when it was not part of the opening', () => {
    makeLock('pin');
    sessionStorage.clear();
    expect(lockAtStart(Date.now(), 5)).toBe('ask');
    joinOpening();
    expect(lockAtStart(Date.now(), 5)).toBe('open');
  });

  it('does not come in with the mark of an earlier opening', () => {
    makeLock('pin');
    const earlier = sessionStorage.getItem('crece.pass') ?? '';
    lockNow();
    expect(sessionStorage.getItem('crece.pass')).toBeNull();
    openLock('pin');
    sessionStorage.setItem('crece.pass', earlier);
    expect(lockAtStart(Date.now(), 5)).toBe('ask');
  });

  it('shuts the lock when the time without a touch is over', () => {
    makeLock('pin');
    touch(NOW - 5 * MINUTE + 1);
    expect(lockAtStart(NOW, 5)).toBe('open');
    touch(NOW - 5 * MINUTE);
    expect(lockAtStart(NOW, 5)).toBe('locked');
    expect(lockState()).toBe('locked');
  });
});

describe('isIdle', () => {
  it.each([
    [5 * MINUTE - 1, false],
    [5 * MINUTE, true],
    [0, false],
    [-MINUTE, false],
    [-MINUTE - 1, true],
  ])('%d ms after the last touch, of 5 minutes: %s', (passed, expected) => {
    touch(NOW);
    expect(isIdle(NOW + passed, 5)).toBe(expected);
  });

  it('is so when no touch was ever kept', () => {
    expect(isIdle(NOW, 30)).toBe(true);
  });
});

describe('people who left', () => {
  it('are remembered until their PIN is forgotten, each once', () => {
    markLeft('u1');
    markLeft('u2');
    markLeft('u1');
    expect(peopleLeft()).toEqual(['u1', 'u2']);
    clearLeft('u1');
    expect(peopleLeft()).toEqual(['u2']);
    clearLeft('u2');
    expect(localStorage.getItem('crece.left')).toBeNull();
  });

  it('are nobody when what is kept cannot be read', () => {
    localStorage.setItem('crece.left', '{');
    expect(peopleLeft()).toEqual([]);
    localStorage.setItem('crece.left', '"u1"');
    expect(peopleLeft()).toEqual([]);
  });
});
