import { API_PATHS, type ProfileRequest } from '@crece/contract';
import { profileRequest, userBody } from '@crece/contract/accounts';
import { errorBody } from '@crece/contract/schemas';
import { checkProfile, type ProfileDraft } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../../access.ts';
import type { Services } from '../../services.ts';
import { refuseAccount, refuseForm } from '../refusals.ts';
import { userBodyOf } from '../stored-account.ts';

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'username',
] as const satisfies readonly (keyof ProfileDraft)[];

/** One's own profile. */
export function profileRoutes(
  app: FastifyInstance,
  { accounts, audit }: Pick<Services, 'accounts' | 'audit'>,
): void {
  async function change(draft: ProfileRequest, request: FastifyRequest, reply: FastifyReply) {
    const { account } = signedInOf(request);
    const checked = checkProfile(draft);
    if (!checked.ok) return refuseForm(reply, checked.issues);
    const profile = checked.value;
    const result = await accounts.update(account.id, profile);
    if (!result.ok) return refuseAccount(reply, result.code);
    const changed = FIELDS.filter((field) => profile[field] !== account[field]);
    if (changed.length > 0) {
      await audit.record({
        what: 'profile-changed',
        who: account.username,
        whom: result.account.username,
        from: request.ip,
        detail: changed.join(', '),
      });
    }
    return reply.send(userBodyOf(result.account));
  }

  app.withTypeProvider<ZodTypeProvider>().put(
    API_PATHS.users,
    {
      config: { access: { to: 'own-settings' } },
      schema: {
        body: profileRequest,
        response: { 200: userBody, '4xx': errorBody, '5xx': errorBody },
      },
    },
    (request, reply) => change(request.body, request, reply),
  );
}
