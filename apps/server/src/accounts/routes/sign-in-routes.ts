import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { EVERYONE, SIGNED_IN } from '../../http/declared-access.ts';
import { refuse, refuseTooMany } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import type { BeginSession } from '../begin-session.ts';
import { byThemselves, signedInOf } from '../signed-in.ts';
import { userBodyOf } from '../stored-account.ts';

/** A token of a session, or its middle part: see `Sessions.endByToken`. */
const SENT_TOKEN = /^JWT ([A-Za-z0-9_.-]{1,2000})$/;

export type SignInServices = Pick<
  AccountParts,
  'accounts' | 'sessions' | 'passwords' | 'limits' | 'audit'
>;

/** Sign-in by user name or e-mail address, sign-out, and the account of a session. */
export function signInRoutes(
  app: FastifyInstance,
  services: SignInServices,
  beginSession: BeginSession,
): void {
  const { accounts, sessions, passwords, limits, audit } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function signIn(
    { usernameOrEmail, password }: { usernameOrEmail: string; password: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const attempt = limits.signIn(usernameOrEmail, request.ip);
    if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
    const account = await accounts.find(usernameOrEmail);
    // An unknown account takes the same work, so that the time does not reveal which names exist.
    const isRight = await passwords
      .verify(account?.passwordHash ?? null, password)
      .catch((busy: unknown) => {
        attempt.takeBack();
        throw busy;
      });
    const signedIn = account !== null && isRight ? await beginSession(account, request) : null;
    await audit.record({
      what: signedIn === null ? 'sign-in-failed' : 'sign-in',
      who: signedIn?.user.username ?? null,
      whom: account?.username ?? null,
      from: request.ip,
    });
    if (signedIn === null) return refuse(reply, 'wrong-credentials');
    attempt.takeBack();
    limits.signedIn(usernameOrEmail, request.ip);
    return reply.send(signedIn);
  }

  routes.route({
    ...CALLS.signin,
    config: { access: EVERYONE },
    handler: (request, reply) => signIn(request.body, request, reply),
  });

  // A GET, as specified; safe, because it ends nothing without a header that only the application's
  // script sends. Does not use `request.signedIn`, because the token may be expired or replaced.
  routes.route({
    ...CALLS.signout,
    config: { access: EVERYONE },
    handler: async (request) => {
      const named = SENT_TOKEN.exec(request.headers.authorization ?? '')?.[1];
      const account = named === undefined ? null : await sessions.endByToken(named);
      if (account !== null) {
        await audit.record({ what: 'sign-out', ...byThemselves(account, request) });
      }
      return { ok: true as const };
    },
  });

  routes.route({
    ...CALLS.session,
    config: { access: SIGNED_IN },
    handler: async (request) => userBodyOf(signedInOf(request).account),
  });
}
