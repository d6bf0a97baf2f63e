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

describe('lock state of a device', () => {
  it('a device has no lock until the person at work has a PIN', () => {
    expect(lockState()).toBe('none');
    openLock('sign-in');
    expect(lockState()).toBe('none');
    makeLock('pin');
    expect([lockState(), openedBy()]).toEqual(['open', 'pin']);
  });

  it('reports how the lock was opened, and null while it is locked', () => {
    makeLock('pin');
    lockNow();
    expect([lockState(), openedBy()]).toEqual(['locked', null]);
    openLock('sign-in');
    expect([lockState(), openedBy()]).toEqual(['open', 'sign-in']);
    takeLockAway();
    expect([lockState(), openedBy()]).toEqual(['none', null]);
  });

  it('notifies of lock changes, also from other tabs, and ignores other storage keys', () => {
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

describe('lockAtStart', () => {
  it('a start is open without a lock, and locked when the device was locked', () => {
    expect(lockAtStart(NOW, 5)).toBe('open');
    lockNow();
    expect(lockAtStart(NOW, 5)).toBe('locked');
  });

  it('a reloaded tab that belongs to the current unlock starts open', () => {
    makeLock('pin');
    expect(lockAtStart(Date.now(), 5)).toBe('open');
  });

  it('asks other tabs when this tab does not belong to the current unlock', () => {
    makeLock('pin');
    sessionStorage.clear();
    expect(lockAtStart(Date.now(), 5)).toBe('ask');
    joinOpening();
    expect(lockAtStart(Date.now(), 5)).toBe('open');
  });

  it('the mark of an earlier unlock is not accepted', () => {
    makeLock('pin');
    const earlier = sessionStorage.getItem('crece.pass') ?? '';
    lockNow();
    expect(sessionStorage.getItem('crece.pass')).toBeNull();
    openLock('pin');
    sessionStorage.setItem('crece.pass', earlier);
    expect(lockAtStart(Date.now(), 5)).toBe('ask');
  });

  it('locks exactly when the idle time is over', () => {
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
  ])('%d ms after the last touch, with a limit of 5 minutes: %s', (passed, expected) => {
    touch(NOW);
    expect(isIdle(NOW + passed, 5)).toBe(expected);
  });

  it('a device that was never touched is idle', () => {
    expect(isIdle(NOW, 30)).toBe(true);
  });
});

describe('people whose PIN must be deleted', () => {
  it('people are listed once each until their PIN is deleted', () => {
    markLeft('u1');
    markLeft('u2');
    markLeft('u1');
    expect(peopleLeft()).toEqual(['u1', 'u2']);
    clearLeft('u1');
    expect(peopleLeft()).toEqual(['u2']);
    clearLeft('u2');
    expect(localStorage.getItem('crece.left')).toBeNull();
  });

  it('an unreadable stored value lists nobody', () => {
    localStorage.setItem('crece.left', '{');
    expect(peopleLeft()).toEqual([]);
    localStorage.setItem('crece.left', '"u1"');
    expect(peopleLeft()).toEqual([]);
  });
});
