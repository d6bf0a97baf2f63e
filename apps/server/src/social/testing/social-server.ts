import { onTestFinished } from 'vitest';
import type { NewAccount, StoredAccount } from '../../accounts/stored-account.ts';
import type { ServerApp } from '../../app.ts';
import { freePort } from '../../testing/free-port.ts';
import { anApp } from '../../testing/test-app.ts';
import { aSignedIn } from '../../testing/test-people.ts';
import { parseSocialProviders } from '../social-config.ts';
import type { Browser } from './browser.ts';
import {
  type OAuthPerson,
  type RunningOAuthProvider,
  startOAuthProvider,
} from './oauth-provider.ts';
import {
  type ProviderAccount,
  type RunningOidcProvider,
  startOidcProvider,
} from './oidc-provider.ts';

export interface Somebody {
  account: StoredAccount;
  headers: { authorization: string };
}

/** Our server with two real providers: `clinic` uses OpenID Connect, `github` plain OAuth. */
export interface SocialServer extends ServerApp {
  origin: string;
  /** Advances the server's clock. */
  pass(milliseconds: number): void;
  /** A person with a new account and a session. */
  somebody(different?: Partial<NewAccount>): Promise<Somebody>;
  clinic: RunningOidcProvider;
  github: RunningOAuthProvider;
  /**
   * Signs in at `clinic`; stops at the first address of our server, or follows it until `until`.
   */
  signInAtClinic(
    browser: Browser,
    start: string | URL,
    account: string,
    until?: (url: URL) => boolean,
  ): Promise<URL>;
}

export interface SocialServerOptions {
  accounts?: readonly ProviderAccount[];
  person?: OAuthPerson;
  /** Also offers LinkedIn's preset, at the addresses of `github`. */
  linkedIn?: boolean;
}

const ANA: ProviderAccount = {
  sub: 'clinic-ana',
  email: 'ana@clinic.example',
  email_verified: true,
  given_name: 'Ana',
  family_name: 'López',
  name: 'Ana López',
  preferred_username: 'Ana',
};

function addressesOf(name: string, provider: RunningOAuthProvider): Record<string, string> {
  return {
    [`CRECE_OAUTH_${name}_CLIENT_ID`]: provider.clientId,
    [`CRECE_OAUTH_${name}_CLIENT_SECRET`]: provider.clientSecret,
    [`CRECE_OAUTH_${name}_AUTHORIZATION_URL`]: `${provider.origin}/authorize`,
    [`CRECE_OAUTH_${name}_TOKEN_URL`]: `${provider.origin}/token`,
    [`CRECE_OAUTH_${name}_USERINFO_URL`]: `${provider.origin}/user`,
  };
}

/** Starts all three; they stop when the test ends. */
export async function aSocialServer({
  accounts = [ANA],
  person = { user: { id: 7, login: 'octo', name: 'Octo Cat' }, emails: [] },
  linkedIn = false,
}: SocialServerOptions = {}): Promise<SocialServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const github = await startOAuthProvider(person);
  onTestFinished(() => github.close());
  const clinic = await startOidcProvider({
    redirectUris: [`${origin}/api/auth/clinic/callback`],
    accounts,
  });
  onTestFinished(() => clinic.close());
  const parsed = parseSocialProviders({
    CRECE_OAUTH_CLINIC_CLIENT_ID: clinic.clientId,
    CRECE_OAUTH_CLINIC_CLIENT_SECRET: clinic.clientSecret,
    CRECE_OAUTH_CLINIC_ISSUER: clinic.issuer,
    ...addressesOf('GITHUB', github),
    ...(linkedIn ? addressesOf('LINKEDIN', github) : {}),
  });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  let passed = 0;
  const built = await anApp({
    config: { socialProviders: parsed.providers },
    clock: () => new Date(Date.now() + passed),
  });
  await built.app.listen({ port, host: '127.0.0.1' });

  let made = 0;
  return {
    ...built,
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    async somebody(different = {}) {
      made += 1;
      const { account, token } = await aSignedIn(built, {
        username: `person${made}`,
        ...different,
      });
      return { account, headers: { authorization: `JWT ${token}` } };
    },
    origin,
    clinic,
    github,
    async signInAtClinic(browser, start, account, until) {
      const door = await browser.go(start);
      if (door.url.origin !== clinic.issuer) return door.url;
      const form = { method: 'POST', form: { account } };
      return (await browser.go(door.url, form, until)).url;
    },
  };
}
