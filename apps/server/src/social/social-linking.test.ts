import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkBody } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import type { NewAccount, StoredAccount } from '../accounts/stored-account.ts';
import { soon } from '../testing/soon.ts';
import { Browser } from './testing/browser.ts';
import {
  aSocialServer,
  type SocialServer,
  type SocialServerOptions,
} from './testing/social-server.ts';

const CHECKED = [{ email: 'octo@example.org', primary: true, verified: true }];
const PERSON = { user: { id: 7, login: 'octo', name: 'Octo Cat' }, emails: CHECKED };
const SETTINGS = '/settings/accounts';

async function anOwner(different: Partial<NewAccount> = {}, options: SocialServerOptions = {}) {
  const server = await aSocialServer({ person: PERSON, ...options });
  const owner = await server.somebody({ email: 'octo@example.org', ...different });
  return { server, ...owner, browser: new Browser() };
}

function ask(
  { server, browser, headers }: Awaited<ReturnType<typeof anOwner>>,
  { provider = 'github', redirectTo = SETTINGS }: { provider?: string; redirectTo?: string } = {},
) {
  const json = { redirectTo };
  const url = `${server.origin}/api/users/accounts/${provider}`;
  return browser.send(url, { method: 'POST', json, headers });
}

async function beginLinking(owner: Awaited<ReturnType<typeof anOwner>>): Promise<string> {
  const response = await ask(owner);
  expect(response.status).toBe(200);
  return linkBody.parse(await response.json()).url;
}

const socialsOf = async (server: SocialServer, { id }: StoredAccount) =>
  (await server.services.accounts.byId(id))?.socials;

/** The only mail of that kind in the data folder. */
function mailOf({ services }: SocialServer, kind: string): Promise<string> {
  const folder = join(services.config.dataDir, 'mail');
  return soon(() => {
    const files = readdirSync(folder).filter((name) => name.includes(`-${kind}-`));
    expect(files).toHaveLength(1);
    const mail = readFileSync(join(folder, files[0] ?? ''), 'utf8');
    // The file exists before it is written.
    expect(mail).not.toBe('');
    return mail;
  });
}

const placeOf = (url: URL) => `${url.pathname}${url.search}`;

describe('linking a social account', () => {
  it('links it to the account of its signed-in owner, who can sign in with it afterwards', async () => {
    const owner = await anOwner();
    const { server, account, browser } = owner;
    const arrived = await browser.go(await beginLinking(owner));
    expect(placeOf(arrived.url)).toBe('/settings/accounts?linked=github');
    expect(await socialsOf(server, account)).toEqual({
      github: { subject: '7', displayName: 'Octo Cat', email: 'octo@example.org' },
    });
    const signedIn = await new Browser().go(`${server.origin}/api/auth/github`);
    expect(signedIn.url.pathname).toBe('/authentication/return');
    expect((await server.services.accounts.bySocial('github', '7'))?.id).toBe(account.id);
    const log = await server.services.audit.page({ who: '', what: 'social-linked' }, 1);
    expect(log.entries).toMatchObject([{ who: account.username, detail: 'github' }]);
    expect(await mailOf(server, 'social-linked')).toContain('To: octo@example.org');
  });

  it('keeps the query of the page to which it returns', async () => {
    const owner = await anOwner();
    const response = await ask(owner, { redirectTo: '/settings/accounts?tab=2' });
    const { url } = linkBody.parse(await response.json());
    const arrived = await owner.browser.go(url);
    expect(placeOf(arrived.url)).toBe('/settings/accounts?tab=2&linked=github');
  });

  it('linking is refused in another browser, so nobody can be made to link a stranger’s account', async () => {
    const owner = await anOwner();
    const url = await beginLinking(owner);
    const arrived = await new Browser().go(url);
    expect(placeOf(arrived.url)).toBe('/authentication/signin?err=social-expired');
    expect(await socialsOf(owner.server, owner.account)).toEqual({});
  });

  it('linking is refused when the account has changed on the way: another password', async () => {
    const owner = await anOwner();
    const url = await beginLinking(owner);
    await owner.server.services.accounts.update(owner.account.id, { passwordHash: 'other' });
    const arrived = await owner.browser.go(url);
    expect(placeOf(arrived.url)).toBe('/settings/accounts?err=social-signed-out');
  });

  it('linking is refused when the session has ended on the way: a shared phone', async () => {
    const owner = await anOwner();
    const url = await beginLinking(owner);
    const token = owner.headers.authorization.replace('JWT ', '');
    const session = await owner.server.services.sessions.authenticate(token);
    await owner.server.services.sessions.end(owner.account.id, session?.sessionId ?? '');
    const arrived = await owner.browser.go(url);
    expect(placeOf(arrived.url)).toBe('/settings/accounts?err=social-signed-out');
    expect(await socialsOf(owner.server, owner.account)).toEqual({});
  });

  it('a social account that belongs to another account here is not linked', async () => {
    const owner = await anOwner();
    const link = { subject: '7', displayName: 'Octo', email: null };
    await owner.server.somebody({ socials: { github: link } });
    const arrived = await owner.browser.go(await beginLinking(owner));
    expect(placeOf(arrived.url)).toBe('/settings/accounts?err=social-linked-elsewhere');
  });

  it('linking is refused beside another account of the provider; repeating the same link is harmless', async () => {
    const other = { github: { subject: '8', displayName: 'Other', email: null } };
    const owner = await anOwner({ socials: other });
    const arrived = await owner.browser.go(await beginLinking(owner));
    expect(placeOf(arrived.url)).toBe('/settings/accounts?err=social-already-linked');
    expect(await socialsOf(owner.server, owner.account)).toEqual(other);
    owner.server.github.person = { user: { id: 8, name: 'Other' }, emails: [] };
    const again = await owner.browser.go(await beginLinking(owner));
    expect(placeOf(again.url)).toBe('/settings/accounts?linked=github');
  });

  it('refuses signed-out callers, unknown providers and foreign pages', async () => {
    const owner = await anOwner();
    expect((await ask({ ...owner, headers: { authorization: '' } })).status).toBe(401);
    expect((await ask(owner, { provider: 'myspace' })).status).toBe(404);
    expect((await ask(owner, { redirectTo: '//evil.example' })).status).toBe(400);
    await owner.server.clinic.close();
    expect((await ask(owner, { provider: 'clinic' })).status).toBe(503);
  });
});

describe('DELETE /api/users/accounts', () => {
  const GITHUB = { subject: '7', displayName: 'Octo', email: null };

  async function remove(
    { server, headers }: Awaited<ReturnType<typeof anOwner>>,
    provider: string,
  ) {
    const answer = await server.app.inject({
      method: 'DELETE',
      url: `/api/users/accounts?provider=${provider}`,
      headers,
    });
    const body: { code?: string; additionalProvidersData?: object } = answer.json();
    return { status: answer.statusCode, body };
  }

  it('removes a link of an account with a password; repeating this is harmless', async () => {
    const owner = await anOwner({ socials: { github: GITHUB } });
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await remove(owner, 'github');
      expect([status, body.additionalProvidersData]).toEqual([200, {}]);
    }
    expect(await owner.server.services.accounts.bySocial('github', '7')).toBeNull();
    const log = await owner.server.services.audit.page({ who: '', what: 'social-unlinked' }, 1);
    expect(log.total).toBe(1);
    expect(await mailOf(owner.server, 'social-unlinked')).toContain('To: octo@example.org');
  });

  it('refuses to remove the last way to sign in', async () => {
    const owner = await anOwner({ passwordHash: null, socials: { github: GITHUB } });
    const { status, body } = await remove(owner, 'github');
    expect([status, body.code]).toEqual([422, 'last-sign-in']);
    expect(await socialsOf(owner.server, owner.account)).toEqual({ github: GITHUB });
  });

  it.each([
    ['clinic', 200],
    ['gone', 422],
  ])(
    'counts another linked provider only if the server still offers it: %s',
    async (other, expected) => {
      const socials = { github: GITHUB, [other]: { ...GITHUB, subject: '9' } };
      const owner = await anOwner({ passwordHash: null, socials });
      expect((await remove(owner, 'github')).status).toBe(expected);
    },
  );

  it('treats names of object properties as unknown providers', async () => {
    const owner = await anOwner({ passwordHash: null, socials: { github: GITHUB } });
    expect((await remove(owner, 'constructor')).status).toBe(200);
    expect(await socialsOf(owner.server, owner.account)).toEqual({ github: GITHUB });
  });
});
