import { CALLS } from '@crece/contract/schemas';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AccountParts } from '../accounts/account-parts.ts';
import { createBeginSession } from '../accounts/begin-session.ts';
import { confirmOwner, refuseOwner } from '../accounts/confirm-owner.ts';
import { addressKey, createCounter } from '../accounts/rate-limits.ts';
import { refuseAccount } from '../accounts/refusals.ts';
import { languageOf } from '../accounts/request-language.ts';
import { byThemselves, signedInOf } from '../accounts/signed-in.ts';
import { type StoredAccount, userBodyOf } from '../accounts/stored-account.ts';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse, refuseTooMany } from '../http/errors.ts';
import {
  browserSecretOf,
  clearBrowserCookie,
  newBrowserSecret,
  setBrowserCookie,
} from './browser-cookie.ts';
import { ownPath, withQuery } from './own-path.ts';
import { unlinkProvider } from './social-accounts.ts';
import type { SocialProvider } from './social-config.ts';
import { type Ended, SocialFlow, type SocialWay } from './social-flow.ts';

export type SocialServices = Pick<
  AccountParts,
  | 'accounts'
  | 'accountStore'
  | 'audit'
  | 'background'
  | 'limits'
  | 'mailer'
  | 'mayDropOld'
  | 'passwords'
  | 'clock'
  | 'log'
  | 'oneUse'
  | 'publicUrl'
  | 'sessions'
> & { providers: readonly SocialProvider[] };

const OWN_SETTINGS = { to: 'own-settings' } as const;
const SIGN_IN_PAGE = '/authentication/signin';

/** Sign-ins that one address may begin in a minute: twice a hall of two hundred phones. */
const BEGIN_LIMIT = { most: 400, windowMs: 60_000 };

/** The calls of social sign-in; `@fastify/cookie` is registered for these routes only. */
export async function socialRoutes(app: FastifyInstance, services: SocialServices): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookie);
    const parts = new SocialParts(services);
    signInRoutes(scope, services, parts);
    linkRoutes(scope, services, parts);
  });
}

/** What the calls that sign in and those that link have in common. */
class SocialParts {
  readonly flow: SocialFlow;
  readonly #services: SocialServices;
  readonly #begun: ReturnType<typeof createCounter>;

  constructor(services: SocialServices) {
    this.flow = new SocialFlow(services);
    this.#services = services;
    this.#begun = createCounter(BEGIN_LIMIT, services.clock);
  }

  /** The secret of the browser that began. */
  browserOf(request: FastifyRequest): string | null {
    return browserSecretOf(request, this.#isHttps());
  }

  forgetBrowser(reply: FastifyReply): void {
    clearBrowserCookie(reply, this.#isHttps());
  }

  /** Seconds to wait; 0 when the address may begin another sign-in. */
  countBegin(request: FastifyRequest): number {
    const address = addressKey(request.ip);
    const wait = this.#begun.wait(address);
    if (wait === 0) this.#begun.add(address);
    return wait;
  }

  /**
   * Begins a sign-in or link and sets the browser's cookie; returns the provider's address or
   * `null`.
   */
  async begin(reply: FastifyReply, provider: string, way: SocialWay): Promise<string | null> {
    const browser = newBrowserSecret();
    const url = await this.flow.begin(provider, browser, way);
    if (url !== null) setBrowserCookie(reply, browser, this.#isHttps());
    return url;
  }

  /** Mails the account's address that a way to sign in was added or removed. */
  async tellOwner(
    { email, language, firstName, username }: StoredAccount,
    kind: 'social-linked' | 'social-unlinked',
    id: string,
  ): Promise<void> {
    const { providers, mailer, clock } = this.#services;
    const provider = providers.find((offered) => offered.id === id)?.name ?? id;
    const params = { firstName, username, provider, at: clock() };
    await mailer.send({ to: email, language, kind, params });
  }

  /** Writes the end of a sign-in or link into the audit log. */
  async recordEnd(
    { result, purpose }: Ended,
    provider: string,
    request: FastifyRequest,
  ): Promise<void> {
    const { audit } = this.#services;
    if (!result.ok) {
      const nobody = { who: null, whom: null, from: request.ip };
      const detail = `${provider} ${result.code}`;
      // The name of an unknown provider is foreign text and is not logged.
      if (purpose === 'sign-in' && this.flow.has(provider)) {
        await audit.record({ what: 'sign-in-failed', ...nobody, detail });
      }
      return;
    }
    if (!result.isNew) return;
    if (purpose === 'link') await this.tellOwner(result.account, 'social-linked', provider);
    const what = purpose === 'link' ? 'social-linked' : 'sign-up';
    await audit.record({ what, ...byThemselves(result.account, request), detail: provider });
  }

  #isHttps(): boolean {
    return this.#services.publicUrl().startsWith('https:');
  }
}

/** Routes to begin and end a sign-in, and to exchange its code for the session. */
function signInRoutes(app: FastifyInstance, services: SocialServices, parts: SocialParts): void {
  const { flow } = parts;
  const beginSession = createBeginSession(services);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.provider,
    config: { access: EVERYONE },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { provider } = request.params;
      const redirectTo = ownPath(request.query.redirect_to);
      if (redirectTo === null) return refuse(reply, 'bad-request');
      const fail = (code: 'social-unknown-provider' | 'social-failed') =>
        reply.redirect(withQuery(SIGN_IN_PAGE, 'err', code));
      if (!flow.has(provider)) return fail('social-unknown-provider');
      const wait = parts.countBegin(request);
      if (wait > 0) return refuseTooMany(reply, wait);
      const knownOnly = request.query.known_only === 'true';
      const url = await parts.begin(reply, provider, { redirectTo, linking: null, knownOnly });
      return url === null ? fail('social-failed') : reply.redirect(url);
    },
  });

  routes.route({
    ...CALLS.providerCallback,
    config: { access: EVERYONE },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { provider } = request.params;
      const mark = request.url.indexOf('?');
      const ended = await flow.end({
        provider,
        browser: parts.browserOf(request),
        search: mark < 0 ? '' : request.url.slice(mark),
        language: languageOf(request),
      });
      await parts.recordEnd(ended, provider, request);
      if (!ended.isCodeWaiting) parts.forgetBrowser(reply);
      return reply.redirect(ended.location);
    },
  });

  routes.route({
    ...CALLS.exchange,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const redeemed = await flow.redeem(request.body.code, parts.browserOf(request));
      const signedIn = redeemed === null ? null : await beginSession(redeemed.account, request);
      if (redeemed === null || signedIn === null) return refuse(reply, 'code-invalid');
      const { account, provider: detail, redirectTo } = redeemed;
      await services.audit.record({ what: 'sign-in', ...byThemselves(account, request), detail });
      parts.forgetBrowser(reply);
      return { ...signedIn, redirectTo };
    },
  });
}

/** Routes to link a social account to one's own, and to unlink it. */
function linkRoutes(app: FastifyInstance, services: SocialServices, parts: SocialParts): void {
  const { accounts, audit, providers } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.linkAccount,
    config: { access: OWN_SETTINGS },
    handler: async (request, reply) => {
      const { provider } = request.params;
      const redirectTo = ownPath(request.body.redirectTo);
      if (redirectTo === null) return refuse(reply, 'bad-request');
      if (!parts.flow.has(provider)) return refuse(reply, 'not-found');
      const signedIn = signedInOf(request);
      const shown = await confirmOwner(services, signedIn, request.body.currentPassword);
      if (!shown.ok) return refuseOwner(reply, shown);
      const wait = parts.countBegin(request);
      if (wait > 0) return refuseTooMany(reply, wait);
      const { account, sessionId } = signedIn;
      const { id: accountId, sessionVersion } = account;
      const linking = { accountId, sessionId, sessionVersion };
      const url = await parts.begin(reply, provider, { redirectTo, linking, knownOnly: false });
      return url === null ? refuse(reply, 'unavailable') : { url };
    },
  });

  routes.route({
    ...CALLS.unlinkAccount,
    config: { access: OWN_SETTINGS },
    handler: async (request, reply) => {
      const { provider } = request.query;
      const signedIn = signedInOf(request);
      const shown = await confirmOwner(services, signedIn, request.body?.currentPassword);
      if (!shown.ok) return refuseOwner(reply, shown);
      const { account } = signedIn;
      const offered = providers.map(({ id }) => id);
      const result = await unlinkProvider(accounts, account.id, provider, offered);
      if (!result.ok) return refuseAccount(reply, result.code);
      if (Object.hasOwn(account.socials, provider)) {
        const who = byThemselves(result.account, request);
        await audit.record({ what: 'social-unlinked', ...who, detail: provider });
        await parts.tellOwner(result.account, 'social-unlinked', provider);
      }
      return userBodyOf(result.account);
    },
  });
}
