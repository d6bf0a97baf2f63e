import type { ProfileRequest } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import { checkProfile, type ProfileDraft } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseTooMany } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import { confirmOwner, refuseOwner } from '../confirm-owner.ts';
import type { EmailChanges } from '../email-change.ts';
import { refuseAccount, refuseForm } from '../refusals.ts';
import { signedInOf } from '../signed-in.ts';
import { userBodyOf } from '../stored-account.ts';

const FIELDS = [
  'firstName',
  'lastName',
  'username',
] as const satisfies readonly (keyof ProfileDraft)[];

/** Wait after too many replaced addresses in one day, in seconds. */
const FORMER_WAIT_SECONDS = 60 * 60;

export type ProfileServices = Pick<
  AccountParts,
  'accounts' | 'audit' | 'background' | 'passwords' | 'limits' | 'sessions' | 'clock'
>;

/**
 * One's own profile. Names change at once; a new e-mail address is valid after its link was opened.
 */
export function profileRoutes(
  app: FastifyInstance,
  services: ProfileServices,
  changes: EmailChanges,
): void {
  const { accounts, audit, background, limits } = services;

  async function change(
    { currentPassword, ...draft }: ProfileRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const signedIn = signedInOf(request);
    const { account } = signedIn;
    const checked = checkProfile(draft);
    if (!checked.ok) return refuseForm(reply, checked.issues);
    const { email, ...names } = checked.value;
    const asksEmail = email !== account.email && email !== account.pendingEmail?.email;
    if (asksEmail || names.username !== account.username) {
      const shown = await confirmOwner(services, signedIn, currentPassword);
      if (!shown.ok) return refuseOwner(reply, shown);
    }
    const pendingEmail = asksEmail ? changes.pending(account, email) : undefined;
    if (pendingEmail === null) return refuseTooMany(reply, FORMER_WAIT_SECONDS);
    if (asksEmail) {
      const attempt = limits.emailChange(account.id);
      if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
    }
    // Whether the address is taken is checked after the answer, which is therefore always the same.
    const result = await accounts.update(account.id, {
      ...names,
      ...(pendingEmail === undefined ? {} : { pendingEmail }),
    });
    if (!result.ok) return refuseAccount(reply, result.code);
    if (asksEmail) background.run(() => changes.tell(result.account));
    const changed = FIELDS.filter((field) => names[field] !== account[field]);
    const entry = { who: account.username, whom: result.account.username, from: request.ip };
    if (changed.length > 0) {
      await audit.record({ what: 'profile-changed', ...entry, detail: changed.join(', ') });
    }
    if (asksEmail) await audit.record({ what: 'email-asked', ...entry });
    return reply.send(userBodyOf(result.account));
  }

  app.withTypeProvider<ZodTypeProvider>().route({
    ...CALLS.saveProfile,
    config: { access: { to: 'own-settings' } },
    handler: (request, reply) => change(request.body, request, reply),
  });
}
