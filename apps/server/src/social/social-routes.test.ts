import { exchangeBody } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import { Browser } from './testing/browser.ts';
import {
  aSocialServer,
  type SocialServer,
  type SocialServerOptions,
} from './testing/social-server.ts';

const FIRST_DOOR = '/api/auth/clinic';
const NOT_OURS_YET = (url: URL) => url.pathname === '/api/auth/clinic/callback';
const CHECKED = [{ email: 'octo@example.org', primary: true, verified: true }];
const OCTO = { id: 7, login: 'octo', name: 'Octo Cat' };

async function aVisitor(options: SocialServerOptions = {}) {
  const server = await aSocialServer(options);
  return { server, browser: new Browser() };
}

const codeIn = (url: URL) => new URLSearchParams(url.hash.slice(1)).get('code') ?? '';
const errIn = (url: URL) => `${url.pathname}?${url.searchParams.get('err')}`;

async function exchange(server: SocialServer, browser: Browser, code: string) {
  const response = await browser.send(`${server.origin}/api/auth/exchange`, {
    method: 'POST',
    json: { code },
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function events(server: SocialServer): Promise<string[]> {
  const log = await server.services.audit.page({ who: '', what: '' }, 1);
  return log.entries.map(({ what, who, detail }) => `${what} ${who} ${detail}`).reverse();
}

describe('a social sign-in with OpenID Connect', () => {
  it('creates an account at the first time and signs in to it at the next', async () => {
    const { server, browser } = await aVisitor();
    const start = `${server.origin}${FIRST_DOOR}?redirect_to=${encodeURIComponent('/children/countries/true?a=1#b')}`;
    const arrived = await server.signInAtClinic(browser, start, 'clinic-ana');
    expect(arrived.pathname).toBe('/authentication/return');
    expect(arrived.search).toBe('');
    const { status, body } = await exchange(server, browser, codeIn(arrived));
    expect(status).toBe(200);
    const { user, token, redirectTo } = exchangeBody.parse(body);
    expect(redirectTo).toBe('/children/countries/true?a=1#b');
    expect(user).toMatchObject({
      username: 'ana',
      email: 'ana@clinic.example',
      firstName: 'Ana',
      lastName: 'López',
      roles: ['user'],
      provider: 'clinic',
      hasPassword: false,
      additionalProvidersData: {
        clinic: { displayName: 'Ana López', email: 'ana@clinic.example' },
      },
    });
    expect(JSON.stringify(body)).not.toContain('clinic-ana');
    expect((await server.services.sessions.authenticate(token))?.account.id).toBe(user.id);

    const later = new Browser();
    const again = await server.signInAtClinic(later, `${server.origin}${FIRST_DOOR}`, 'clinic-ana');
    const second = exchangeBody.parse((await exchange(server, later, codeIn(again))).body);
    expect([second.user.id, second.redirectTo]).toEqual([user.id, '/']);
    expect(await events(server)).toEqual([
      'sign-up ana clinic',
      // Two sign-ins within an hour are one entry.
      'sign-in ana clinic',
    ]);
  });

  it('sets a cookie that scripts and other sites cannot read, and removes it afterwards', async () => {
    const { server, browser } = await aVisitor();
    const arrived = await server.signInAtClinic(
      browser,
      `${server.origin}${FIRST_DOOR}`,
      'clinic-ana',
    );
    await exchange(server, browser, codeIn(arrived));
    const ours = browser.received.filter((line) => line.startsWith('crece-social='));
    expect(ours).toHaveLength(2);
    expect(ours[0]).toMatch(
      /^crece-social=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(ours[1]).toMatch(
      /^crece-social=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 [^;]*; HttpOnly; SameSite=Lax$/,
    );
  });

  it('sends the provider a proof key, a state and a nonce, and only our return address', async () => {
    const { server, browser } = await aVisitor();
    const response = await browser.send(`${server.origin}${FIRST_DOOR}`, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const { origin, searchParams: asked } = new URL(response.headers.get('location') ?? '');
    expect(origin).toBe(server.clinic.issuer);
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'crece',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${server.origin}/api/auth/clinic/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name), name).toMatch(/^[\w-]{43}$/);
    }
  });

  it('begun on a locked phone creates no account, but signs in to an existing one', async () => {
    const { server, browser } = await aVisitor();
    const door = `${server.origin}${FIRST_DOOR}?redirect_to=/&known_only=true`;
    const refused = await server.signInAtClinic(browser, door, 'clinic-ana');
    expect(errIn(refused)).toBe('/authentication/signin?social-new-account');
    expect(await server.services.accounts.byEmail('ana@clinic.example')).toBeNull();
    expect(await events(server)).toEqual(['sign-in-failed null clinic social-new-account']);

    await server.signInAtClinic(browser, `${server.origin}${FIRST_DOOR}`, 'clinic-ana');
    const known = await server.signInAtClinic(new Browser(), door, 'clinic-ana');
    expect(known.pathname).toBe('/authentication/return');
  });

  it('reports that the person refused at the provider', async () => {
    const { server, browser } = await aVisitor();
    const arrived = await server.signInAtClinic(browser, `${server.origin}${FIRST_DOOR}`, '');
    expect(errIn(arrived)).toBe('/authentication/signin?social-denied');
    expect(await events(server)).toEqual(['sign-in-failed null clinic social-denied']);
  });

  it('reports a provider that is unreachable or unknown', async () => {
    const { server, browser } = await aVisitor();
    await server.clinic.close();
    const down = await browser.go(`${server.origin}${FIRST_DOOR}`);
    expect(errIn(down.url)).toBe('/authentication/signin?social-failed');
    for (const name of ['myspace', 'constructor', '__proto__']) {
      const unknown = await browser.go(`${server.origin}/api/auth/${name}`);
      expect(errIn(unknown.url)).toBe('/authentication/signin?social-unknown-provider');
    }
  });
});

describe('a social sign-in whose parts do not belong together', () => {
  async function returned() {
    const { server, browser } = await aVisitor();
    const callback = await server.signInAtClinic(
      browser,
      `${server.origin}${FIRST_DOOR}`,
      'clinic-ana',
      NOT_OURS_YET,
    );
    return { server, browser, callback };
  }
  const EXPIRED = '/authentication/signin?social-expired';

  it('a sign-in is refused in another browser, which also uses up the state', async () => {
    const { server, browser, callback } = await returned();
    expect(errIn((await new Browser().go(callback)).url)).toBe(EXPIRED);
    expect(errIn((await browser.go(callback)).url)).toBe(EXPIRED);
    expect(await server.services.accounts.byEmail('ana@clinic.example')).toBeNull();
  });

  it('a sign-in is refused in a browser that began another one', async () => {
    const { server, callback } = await returned();
    const other = new Browser();
    await other.send(`${server.origin}${FIRST_DOOR}`);
    expect(errIn((await other.go(callback)).url)).toBe(EXPIRED);
  });

  it('a repeated sign-in is refused', async () => {
    const { browser, callback } = await returned();
    const twin = browser.copy();
    expect((await browser.go(callback)).url.pathname).toBe('/authentication/return');
    expect(errIn((await twin.go(callback)).url)).toBe(EXPIRED);
  });

  it('a sign-in is refused after ten minutes', async () => {
    const { server, browser, callback } = await returned();
    server.pass(600_000);
    expect(errIn((await browser.go(callback)).url)).toBe(EXPIRED);
  });

  it('a sign-in is accepted just before ten minutes are over', async () => {
    const { server, browser, callback } = await returned();
    server.pass(570_000);
    expect((await browser.go(callback)).url.pathname).toBe('/authentication/return');
  });

  it('a sign-in is refused at the address of another provider', async () => {
    const { browser, callback } = await returned();
    const mixed = new URL(callback);
    mixed.pathname = '/api/auth/github/callback';
    expect(errIn((await browser.go(mixed)).url)).toBe(EXPIRED);
  });

  it.each([
    ['a code that the provider did not give', 'code', 'made-up', 'social-failed'],
    ['a state that we did not give', 'state', 'made-up', 'social-expired'],
    ['the name of another issuer', 'iss', 'https://evil.example', 'social-failed'],
    ['no code', 'code', null, 'social-failed'],
    ['no state', 'state', null, 'social-expired'],
  ])('a sign-in is refused with %s', async (_what, name, value, code) => {
    const { browser, callback } = await returned();
    if (value === null) callback.searchParams.delete(name);
    else callback.searchParams.set(name, value);
    expect(errIn((await browser.go(callback)).url)).toBe(`/authentication/signin?${code}`);
  });

  it('a sign-in is refused with a code that was issued for another one', async () => {
    const { server, browser, callback } = await returned();
    const eve = new Browser();
    const hers = await server.signInAtClinic(
      eve,
      `${server.origin}${FIRST_DOOR}`,
      'clinic-ana',
      NOT_OURS_YET,
    );
    hers.searchParams.set('code', callback.searchParams.get('code') ?? '');
    expect(errIn((await eve.go(hers)).url)).toBe('/authentication/signin?social-failed');
    expect(await server.services.accounts.byEmail('ana@clinic.example')).toBeNull();
    // The proof key did not match, so the code is still valid for its own sign-in.
    expect((await browser.go(callback)).url.pathname).toBe('/authentication/return');
  });
});

describe('POST /api/auth/exchange', () => {
  async function aCode() {
    const { server, browser } = await aVisitor();
    const arrived = await server.signInAtClinic(
      browser,
      `${server.origin}${FIRST_DOOR}`,
      'clinic-ana',
    );
    return { server, browser, code: codeIn(arrived) };
  }
  const REFUSED = { status: 422, body: { code: 'code-invalid' } };

  it('accepts a code once', async () => {
    const { server, browser, code } = await aCode();
    const twin = browser.copy();
    expect((await exchange(server, browser, code)).status).toBe(200);
    expect(await exchange(server, twin, code)).toMatchObject(REFUSED);
  });

  it('accepts a code only in the browser that received it', async () => {
    const { server, code } = await aCode();
    expect(await exchange(server, new Browser(), code)).toMatchObject(REFUSED);
  });

  it('accepts a code for sixty seconds', async () => {
    const early = await aCode();
    early.server.pass(55_000);
    expect((await exchange(early.server, early.browser, early.code)).status).toBe(200);
    const late = await aCode();
    late.server.pass(60_000);
    expect(await exchange(late.server, late.browser, late.code)).toMatchObject(REFUSED);
  });

  it('refuses an invalid code', async () => {
    const { server, browser } = await aCode();
    for (const code of ['', 'x', '../..', 'a'.repeat(200)]) {
      expect(await exchange(server, browser, code)).toMatchObject(REFUSED);
    }
  });

  it('refuses the code of an account that was changed or removed in the meantime', async () => {
    const { server, browser, code } = await aCode();
    const account = await server.services.accounts.byUsername('ana');
    await server.services.accounts.update(account?.id ?? '', { roles: ['user', 'sync'] });
    expect(await exchange(server, browser, code)).toMatchObject(REFUSED);
  });
});

describe('redirect_to', () => {
  it('a redirect_to that leads to another host or is no path is refused with 400', async () => {
    const { server, browser } = await aVisitor();
    for (const target of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/..//evil.example',
      '',
    ]) {
      const query = `redirect_to=${encodeURIComponent(target)}`;
      const response = await browser.send(`${server.origin}${FIRST_DOOR}?${query}`);
      expect(response.status, target).toBe(400);
    }
    expect(browser.received).toEqual([]);
  });

  it('a redirect_to that is given twice is refused with 400', async () => {
    const { server, browser } = await aVisitor();
    const response = await browser.send(
      `${server.origin}${FIRST_DOOR}?redirect_to=/a&redirect_to=//evil.example`,
    );
    expect(response.status).toBe(400);
  });
});

describe('the e-mail addresses at a first social sign-in', () => {
  it.each([
    ['no address', [], 'social-no-email'],
    ['an address that no account may have', [{ email: 'x', verified: true }], 'social-no-email'],
  ])('a first sign-in is refused when the provider gives %s', async (_what, emails, code) => {
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails } });
    const { url } = await browser.go(`${server.origin}/api/auth/github`);
    expect(errIn(url)).toBe(`/authentication/signin?${code}`);
  });

  it.each([
    [true, 'social-email-taken'],
    [false, 'social-email-unverified'],
  ])(
    'never link an existing account; address verified by the provider: %s',
    async (verified, code) => {
      const emails = [{ email: 'Octo@Example.org', primary: true, verified }];
      const { server, browser } = await aVisitor({ person: { user: OCTO, emails } });
      const { account: owner } = await server.somebody({ email: 'octo@example.org' });
      const { url } = await browser.go(`${server.origin}/api/auth/github`);
      expect(errIn(url)).toBe(`/authentication/signin?${code}`);
      expect((await server.services.accounts.byId(owner.id))?.socials).toEqual({});
      expect(await server.services.accounts.bySocial('github', '7')).toBeNull();
    },
  );

  it('an unverified free address is used, but not stored as verified', async () => {
    const emails = [{ email: 'octo@example.org', primary: true, verified: false }];
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails } });
    await browser.go(`${server.origin}/api/auth/github`);
    const account = await server.services.accounts.bySocial('github', '7');
    expect(account).toMatchObject({
      email: 'octo@example.org',
      socials: { github: { subject: '7', displayName: 'Octo Cat', email: null } },
    });
  });
});

describe('a social sign-in with plain OAuth', () => {
  it('reads the person and the verified address', async () => {
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails: CHECKED } });
    const { url } = await browser.go(`${server.origin}/api/auth/github`);
    const { user } = exchangeBody.parse((await exchange(server, browser, codeIn(url))).body);
    expect(user).toMatchObject({
      username: 'octo',
      email: 'octo@example.org',
      firstName: 'Octo',
      lastName: 'Cat',
      provider: 'github',
    });
  });

  it('uses another user name if the first is taken', async () => {
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails: CHECKED } });
    await server.somebody({ username: 'octo', email: 'a@example.org' });
    await server.somebody({ username: 'octo.cat', email: 'b@example.org' });
    await browser.go(`${server.origin}/api/auth/github`);
    const account = await server.services.accounts.bySocial('github', '7');
    expect(account?.username).toBe('octo2');
  });

  it('ignores an id token that it did not ask for', async () => {
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails: CHECKED } });
    server.github.extra = { id_token: 'not.checked.here' };
    const { url } = await browser.go(`${server.origin}/api/auth/github`);
    expect(url.pathname).toBe('/authentication/return');
  });

  it.each([
    ['nobody', { user: {}, emails: CHECKED }],
    ['an error', { user: undefined as never, emails: CHECKED }],
    ['no list of addresses', { user: OCTO }],
  ])('fails when the provider answers %s', async (_what, person) => {
    const { server, browser } = await aVisitor({ person });
    const { url } = await browser.go(`${server.origin}/api/auth/github`);
    expect(errIn(url)).toBe('/authentication/signin?social-failed');
  });

  it('sends no proof key if the preset says so (LinkedIn)', async () => {
    const person = {
      user: { sub: 'li-1', email: 'octo@example.org', email_verified: true, name: 'Octo Cat' },
    };
    const { server, browser } = await aVisitor({ person, linkedIn: true });
    server.github.proofKey = 'refused';
    server.github.extra = { id_token: 'not.checked.here' };
    const { url } = await browser.go(`${server.origin}/api/auth/linkedin`);
    expect(url.pathname).toBe('/authentication/return');
    expect(await server.services.accounts.bySocial('linkedin', 'li-1')).toMatchObject({
      username: 'octo',
      email: 'octo@example.org',
    });
  });

  it('fails when the provider refuses the proof key', async () => {
    const { server, browser } = await aVisitor({ person: { user: OCTO, emails: CHECKED } });
    server.github.proofKey = 'refused';
    const { url } = await browser.go(`${server.origin}/api/auth/github`);
    expect(errIn(url)).toBe('/authentication/signin?social-failed');
  });
});

describe('the number of sign-ins that one address begins', () => {
  it('the sign-ins that one address begins are limited for a minute', async () => {
    const { server } = await aVisitor();
    const begin = () => server.app.inject('/api/auth/github');
    const answers = await Promise.all(Array.from({ length: 401 }, begin));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 302)).toHaveLength(400);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    server.pass(60_000);
    expect((await begin()).statusCode).toBe(302);
  }, 30_000);
});
