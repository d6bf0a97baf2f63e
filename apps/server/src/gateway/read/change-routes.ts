import { type ChangesQuery, changesBody, GATEWAY_CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuseSync, SyncRefused } from '../../http/sync-refusals.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import { UNIT_ACCESS } from '../unit-access.ts';
import { unitRequestOf } from '../unit-request.ts';
import { continuousFeed, longpollFeed, normalFeed } from './change-feeds.ts';
import { FeedCursor } from './feed-cursor.ts';
import { FEED_TIMES, OpenFeeds, StoreWatch } from './open-feeds.ts';
import { bodyAs, bounded } from './read-body.ts';
import { type Bodies, JSON_TYPE, streamOf } from './send-body.ts';

export interface ChangeServices {
  /** Where the rights of accounts are kept. */
  accountStore: DocumentStore;
}

/** The change feed of a unit: one page, or an open feed. */
export function changeRoutes(
  gateway: FastifyInstance,
  { accountStore }: ChangeServices,
  bodies: Bodies,
): void {
  const routes = gateway.withTypeProvider<ZodTypeProvider>();
  const ofUnit = { config: { access: UNIT_ACCESS }, exposeHeadRoute: false } as const;
  const feeds = new OpenFeeds();
  gateway.addHook('preClose', async () => feeds.stop());

  async function sendChanges(
    request: FastifyRequest,
    reply: FastifyReply,
    query: ChangesQuery,
    docIds: readonly string[] | undefined,
  ): Promise<FastifyReply> {
    if (query.filter !== undefined && docIds === undefined) throw new SyncRefused('bad-request');
    const unit = unitRequestOf(request);
    const lastEvent = request.headers['last-event-id'];
    const cursor = await FeedCursor.open(unit.store, {
      since: query.since ?? query['last-event-id'] ?? lastEvent?.toString() ?? '0',
      limit: query.limit ?? null,
      docIds: docIds === undefined ? null : new Set(bounded(docIds)),
      style: query.style,
      include_docs: query.include_docs,
    });
    if (query.feed === 'normal') return bodies.send(reply, unit, normalFeed(cursor));
    const feed = feeds.open(unit.accountId);
    if (feed === null) return refuseSync(reply, 'too-many-feeds');
    if (reply.raw.closed) feed.close();
    reply.raw.once('close', () => feed.close());
    const watch = new StoreWatch({
      unit,
      accountStore,
      feed,
      times: FEED_TIMES,
      heartbeatMs: query.heartbeat ?? null,
      timeoutMs: query.timeout,
    });
    const follow = query.feed === 'longpoll' ? longpollFeed : continuousFeed;
    return reply.type(JSON_TYPE).send(bodies.bounded(streamOf(watch.over(follow(cursor, watch)))));
  }

  routes.route({
    ...GATEWAY_CALLS.changes,
    ...ofUnit,
    handler: (request, reply) => sendChanges(request, reply, request.query, request.query.doc_ids),
  });

  routes.route({
    ...GATEWAY_CALLS.changesOf,
    ...ofUnit,
    config: { access: UNIT_ACCESS, sends: changesBody },
    handler: async (request, reply) => {
      const { doc_ids: docIds } = await bodyAs(request, changesBody);
      return sendChanges(request, reply, request.query, docIds ?? request.query.doc_ids);
    },
  });
}
