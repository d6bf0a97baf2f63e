import { join } from 'node:path';
import { ERROR_CODES } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { tally } from '../base/tally.ts';
import { type Access, EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import { DamagedUnits } from './damaged-units.ts';
import { Metrics, type MetricsParts, mayReadMetrics } from './metrics.ts';
import { PROMETHEUS_TYPE } from './prometheus-text.ts';
import { readinessOf } from './readiness.ts';
import { type StateParts, serverState } from './server-state.ts';

type WatchParts = Omit<StateParts & MetricsParts, 'damaged'> & {
  readonly config: { readonly metricsToken: string | null };
};

/** A place outside every scope: for administrators without one. */
const EVERYWHERE = { to: 'manage-settings', place: () => ({}) } as const satisfies Access;

/** A call that takes longer is named in the log. */
const SLOW_MS = 5_000;

/**
 * The class of a route: its first words, without what stands in an address for a place, a file or a
 * person.
 */
export function classOfRoute(pattern: string | undefined): string {
  if (pattern === undefined) return 'unknown';
  const words = pattern.split('/').filter((word) => word !== '');
  const [first = 'pages', second = ''] = words;
  if (first.includes('*')) return 'pages';
  return first === 'api' ? `api/${second}` : first;
}

function countRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request;
    const kind = classOfRoute(routeOptions.url);
    tally('crece_requests_total', { class: kind, method, status: String(reply.statusCode) }).add(1);
    const ms = Math.round(reply.elapsedTime);
    const line = { method, route: routeOptions.url ?? null, status: reply.statusCode, ms };
    // Feeds wait, and bodies of phones, files and uploads are as slow as their line.
    const isCall = kind.startsWith('api/') && request.headers['content-type'] !== undefined;
    if (isCall && ms > SLOW_MS) log.warn(line, 'a request was slow');
    else log.debug(line, 'a request was answered');
  });
}

/** What runs is seen: whether the server can work, figures, and slow requests in the log. */
export function watchRoutes(app: FastifyInstance, parts: WatchParts): void {
  const { config, clock } = parts;
  const units = join(config.dataDir, 'databases', 'units');
  const damaged = new DamagedUnits(units, clock, app.log);
  const metrics = new Metrics({ ...parts, damaged });
  app.addHook('onClose', async () => {
    damaged.stop();
    metrics.stop();
  });
  countRequests(app);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.route({
    ...CALLS.ready,
    config: { access: EVERYONE },
    handler: async (_request, reply) => {
      const found = await readinessOf({ ...parts, damaged });
      reply.header('cache-control', 'no-store');
      return reply.code(found.ready ? 200 : ERROR_CODES.unavailable).send(found);
    },
  });
  routes.route({
    ...CALLS.serverState,
    config: { access: EVERYWHERE },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return serverState({ ...parts, damaged });
    },
  });
  routes.route({
    ...CALLS.metrics,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      if (!mayReadMetrics(request, config.metricsToken)) return refuse(reply, 'forbidden');
      reply.header('cache-control', 'no-store').type(PROMETHEUS_TYPE);
      return reply.send(await metrics.text());
    },
  });
}
