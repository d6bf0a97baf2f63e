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
import { signedInOf } from '../accounts/signed-in.ts';
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
import { createSocialFlow, type Ended, type Linking } from './social-flow.ts';

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
    addRoutes(scope, services);
  });
}

/** Routes to begin and end a sign-in, exchange the code, link and unlink. */
function addRoutes(app: FastifyInstance, services: SocialServices): void {
  const { accounts, audit, mailer, publicUrl, providers } = services;
  const flow = createSocialFlow(services);
  const beginSession = createBeginSession(services);
  const begun = createCounter(BEGIN_LIMIT, services.clock);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const isHttps = () => publicUrl().startsWith('https:');
  const browserOf = (request: FastifyRequest) => browserSecretOf(request, isHttps());
  const forgetBrowser = (reply: FastifyReply) => clearBrowserCookie(reply, isHttps());

  /**
   * Begins a sign-in or link and sets the browser's cookie; returns the provider's address or
   * `null`.
   */
  async function begin(
    reply: FastifyReply,
    provider: string,
    way: { redirectTo: string; linking: Linking | null; knownOnly: boolean },
  ): Promise<string | null> {
    const browser = newBrowserSecret();
    const url = await flow.begin({ provider, browser, ...way });
    if (url !== null) setBrowserCookie(reply, browser, isHttps());
    return url;
  }

  /** Seconds to wait; 0 when the address may begin another sign-in. */
  function countBegin(request: FastifyRequest): number {
    const address = addressKey(request.ip);
    const wait = begun.wait(address);
    if (wait === 0) begun.add(address);
    return wait;
  }

  /** Mails the account's address that a way to sign in was added or removed. */
  async function tellOwner(
    { email, language, firstName, username }: StoredAccount,
    kind: 'social-linked' | 'social-unlinked',
    id: string,
  ): Promise<void> {
    const provider = providers.find((offered) => offered.id === id)?.name ?? id;
    const params = { firstName, username, provider, at: services.clock() };
    await mailer.send({ to: email, language, kind, params });
  }

  async function recordEnd(
    { result, purpose }: Ended,
    provider: string,
    request: FastifyRequest,
  ): Promise<void> {
    const from = request.ip;
    if (!result.ok) {
      const detail = `${provider} ${result.code}`;
      // The name of an unknown provider is foreign text and is not logged.
      if (purpose === 'sign-in' && flow.has(provider)) {
        await audit.record({ what: 'sign-in-failed', who: null, whom: null, from, detail });
      }
      return;
    }
    if (!result.isNew) return;
    const { username } = result.account;
    if (purpose === 'link') await tellOwner(result.account, 'social-linked', provider);
    const what = purpose === 'link' ? 'social-linked' : 'sign-up';
    await audit.record({ what, who: username, whom: username, from, detail: provider });
  }

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
      const wait = countBegin(request);
      if (wait > 0) return refuseTooMany(reply, wait);
      const knownOnly = request.query.known_only === 'true';
      const url = await begin(reply, provider, { redirectTo, linking: null, knownOnly });
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
        browser: browserOf(request),
        search: mark < 0 ? '' : request.url.slice(mark),
        language: languageOf(request),
      });
      await recordEnd(ended, provider, request);
      if (!ended.isCodeWaiting) forgetBrowser(reply);
      return reply.redirect(ended.location);
    },
  });

  routes.route({
    ...CALLS.exchange,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const redeemed = await flow.redeem(request.body.code, browserOf(request));
      const signedIn = redeemed === null ? null : await beginSession(redeemed.account, request);
      if (redeemed === null || signedIn === null) return refuse(reply, 'code-invalid');
      const { username } = redeemed.account;
      await audit.record({
        what: 'sign-in',
        who: username,
        whom: username,
        from: request.ip,
        detail: redeemed.provider,
      });
      forgetBrowser(reply);
      return { ...signedIn, redirectTo: redeemed.redirectTo };
    },
  });

  routes.route({
    ...CALLS.linkAccount,
    config: { access: OWN_SETTINGS },
    handler: async (request, reply) => {
      const { provider } = request.params;
      const redirectTo = ownPath(request.body.redirectTo);
      if (redirectTo === null) return refuse(reply, 'bad-request');
      if (!flow.has(provider)) return refuse(reply, 'not-found');
      const signedIn = signedInOf(request);
      const shown = await confirmOwner(services, signedIn, request.body.currentPassword);
      if (!shown.ok) return refuseOwner(reply, shown);
      const wait = countBegin(request);
      if (wait > 0) return refuseTooMany(reply, wait);
      const { account, sessionId } = signedIn;
      const { id: accountId, sessionVersion } = account;
      const linking = { accountId, sessionId, sessionVersion };
      const url = await begin(reply, provider, { redirectTo, linking, knownOnly: false });
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
      const result = await unlinkProvider(
        accounts,
        account.id,
        provider,
        providers.map(({ id }) => id),
      );
      if (!result.ok) return refuseAccount(reply, result.code);
      const { username } = result.account;
      if (Object.hasOwn(account.socials, provider)) {
        await audit.record({
          what: 'social-unlinked',
          who: username,
          whom: username,
          from: request.ip,
          detail: provider,
        });
        await tellOwner(result.account, 'social-unlinked', provider);
      }
      return userBodyOf(result.account);
    },
  });
}
