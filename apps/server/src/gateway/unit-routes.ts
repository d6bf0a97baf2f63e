import { SYNC_PATH } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { ActionPlace } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import { refuse } from '../http/errors.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { type ChildServices, childRoutes } from './child/child-routes.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { readRemoved } from './removed/read-removed.ts';
import { unitPlace, unitStoreName } from './unit-place.ts';

export type UnitServices = ChildServices & Pick<GatewayParts, 'syncTokens' | 'clock' | 'publicUrl'>;

/** Calls about whole units: sync tokens, and maintenance of a unit's database. */
export function unitRoutes(app: FastifyInstance, services: UnitServices): void {
  const { syncTokens, stores, catalogue, clock, publicUrl } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const placeOf = (request: FastifyRequest): Promise<ActionPlace | null> =>
    unitPlace(catalogue, (request.params as { stakeDB: string }).stakeDB);

  async function serveUnit(
    stakeDB: string,
    reply: FastifyReply,
    work: (store: DocumentStore) => Promise<void>,
  ) {
    // An unknown unit is answered like a unit outside the account's scope.
    if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'forbidden');
    const store = await stores.open(unitStoreName(stakeDB));
    await work(store);
    const { docCount: documents } = await store.info();
    return reply.send({ ok: true as const, stakeDB, documents });
  }

  routes.route({
    ...CALLS.sync,
    config: { access: { to: 'sync' } },
    handler: async (request) => {
      const { account, sessionId } = signedInOf(request);
      const { id: accountId, sessionVersion } = account;
      return {
        entity: syncTokens.sign({ accountId, sessionId, sessionVersion, issuedAt: clock() }),
        url: `${publicUrl()}${SYNC_PATH}`,
      };
    },
  });

  routes.route({
    ...CALLS.updateViews,
    config: { access: { to: 'update-views', place: placeOf } },
    handler: (request, reply) => serveUnit(request.params.stakeDB, reply, (store) => store.warm()),
  });

  routes.route({
    ...CALLS.compact,
    config: { access: { to: 'compact', place: placeOf } },
    handler: (request, reply) =>
      serveUnit(request.params.stakeDB, reply, (store) => store.compact()),
  });

  routes.route({
    ...CALLS.removed,
    config: { access: { to: 'sync', place: placeOf } },
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'forbidden');
      const store = await stores.open(unitStoreName(stakeDB));
      return reply.send({ stakeDB, documents: await readRemoved(store, clock()) });
    },
  });

  childRoutes(app, services);
}
