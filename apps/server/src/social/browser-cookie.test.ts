import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  browserHash,
  browserSecretOf,
  clearBrowserCookie,
  newBrowserSecret,
  setBrowserCookie,
} from './browser-cookie.ts';

const SECRET = newBrowserSecret();

/** A server that sets the cookie, removes it, and answers what it reads. */
async function aServer(isHttps: boolean) {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(cookie);
  app.get('/give', (_request, reply) => {
    setBrowserCookie(reply, SECRET, isHttps);
    return reply.redirect('/elsewhere');
  });
  app.get('/clear', (_request, reply) => {
    clearBrowserCookie(reply, isHttps);
    return {};
  });
  app.get('/read', async (request) => ({ secret: browserSecretOf(request, isHttps) }));
  return {
    givenBy: async (url: string) => (await app.inject(url)).headers['set-cookie'],
    read: async (header: string | undefined) => {
      const headers = header === undefined ? {} : { cookie: header };
      return (await app.inject({ url: '/read', headers })).json<{ secret: string | null }>().secret;
    },
  };
}

describe('the cookie of a social sign-in', () => {
  it('the cookie is bound to the host when people use https', async () => {
    const { givenBy, read } = await aServer(true);
    expect(await givenBy('/give')).toBe(
      `__Host-crece-social=${SECRET}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    expect(await givenBy('/clear')).toMatch(
      /^__Host-crece-social=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; Secure; /,
    );
    expect(await read(`a=b; __Host-crece-social=${SECRET}`)).toBe(SECRET);
    // A cookie that a neighbouring domain could have set is ignored.
    expect(await read(`crece-social=${SECRET}`)).toBeNull();
  });

  it('the cookie is read at its first occurrence, whatever else the header contains', async () => {
    const { read } = await aServer(false);
    const ours = `crece-social=${SECRET}`;
    for (const header of [
      `${ours}; crece-social=other`,
      `__proto__=x; constructor=y; ${ours}`,
      `a=%E0%A4%A; =; ;;= ;${ours}`,
      `${'a=b; '.repeat(2_000)}${ours}`,
    ]) {
      expect(await read(header), header.slice(0, 40)).toBe(SECRET);
    }
    expect(await read('crece-social=%E0%A4%A')).toBe('%E0%A4%A');
  });

  it.each([
    undefined,
    '',
    'a=b',
    'crece-social',
    'crece-social=',
    'xcrece-social=1',
    'Crece-Social=1',
    '__proto__=1',
  ])('no cookie is found in the header %j', async (header) => {
    const { read } = await aServer(false);
    expect(await read(header)).toBeNull();
  });

  it('the secret in the cookie is different every time, and stored as a hash', () => {
    const [one, other] = [newBrowserSecret(), newBrowserSecret()];
    expect(one).not.toBe(other);
    expect(browserHash(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(browserHash(one)).not.toBe(browserHash(other));
  });
});
