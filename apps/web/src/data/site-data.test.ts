import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepPerson, storedSession } from '../api/stored-session.ts';
import { isSiteDataBlocked, replaceBlocked } from './site-data.ts';

const ANA = { id: 'a', username: 'ana', displayName: 'Ana', roles: ['user'] as const };

function block(name: 'localStorage' | 'sessionStorage') {
  const before = Object.getOwnPropertyDescriptor(window, name);
  Object.defineProperty(window, name, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  return () => {
    if (before === undefined) Reflect.deleteProperty(window, name);
    else Object.defineProperty(window, name, before);
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('replaceBlocked', () => {
  it('leaves a storage that works alone', () => {
    const before = [localStorage, sessionStorage];
    replaceBlocked();
    expect([localStorage, sessionStorage]).toEqual(before);
    expect(isSiteDataBlocked()).toBe(false);
  });

  it('remembers for the page what the browser does not let it keep', () => {
    const restore = [block('localStorage'), block('sessionStorage')];
    try {
      expect(() => storedSession()).toThrow('denied');
      replaceBlocked();
      expect(isSiteDataBlocked()).toBe(true);
      expect(storedSession().active).toBeNull();
      keepPerson({ ...ANA, roles: [...ANA.roles] });
      expect(storedSession().active?.displayName).toBe('Ana');
      keepPerson(null);
      expect(storedSession().active).toBeNull();
      sessionStorage.setItem('a', 'b');
      expect(sessionStorage.getItem('a')).toBe('b');
    } finally {
      for (const each of restore) each();
    }
  });
});
