import { PHONE_REPORT_HEADER, SYNC_PATH } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { ActionPlace } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import type { Background } from '../base/background.ts';
import { refuse } from '../http/errors.ts';
import type { PhoneLog } from '../phones/phone-log.ts';
import { readPhoneReport } from '../phones/read-report.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { type ChildServices, childRoutes } from './child/child-routes.ts';
import { type MoveServices, moveRoutes } from './child/move-routes.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { movedSlips } from './removed/moved-slips.ts';
import { readRemovedRecords } from './removed/read-removed-records.ts';
import { unitPlace, unitStoreName } from './unit-place.ts';

export type UnitServices = ChildServices &
  MoveServices &
  Pick<GatewayParts, 'syncTokens' | 'clock' | 'publicUrl'> & {
    phones: PhoneLog;
    background: Background;
  };

/** Calls about whole units: sync tokens, and maintenance of a unit's database. */
export function unitRoutes(app: FastifyInstance, services: UnitServices): void {
  const { syncTokens, stores, catalogue, clock, publicUrl, phones, background } = services;
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
      const report = readPhoneReport(request.headers[PHONE_REPORT_HEADER]);
      // Noted afterwards: a phone's synchronisation never waits for it, nor fails with it.
      if (report !== null) background.run(() => phones.note(accountId, report));
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
      return reply.send({ stakeDB, documents: await readRemovedRecords(store, clock()) });
    },
  });

  routes.route({
    ...CALLS.movedSlips,
    config: { access: { to: 'sync', place: placeOf } },
    handler: async (request, reply) => {
      const { stakeDB } = request.params;
      if ((await unitPlace(catalogue, stakeDB)) === null) return refuse(reply, 'forbidden');
      const store = await stores.open(unitStoreName(stakeDB));
      return reply.send({ stakeDB, children: await movedSlips(store) });
    },
  });

  childRoutes(app, services);
  moveRoutes(app, services);
}
