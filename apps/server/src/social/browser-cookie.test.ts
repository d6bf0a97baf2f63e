import { describe, expect, it } from 'vitest';
import {
  browserHash,
  clearedBrowserCookie,
  newBrowserCookie,
  readBrowserCookie,
} from './browser-cookie.ts';

describe('the cookie of a browser', () => {
  it('binds itself to the host where people come by https', () => {
    const { secret, header } = newBrowserCookie(true);
    expect(header).toBe(
      `__Host-crece-social=${secret}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(clearedBrowserCookie(true)).toMatch(
      /^__Host-crece-social=; Path=\/; Max-Age=0; .*Secure$/,
    );
    expect(readBrowserCookie(`a=b; __Host-crece-social=${secret}`, true)).toBe(secret);
    // One that a neighbouring domain could have set counts for nothing.
    expect(readBrowserCookie(`crece-social=${secret}`, true)).toBeNull();
  });

  it.each([undefined, '', 'a=b', 'crece-social', 'crece-social=', 'xcrece-social=1'])(
    'is not found in %j',
    (header) => {
      expect(readBrowserCookie(header, false)).toBeNull();
    },
  );

  it('is another one every time, and kept as a hash', () => {
    const [one, other] = [newBrowserCookie(false), newBrowserCookie(false)];
    expect(one.secret).not.toBe(other.secret);
    expect(browserHash(one.secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(browserHash(one.secret)).not.toBe(browserHash(other.secret));
  });
});
