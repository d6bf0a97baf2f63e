import { SYNC_PATH } from '@crece/contract';
import { syncRefusalBody } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVERYONE } from '../http/declared-access.ts';
import { refuseSync, SyncRefused } from '../http/sync-refusals.ts';
import { StoreUnavailable } from '../store/document-store.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { readRoutes } from './read/read-routes.ts';
import { writeRoutes } from './write/write-routes.ts';

const REFUSED = { '4xx': syncRefusalBody, '5xx': syncRefusalBody };
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const GATEWAY_ADDRESS = new RegExp(`^${SYNC_PATH}(?:/|$|\\?)`);

/** Whether an address is the gateway's, even if the router cannot decode it. */
export function isGatewayUrl(url: string): boolean {
  return GATEWAY_ADDRESS.test(url);
}

/**
 * Answers a fault as a replicator understands it; details go to the log only, without the address.
 */
function answerSyncFault(
  fault: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (fault instanceof SyncRefused) return refuseSync(reply, fault.reason);
  const { statusCode = 500 } = fault;
  const isUnavailable = fault instanceof StoreUnavailable;
  // A phone that lost its network in the middle of a request body is not a fault of this server.
  const isCut = request.raw.destroyed && !request.raw.complete;
  if ((isUnavailable || statusCode >= 500) && !isCut) {
    const route = request.routeOptions.url ?? null;
    request.log.error({ err: fault, method: request.method, route }, 'request failed');
  }
  if (isUnavailable) return refuseSync(reply, 'unavailable');
  if (statusCode === 413) return refuseSync(reply, 'too-large');
  if (statusCode === 415) return refuseSync(reply, 'unsupported-type');
  return refuseSync(reply, statusCode < 500 ? 'bad-request' : 'server-error');
}

/**
 * The replication protocol of CouchDB under `SYNC_PATH`. It is encapsulated from the rest of the
 * server: refusals and faults have CouchDB's form, and no body is parsed before its route reads it.
 */
export async function gatewayRoutes(app: FastifyInstance, services: GatewayParts): Promise<void> {
  await app.register(
    async (gateway) => {
      gateway.setErrorHandler(answerSyncFault);
      gateway.setNotFoundHandler((_request, reply) => refuseSync(reply, 'unknown-address'));
      gateway.addHook('onRoute', (route) => {
        route.schema = { tags: ['sync'], response: REFUSED, ...route.schema };
      });
      gateway.removeAllContentTypeParsers();
      gateway.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
      // The body readers do not decompress; our own phones never send a compressed body.
      gateway.addHook('preValidation', async (request, reply) => {
        const packing = request.headers['content-encoding'] ?? 'identity';
        return packing === 'identity' ? undefined : refuseSync(reply, 'unsupported-type');
      });
      writeRoutes(gateway, services);
      readRoutes(gateway, services);
      gateway.route({
        method: [...METHODS],
        url: '/*',
        config: { access: EVERYONE },
        schema: { hide: true },
        handler: (_request, reply) => refuseSync(reply, 'unknown-address'),
      });
    },
    { prefix: SYNC_PATH },
  );
}
