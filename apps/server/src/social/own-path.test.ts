import { describe, expect, it } from 'vitest';
import { ownPath, withQuery } from './own-path.ts';

describe('ownPath', () => {
  it.each([
    '/',
    '/children/countries/true',
    '/children/list/coro_ven/Coro%20Norte/:x/all?countryName=Venezuela&countryCode=VEN#top',
    '/a?next=//evil.example',
    '/a?next=https://evil.example#//x',
    '/a/../b',
    '/%2F%2Fevil.example',
    `/${'a'.repeat(1_999)}`,
  ])('accepts %s unchanged', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    '',
    'a',
    '?a',
    '//evil.example',
    '///evil.example',
    '/a//b',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000',
    '/\u007f',
    '/\u0085/evil.example',
    '/\u00a0',
    '/\u2028',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'https:/evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `/${'a'.repeat(2_000)}`,
  ])('refuses %j', (text) => {
    expect(ownPath(text)).toBeNull();
  });

  it('never accepts a path that a browser would resolve to another host', () => {
    const parts = ['/', '\\', '.', '..', '%2e', '%2f', '%5c', '@', ':', '?', '#', 'evil.example'];
    let taken = 0;
    for (const a of parts) {
      for (const b of parts) {
        for (const c of parts) {
          const path = ownPath(`/${a}${b}${c}`);
          if (path === null) continue;
          taken += 1;
          const url = new URL(path, 'https://crece.example.org');
          expect(url.origin, path).toBe('https://crece.example.org');
          expect(url.pathname.startsWith('//'), path).toBe(false);
        }
      }
    }
    expect(taken).toBeGreaterThan(500);
  });
});

describe('withQuery', () => {
  it.each([
    ['/a', '/a?err=x'],
    ['/a?b=1#c', '/a?b=1&err=x#c'],
    ['/a?err=old', '/a?err=x'],
  ])('adds the parameter to %s', (path, expected) => {
    expect(withQuery(path, 'err', 'x')).toBe(expected);
  });
});
