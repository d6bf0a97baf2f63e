import type { EmailLinkBody } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { EVERYONE } from '../../http/declared-access.ts';
import { refuse, refuseTooMany } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import type { EmailChanges, EmailLink } from '../email-change.ts';
import { refuseAccount } from '../refusals.ts';
import { byThemselves, signedInOf } from '../signed-in.ts';
import { userBodyOf } from '../stored-account.ts';

const OWN_SETTINGS = { access: { to: 'own-settings' } } as const;

export type EmailServices = Pick<
  AccountParts,
  'accounts' | 'audit' | 'limits' | 'background' | 'passwordLinks'
>;

const bodyOf = ({ kind, account, email }: EmailLink): EmailLinkBody => ({
  does: kind === 'email-confirm' ? 'confirm' : 'take-back',
  username: account.username,
  email,
});

/** Calls about a new e-mail address: send the mail again, cancel, confirm or take back. */
export function emailRoutes(
  app: FastifyInstance,
  { accounts, audit, limits, background, passwordLinks }: EmailServices,
  changes: EmailChanges,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function follow(secret: string, request: FastifyRequest, reply: FastifyReply) {
    const found = await changes.check(secret);
    if (!found.ok) return refuse(reply, found.code);
    const { link } = found;
    const isConfirming = link.kind === 'email-confirm';
    const result = await changes[isConfirming ? 'confirm' : 'takeBack'](secret, link);
    if (!result.ok) {
      return result.code === 'link-invalid'
        ? refuse(reply, result.code)
        : refuseAccount(reply, result.code);
    }
    const { account } = result;
    await audit.record({
      what: isConfirming ? 'profile-changed' : 'email-taken-back',
      ...byThemselves(account, request),
      detail: isConfirming ? 'email' : '',
    });
    return reply.send({
      ...bodyOf({ ...link, account }),
      ...(isConfirming ? {} : { reset: await passwordLinks.issue(account, 'reset') }),
    });
  }

  routes.route({
    ...CALLS.sendEmailLink,
    config: OWN_SETTINGS,
    handler: async (request, reply) => {
      const { account } = signedInOf(request);
      if (account.pendingEmail === undefined) return refuse(reply, 'not-found');
      const attempt = limits.emailChange(account.id);
      if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
      background.run(() => changes.sendLink(account));
      return reply.send(userBodyOf(account));
    },
  });

  routes.route({
    ...CALLS.giveEmailUp,
    config: OWN_SETTINGS,
    handler: async (request, reply) => {
      const { account } = signedInOf(request);
      const result = await accounts.update(account.id, { pendingEmail: undefined });
      return result.ok ? reply.send(userBodyOf(result.account)) : refuseAccount(reply, result.code);
    },
  });

  routes.route({
    ...CALLS.checkEmailLink,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const found = await changes.check(request.params.token);
      return found.ok ? reply.send(bodyOf(found.link)) : refuse(reply, found.code);
    },
  });

  routes.route({
    ...CALLS.followEmailLink,
    config: { access: EVERYONE },
    handler: (request, reply) => follow(request.params.token, request, reply),
  });
}
