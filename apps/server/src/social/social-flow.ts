import { API_PATHS, type SocialError } from '@crece/contract';
import type { Language } from '@crece/messages';
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { OneUse } from '../accounts/one-use.ts';
import type { SessionClaims, Sessions } from '../accounts/sessions.ts';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { BROWSER_COOKIE_SECONDS, browserHash } from './browser-cookie.ts';
import type { Identity } from './identity.ts';
import { withQuery } from './own-path.ts';
import { accountFor, knownFor, linkIdentity, type SocialResult } from './social-accounts.ts';
import { createSocialClient, isRefusal, newChecks, type SocialClient } from './social-client.ts';
import type { SocialProvider } from './social-config.ts';

/** The session that began to link a social account. */
export type Linking = SessionClaims;

declare module '../accounts/one-use.ts' {
  interface OneUsePayloads {
    /** A person on the way to a provider and back. */
    'social-state': {
      provider: string;
      browser: string;
      nonce: string;
      codeVerifier: string;
      redirectTo: string;
      linking: Linking | null;
      /** True for a sign-in begun on a locked phone: no account is created. */
      knownOnly: boolean;
    };
    /** A person identified by a provider, until the page has exchanged the code for a session. */
    'social-code': {
      provider: string;
      browser: string;
      accountId: string;
      sessionVersion: number;
      redirectTo: string;
    };
  }
}

export interface SocialFlowServices {
  accounts: Pick<Accounts, 'byId' | 'bySocial' | 'create' | 'update'>;
  oneUse: Pick<OneUse, 'issue' | 'take'>;
  sessions: Pick<Sessions, 'accountOf'>;
  providers: readonly SocialProvider[];
  publicUrl: () => string;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The end of a sign-in or link, with its result. */
export interface Ended {
  /** The path of the application to which the browser goes. */
  location: string;
  /** Whether the page still has to exchange a code in this browser. */
  isCodeWaiting: boolean;
  result: SocialResult;
  purpose: 'sign-in' | 'link';
}

const STATE_LIFE_MS = BROWSER_COOKIE_SECONDS * 1_000;
const CODE_LIFE_MS = 60_000;
const SIGN_IN_PAGE = '/authentication/signin';
const RETURN_PAGE = '/authentication/return';

/**
 * The parts of a provider's error that may be logged: its codes. Messages and causes may contain
 * claims.
 */
function codesOf(error: unknown): Record<string, string | null> {
  const { code, error: answered } = Object(error) as { code?: unknown; error?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    answered: typeof answered === 'string' ? answered : null,
  };
}

/** How a person leaves for a provider. */
export interface SocialWay {
  redirectTo: string;
  linking: Linking | null;
  knownOnly: boolean;
}

/** The way to a provider and back, between the calls that begin and end it. */
export class SocialFlow {
  readonly #services: SocialFlowServices;
  readonly #clients: ReadonlyMap<string, SocialClient>;

  constructor(services: SocialFlowServices) {
    this.#services = services;
    this.#clients = new Map(
      services.providers.map((provider) => [
        provider.id,
        createSocialClient(provider, services.clock),
      ]),
    );
  }

  has(provider: string): boolean {
    return this.#clients.has(provider);
  }

  /** Returns the provider's address to go to; `null`: the provider cannot be reached. */
  async begin(provider: string, browser: string, way: SocialWay): Promise<string | null> {
    const { oneUse, log } = this.#services;
    const client = this.#clients.get(provider);
    if (client === undefined) return null;
    const checks = newChecks();
    const state = await oneUse.issue(
      'social-state',
      { provider, browser: browserHash(browser), ...way, ...checks },
      STATE_LIFE_MS,
    );
    try {
      return (await client.begin(this.#callbackUrl(provider), { ...checks, state })).href;
    } catch (error) {
      log.warn({ provider, ...codesOf(error) }, 'a social sign-in provider cannot be reached');
      return null;
    }
  }

  /** Handles the return from a provider. `search` is the query of the address. */
  async end({
    provider,
    browser,
    search,
    language,
  }: {
    provider: string;
    browser: string | null;
    search: string;
    language: Language;
  }): Promise<Ended> {
    const { oneUse } = this.#services;
    const state = new URLSearchParams(search).get('state') ?? '';
    const taken = await oneUse.take('social-state', state);
    const isOwn =
      taken.ok &&
      browser !== null &&
      taken.payload.browser === browserHash(browser) &&
      taken.payload.provider === provider;
    if (!isOwn) {
      const result = { ok: false, code: 'social-expired' } as const;
      const location = withQuery(SIGN_IN_PAGE, 'err', result.code);
      return { location, isCodeWaiting: false, result, purpose: 'sign-in' };
    }
    const { redirectTo, linking, nonce, codeVerifier } = taken.payload;
    const purpose = linking === null ? 'sign-in' : 'link';
    const identity = await this.#identify(provider, search, { state, nonce, codeVerifier });
    const result: SocialResult =
      typeof identity === 'string'
        ? { ok: false, code: identity }
        : await this.#recognise(provider, identity, taken.payload, language);
    const ended = { result, purpose, isCodeWaiting: false } as const;
    if (!result.ok) {
      const page = linking === null ? SIGN_IN_PAGE : redirectTo;
      return { ...ended, location: withQuery(page, 'err', result.code) };
    }
    if (linking !== null) return { ...ended, location: withQuery(redirectTo, 'linked', provider) };
    const { id: accountId, sessionVersion } = result.account;
    const code = await oneUse.issue(
      'social-code',
      { provider, browser: taken.payload.browser, accountId, sessionVersion, redirectTo },
      CODE_LIFE_MS,
    );
    // In the fragment, so that neither a proxy nor a Referer header contains the code.
    return { ...ended, isCodeWaiting: true, location: `${RETURN_PAGE}#code=${code}` };
  }

  /** The account of a code, once, and only in the browser that received it; `null` otherwise. */
  async redeem(
    code: string,
    browser: string | null,
  ): Promise<{ account: StoredAccount; provider: string; redirectTo: string } | null> {
    const { oneUse, accounts } = this.#services;
    const taken = await oneUse.take('social-code', code);
    // Bound to the browser; otherwise a link with another person's code would sign the reader in
    // as them.
    if (!taken.ok || browser === null || taken.payload.browser !== browserHash(browser)) {
      return null;
    }
    const { accountId, sessionVersion, redirectTo, provider } = taken.payload;
    const account = await accounts.byId(accountId);
    if (account === null || account.sessionVersion !== sessionVersion) return null;
    return { account, provider, redirectTo };
  }

  #callbackUrl(provider: string): URL {
    const path = API_PATHS.providerCallback.replace(':provider', provider);
    return new URL(path, this.#services.publicUrl());
  }

  async #identify(
    provider: string,
    search: string,
    checks: { state: string; nonce: string; codeVerifier: string },
  ): Promise<Identity | SocialError> {
    const client = this.#clients.get(provider);
    if (client === undefined) return 'social-unknown-provider';
    const returned = this.#callbackUrl(provider);
    returned.search = search;
    try {
      return await client.finish(returned, checks);
    } catch (error) {
      if (isRefusal(error)) return 'social-denied';
      const codes = { provider, ...codesOf(error) };
      this.#services.log.warn(codes, 'a social sign-in failed at the provider');
      return 'social-failed';
    }
  }

  async #recognise(
    provider: string,
    identity: Identity,
    { linking, knownOnly }: Pick<SocialWay, 'linking' | 'knownOnly'>,
    language: Language,
  ): Promise<SocialResult> {
    const { accounts, sessions } = this.#services;
    if (linking === null && knownOnly) return knownFor(accounts, provider, identity);
    if (linking === null) return accountFor(accounts, provider, identity, language);
    // The session has ended in the meantime (a shared phone, a new password), so another person may
    // be at the browser now.
    if ((await sessions.accountOf(linking)) === null) {
      return { ok: false, code: 'social-signed-out' };
    }
    return linkIdentity(accounts, linking.accountId, provider, identity);
  }
}
