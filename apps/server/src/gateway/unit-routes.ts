import { API_PATHS, SYNC_PATH } from '@crece/contract';
import { errorBody, syncCredentialsBody, unitDoneBody } from '@crece/contract/schemas';
import type { ActionPlace } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signedInOf } from '../http/access.ts';
import { refuse } from '../http/errors.ts';
import { HOST_HEADER } from '../http/security-headers.ts';
import type { Services } from '../services.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { type ChildServices, childRoutes } from './child/child-routes.ts';
import { unitPlace, unitStoreName } from './unit-place.ts';

export type UnitServices = ChildServices &
  Pick<Services, 'syncTokens' | 'clock' | 'config' | 'publicUrl'>;

const REFUSED = { '4xx': errorBody, '5xx': errorBody };
const unitParams = z.object({ stakeDB: z.string() });

/** Calls about whole units: credentials of the gateway, and what a server does for a database. */
export function unitRoutes(app: FastifyInstance, services: UnitServices): void {
  const { syncTokens, stores, catalogue, clock, config, publicUrl } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const placeOf = (request: FastifyRequest): Promise<ActionPlace | null> =>
    unitPlace(catalogue, (request.params as { stakeDB: string }).stakeDB);

  /** Without a configured address it is the one by which this phone has come. */
  function originFor({ protocol, host }: FastifyRequest): string {
    return config.publicUrl ?? (HOST_HEADER.test(host) ? `${protocol}://${host}` : publicUrl());
  }

  async function serveUnit(
    stakeDB: string,
    reply: FastifyReply,
    work: (store: DocumentStore) => Promise<void>,
  ) {
    // A unit that does not exist is answered as one that is not this account's.
    if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'forbidden');
    const store = await stores.open(unitStoreName(stakeDB));
    await work(store);
    const { docCount: documents } = await store.info();
    return reply.send({ ok: true as const, stakeDB, documents });
  }

  routes.get(
    API_PATHS.sync,
    {
      config: { access: { to: 'sync' } },
      schema: {
        summary: 'A token of 15 minutes for the gateway, and the gateway’s address',
        response: { 200: syncCredentialsBody, ...REFUSED },
      },
    },
    async (request) => {
      const { account, sessionId } = signedInOf(request);
      const { id: accountId, sessionVersion } = account;
      return {
        entity: syncTokens.sign({ accountId, sessionId, sessionVersion, issuedAt: clock() }),
        url: `${originFor(request)}${SYNC_PATH}`,
      };
    },
  );

  routes.get(
    API_PATHS.updateViews,
    {
      config: { access: { to: 'update-views', place: placeOf } },
      schema: {
        summary: 'Warms the indexes of a unit',
        params: unitParams,
        response: { 200: unitDoneBody, ...REFUSED },
      },
    },
    (request, reply) => serveUnit(request.params.stakeDB, reply, (store) => store.warm()),
  );

  routes.get(
    API_PATHS.compact,
    {
      config: { access: { to: 'compact', place: placeOf } },
      schema: {
        summary: 'Gives the space of replaced revisions back',
        params: unitParams,
        response: { 200: unitDoneBody, ...REFUSED },
      },
    },
    (request, reply) => serveUnit(request.params.stakeDB, reply, (store) => store.compact()),
  );

  childRoutes(app, services);
}
