import type { SignupRequest } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import { type Checked, checkSignUp, type Role, type SignUpDraft } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { EVERYONE } from '../../http/declared-access.ts';
import { refuse, refuseTooMany } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import type { BeginSession } from '../begin-session.ts';
import { checkFirstAdminSecret, giveBackFirstAdmin, takeFirstAdmin } from '../first-admin.ts';
import { commonPasswordIssue, refuseAccount, refuseForm } from '../refusals.ts';
import { languageOf } from '../request-language.ts';
import { byThemselves } from '../signed-in.ts';
import type { NewAccount } from '../stored-account.ts';

export type SignUpServices = Pick<
  AccountParts,
  'accounts' | 'oneUse' | 'passwords' | 'limits' | 'audit'
>;

function checkForm(draft: SignupRequest): Checked<SignUpDraft> {
  const checked = checkSignUp(draft);
  if (!checked.ok) return checked;
  const common = commonPasswordIssue(checked.value.password, 'password');
  return common === null ? checked : { ok: false, issues: [common] };
}

/** New accounts: anybody as `user`, and the first administrator by the link of the first start. */
export function signUpRoutes(
  app: FastifyInstance,
  services: SignUpServices,
  beginSession: BeginSession,
): void {
  const { accounts, passwords, limits, audit } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function accountFrom(
    { password, ...profile }: SignUpDraft,
    roles: Role[],
    request: FastifyRequest,
  ): Promise<NewAccount> {
    const passwordHash = await passwords.hash(password);
    return { ...profile, roles, passwordHash, language: languageOf(request) };
  }

  async function answerWith(
    account: Parameters<BeginSession>[0],
    what: 'sign-up' | 'first-admin',
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    await audit.record({ what, ...byThemselves(account, request) });
    const signedIn = await beginSession(account, request);
    // Since it was created, only an administrator could have changed the account.
    return signedIn === null ? refuse(reply, 'conflict') : reply.send(signedIn);
  }

  async function signUp(draft: SignupRequest, request: FastifyRequest, reply: FastifyReply) {
    const checked = checkForm(draft);
    if (!checked.ok) return refuseForm(reply, checked.issues);
    const attempt = limits.signUp(checked.value.email, checked.value.username, request.ip);
    if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
    const result = await accounts.create(await accountFrom(checked.value, ['user'], request));
    if (!result.ok) return refuseAccount(reply, result.code);
    return answerWith(result.account, 'sign-up', request, reply);
  }

  async function makeFirstAdmin(
    { secret, ...draft }: SignupRequest & { secret: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const secretGood = await checkFirstAdminSecret(services, secret);
    if (!secretGood.ok) return refuse(reply, secretGood.code);
    const checked = checkForm(draft);
    if (!checked.ok) return refuseForm(reply, checked.issues);
    const account = await accountFrom(checked.value, ['user', 'admin'], request);
    // Only now, so that a refused form does not use up the link. Of two simultaneous requests one
    // takes it.
    const taken = await takeFirstAdmin(services, secret);
    if (!taken.ok) return refuse(reply, taken.code);
    const result = await accounts.create(account);
    if (!result.ok) {
      await giveBackFirstAdmin(services, secret);
      return refuseAccount(reply, result.code);
    }
    return answerWith(result.account, 'first-admin', request, reply);
  }

  routes.route({
    ...CALLS.signup,
    config: { access: EVERYONE },
    handler: (request, reply) => signUp(request.body, request, reply),
  });

  routes.route({
    ...CALLS.checkFirstAdminLink,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const good = await checkFirstAdminSecret(services, request.body.secret);
      return good.ok ? reply.send({ ok: true }) : refuse(reply, good.code);
    },
  });

  routes.route({
    ...CALLS.makeFirstAdmin,
    config: { access: EVERYONE },
    handler: (request, reply) => makeFirstAdmin(request.body, request, reply),
  });
}
