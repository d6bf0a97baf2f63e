import { CALLS } from '@crece/contract/schemas';
import { type Home, kindOfId } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseForm } from '../../accounts/refusals.ts';
import { signedInOf } from '../../accounts/signed-in.ts';
import { accountOf } from '../../accounts/stored-account.ts';
import { refuse } from '../../http/errors.ts';
import { homeOf } from '../../moved/versions.ts';
import { settingsNumber } from '../../settings/programme-store.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { PushedRevision } from '../push-log.ts';
import { unitPlace, unitStoreName } from '../unit-place.ts';
import { MAX_DOCUMENT_BYTES } from '../write/bulk-docs.ts';
import { movedIssue, placeOfCall, unitOfCall } from './child-place.ts';
import { replaceChild } from './replace-child.ts';

export type ChildServices = Pick<
  GatewayParts,
  'stores' | 'catalogue' | 'clock' | 'pushLog' | 'erased' | 'epoch'
>;

/** The device id of what the server writes itself, so that no phone takes it for its own. */
export const SERVER_DEVICE = 'server';

/** Routes that read and replace one child without a replica of its unit. */
export function childRoutes(app: FastifyInstance, services: ChildServices): void {
  const { stores, catalogue, clock, pushLog, erased, epoch } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const placeOf = (request: FastifyRequest) => placeOfCall(catalogue, request);

  async function openUnit(
    request: FastifyRequest,
  ): Promise<
    { stakeDB: string; store: DocumentStore } | 'bad-request' | 'forbidden' | 'not-found'
  > {
    const stakeDB = await unitOfCall(catalogue, request);
    if (stakeDB === null) return 'bad-request';
    // An unknown unit is answered like a unit outside the account's scope.
    if ((await unitPlace(catalogue, stakeDB)) === null) return 'forbidden';
    if (kindOfId((request.params as { childId: string }).childId) !== 'chld') return 'not-found';
    const store = await stores.open(unitStoreName(stakeDB));
    await epoch.opened(stakeDB, store);
    return { stakeDB, store };
  }

  const config = { access: { to: 'sync', place: placeOf } } as const;

  /** Answers that a child is not here, and where it lives if it moved away. */
  async function refuseAbsent(reply: FastifyReply, here: Home): Promise<FastifyReply> {
    const home = await homeOf(stores, here);
    return refuse(reply, 'not-found', home === null ? undefined : [movedIssue(home)]);
  }

  routes.route({
    ...CALLS.child,
    config,
    handler: async (request, reply) => {
      const unit = await openUnit(request);
      if (typeof unit === 'string') return refuse(reply, unit);
      const child = await unit.store.read(request.params.childId);
      if (child !== null) return reply.send(child);
      return refuseAbsent(reply, { stakeDB: unit.stakeDB, id: request.params.childId });
    },
  });

  routes.route({
    ...CALLS.replaceChild,
    bodyLimit: MAX_DOCUMENT_BYTES,
    config,
    handler: async (request, reply) => {
      const unit = await openUnit(request);
      if (typeof unit === 'string') return refuse(reply, unit);
      const { body } = request;
      const { childId } = request.params;
      if (body._id !== undefined && body._id !== childId) return refuse(reply, 'bad-request');
      // A child is removed by synchronisation only, where the deletion keeps the record.
      if ('_deleted' in body) return refuse(reply, 'bad-request');
      await erased.refresh();
      if (erased.has(unit.stakeDB, childId)) return refuseForm(reply, [{ code: 'erased' }]);
      const { account } = signedInOf(request);
      const { stakeDB, store } = unit;
      const { id: accountId, username } = account;
      const signature = {
        name: accountOf(account).displayName,
        now: clock(),
        device: SERVER_DEVICE,
        settings: await settingsNumber(stores),
      };
      let newest: PushedRevision | undefined;
      const replaced = await replaceChild(store, {
        stakeDB,
        childId,
        body,
        signature,
        async offer(revisions) {
          const note = await pushLog.offer({ stakeDB, accountId, username, revisions });
          return (written) => {
            newest = written.at(-1) ?? newest;
            note(written);
          };
        },
      });
      if (newest !== undefined) await epoch.advanced(stakeDB, store, newest);
      if (!replaced.ok) {
        if (replaced.code === 'not-found') return refuseAbsent(reply, { stakeDB, id: childId });
        if (replaced.code !== 'validation') return refuse(reply, replaced.code);
        return refuseForm(
          reply,
          replaced.codes.map((code) => ({ code })),
        );
      }
      return reply.send(replaced.document);
    },
  });
}
