import { bulkDocsBody, checkpointBody, GATEWAY_CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseSync } from '../../http/sync-refusals.ts';
import { readJson } from '../body/read-json.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { UNIT_ACCESS } from '../unit-access.ts';
import { unitRequestOf } from '../unit-request.ts';
import { type PushServices, takeBulkDocs } from './bulk-docs.ts';
import { createCheckpoints } from './checkpoints.ts';

/** CouchDB sends 50 entries of history; as many as fit are stored. */
const CHECKPOINT_BODY_BYTES = 64 * 1_024;
const CREATED = 201;

/** The writing half of the replication protocol. */
export function writeRoutes(
  gateway: FastifyInstance,
  services: PushServices & Pick<GatewayParts, 'clock'>,
): void {
  const routes = gateway.withTypeProvider<ZodTypeProvider>();
  const checkpoints = createCheckpoints(services.clock);
  const config = { access: UNIT_ACCESS };

  routes.route({
    ...GATEWAY_CALLS.bulkDocs,
    config: { ...config, sends: bulkDocsBody },
    handler: async (request, reply) =>
      reply.code(CREATED).send(await takeBulkDocs(request, unitRequestOf(request), services)),
  });

  routes.route({
    ...GATEWAY_CALLS.ensureFullCommit,
    config,
    handler: (_request, reply) => reply.code(CREATED).send({ ok: true, instance_start_time: '0' }),
  });

  routes.route({
    ...GATEWAY_CALLS.makeDatabase,
    config,
    handler: (_request, reply) => refuseSync(reply, 'exists'),
  });

  routes.route({
    ...GATEWAY_CALLS.checkpoint,
    config,
    handler: async (request, reply) => {
      const found = await checkpoints.read(unitRequestOf(request), request.params.id);
      return found === null ? refuseSync(reply, 'missing') : reply.send(found);
    },
  });

  routes.route({
    ...GATEWAY_CALLS.keepCheckpoint,
    config: { ...config, sends: checkpointBody },
    handler: async (request, reply) => {
      const { id } = request.params;
      const body = await readJson(request, CHECKPOINT_BODY_BYTES);
      const written = await checkpoints.write(unitRequestOf(request), id, body);
      if (!written.ok) return refuseSync(reply, written.reason);
      return reply.code(CREATED).send({ ok: true, id: `_local/${id}`, rev: written.rev });
    },
  });

  routes.route({
    ...GATEWAY_CALLS.removeCheckpoint,
    config,
    handler: async (request, reply) => {
      const { id } = request.params;
      const removed = await checkpoints.remove(unitRequestOf(request), id, request.query.rev);
      if (!removed.ok) return refuseSync(reply, removed.reason);
      return reply.send({ ok: true, id: `_local/${id}`, rev: removed.rev });
    },
  });
}
