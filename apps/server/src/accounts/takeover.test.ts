import { describe, expect, it } from 'vitest';
import { parseSocialProviders } from '../social/social-config.ts';
import { anApp } from '../testing/test-app.ts';
import {
  aClock,
  aSignedIn,
  call,
  OTHER_PASSWORD,
  PASSWORD,
  saidBy,
} from '../testing/test-people.ts';

const MINUTE_MS = 60_000;
const GITHUB = { github: { subject: '7', displayName: 'Octo', email: null } };
const PROFILE = {
  firstName: 'Ana',
  lastName: 'López',
  email: 'ana@example.org',
  username: 'ana',
};

/** Ways in which a stranger at an open session could take the account over. */
const PATHS = {
  'another e-mail address': ['PUT', '/api/users', { ...PROFILE, email: 'eve@example.org' }],
  'another user name': ['PUT', '/api/users', { ...PROFILE, username: 'eve' }],
  'linking a social account': [
    'POST',
    '/api/users/accounts/github',
    { redirectTo: '/settings/accounts' },
  ],
  'removing a social account': ['DELETE', '/api/users/accounts?provider=github', {}],
} as const;

async function anOpenSession(passwordHash?: null) {
  const { clock, pass } = aClock();
  const parsed = parseSocialProviders({
    CRECE_OAUTH_GITHUB_CLIENT_ID: 'id',
    CRECE_OAUTH_GITHUB_CLIENT_SECRET: 'secret',
  });
  const socialProviders = parsed.ok ? parsed.providers : [];
  const app = await anApp({ clock, config: { socialProviders } });
  const { token, account } = await aSignedIn(app, {
    socials: GITHUB,
    ...(passwordHash === undefined ? {} : { passwordHash }),
  });
  return { app, token, pass, account };
}

describe('an open session', () => {
  it.each(Object.entries(PATHS))(
    'an open session does not allow a takeover by %s from five minutes after the sign-in on',
    async (_, [method, url, body]) => {
      const { app, token, pass, account } = await anOpenSession();
      const before = await app.services.accounts.byId(account.id);
      const act = async (currentPassword?: string) =>
        saidBy(
          await call(
            app,
            method,
            url,
            { ...body, ...(currentPassword === undefined ? {} : { currentPassword }) },
            { token },
          ),
        );
      pass(5 * MINUTE_MS + 1);
      expect(await act()).toBe('422 confirm-needed');
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await act('wrong')).toBe('422 wrong-password currentPassword:wrong-password');
      }
      expect(await act(PASSWORD)).toBe('429 too-many');
      expect(await app.services.accounts.byId(account.id)).toEqual(before);
      pass(MINUTE_MS);
      expect(await act(PASSWORD)).toBe('200');
    },
  );

  it.each(Object.entries(PATHS))(
    'needs no further proof for %s up to five minutes after the sign-in',
    async (_, [method, url, body]) => {
      const { app, token, pass } = await anOpenSession();
      pass(5 * MINUTE_MS);
      expect(saidBy(await call(app, method, url, body, { token }))).toBe('200');
    },
  );

  it('an account without a password needs another sign-in, also to set a first password', async () => {
    const { app, token, pass, account } = await anOpenSession(null);
    pass(5 * MINUTE_MS + 1);
    for (const [method, url, body] of Object.values(PATHS)) {
      const withPassword = { ...body, currentPassword: '' };
      expect(saidBy(await call(app, method, url, withPassword, { token }))).toBe(
        '422 confirm-needed',
      );
    }
    const set = (by: string) =>
      call(
        app,
        'POST',
        '/api/users/password',
        { currentPassword: '', newPassword: OTHER_PASSWORD, verifyPassword: OTHER_PASSWORD },
        { token: by },
      );
    expect(saidBy(await set(token))).toBe('422 confirm-needed');
    expect(saidBy(await set(await app.services.sessions.create(account)))).toBe('200');
  });

  it('allows a change of first and last name without proof', async () => {
    const { app, token, pass } = await anOpenSession();
    pass(60 * MINUTE_MS);
    const body = { ...PROFILE, firstName: 'Anna', lastName: 'Soto' };
    expect(saidBy(await call(app, 'PUT', '/api/users', body, { token }))).toBe('200');
  });

  it('a session does not count as fresh when the clock was set back to before its beginning', async () => {
    const { app, token, pass } = await anOpenSession();
    pass(-MINUTE_MS);
    const [method, url, body] = PATHS['another user name'];
    expect(saidBy(await call(app, method, url, body, { token }))).toBe('200');
    const later = await anOpenSession();
    const begun = new Date(later.account.created);
    begun.setMinutes(begun.getMinutes() + 2);
    const ahead = await later.app.services.sessions.create(later.account, { begun });
    expect(saidBy(await call(later.app, method, url, body, { token: ahead }))).toBe(
      '422 confirm-needed',
    );
  });
});
