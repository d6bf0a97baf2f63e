import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseAccount } from '../accounts/refusals.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { isOwn, reachOf } from '../admin/admin-services.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { refuse } from '../http/errors.ts';
import type { AccountEraser } from './account-eraser.ts';

export interface AccountErasureServices {
  readonly accountEraser: AccountEraser;
  readonly catalogue: CatalogueStore;
}

const ACCEPTED = 202;

/** The route by which an administrator erases another's account for good. */
export function accountErasureRoutes(
  app: FastifyInstance,
  { accountEraser, catalogue }: AccountErasureServices,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...CALLS.eraseAccount,
    config: { access: { to: 'manage-users' } },
    handler: async (request, reply) => {
      const { userId: id } = request.params;
      if (isOwn(request, id)) return refuse(reply, 'own-account');
      const isWithin = await reachOf(request, { catalogue });
      const { why } = request.body;
      const { username: who } = signedInOf(request).account;
      const result = await accountEraser.begin({
        ...{ id, who, why, from: request.ip },
        refuse: (account) => (isWithin(account) ? null : 'forbidden'),
      });
      if (!result.ok) return refuseAccount(reply, result.code);
      return reply.code(ACCEPTED).send({ id, sharesName: result.sharesName });
    },
  });
}
