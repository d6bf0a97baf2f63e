import { CALLS } from '@crece/contract/schemas';
import { type ActionPlace, can, kindOfId, unitOfId } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { ErasedRegister, Erasure } from '../erased/register.ts';
import { unitPlace } from '../gateway/unit-place.ts';
import { refuse } from '../http/errors.ts';
import type { AccountEraser } from './account-eraser.ts';
import type { Eraser } from './eraser.ts';

export interface ErasureServices {
  readonly eraser: Eraser;
  readonly accountEraser: Pick<AccountEraser, 'all'>;
  readonly erased: ErasedRegister;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
}

const ACCEPTED = 202;

function bodyOf({ id, stakeDB, ids, at, who, why, state }: Erasure) {
  return { id, stakeDB, records: ids.length, at, who, why, isDone: state === 'done' };
}

/** Routes by which an administrator erases somebody for good, and sees who was erased. */
export function erasureRoutes(app: FastifyInstance, services: ErasureServices): void {
  const { eraser, accountEraser, erased, catalogue } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.erase,
    config: {
      access: {
        to: 'manage-users',
        // An unknown unit lies in no scope; without a scope the handler answers.
        place: async ({ params }): Promise<ActionPlace> =>
          (await unitPlace(catalogue, (params as { stakeDB: string }).stakeDB)) ?? {},
      },
    },
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      const { id, why } = request.body;
      if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'not-found');
      const named = unitOfId(id);
      const isOfOther =
        named !== null && named !== stakeDB && (await unitPlace(catalogue, named)) !== null;
      const kind = kindOfId(id);
      if (isOfOther || (kind !== 'chld' && kind !== 'mthr')) return refuse(reply, 'bad-request');
      const { username: who } = signedInOf(request).account;
      const erasure = await eraser.begin({ stakeDB, id, why, who, from: request.ip });
      return reply.code(ACCEPTED).send(bodyOf(erasure));
    },
  });

  routes.route({
    ...CALLS.erasures,
    config: { access: { to: 'manage-users' } },
    handler: async (request, reply) => {
      const account = accountOf(signedInOf(request).account);
      const seen: Erasure[] = [];
      for (const erasure of await erased.all()) {
        const place = (await unitPlace(catalogue, erasure.stakeDB)) ?? {};
        if (can(account, 'manage-users', place)) seen.push(erasure);
      }
      // Where an erased account worked is not kept.
      const accounts = account.scope === undefined ? await accountEraser.all() : [];
      return reply.send({
        erasures: seen.map(bodyOf),
        accounts: accounts.map(({ id, at, who, why, state }) => {
          return { id, at, who, why, isDone: state === 'done' };
        }),
      });
    },
  });
}
