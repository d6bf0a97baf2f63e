import { SYNC_CHECK_HEADER, SYNC_EPOCH_HEADER, SYNC_MARK_HEADER } from '@crece/contract';
import { allDocsBody, bulkGetBody, GATEWAY_CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { VERSION } from '../../base/version.ts';
import { EVERYONE } from '../../http/declared-access.ts';
import { refuseSync } from '../../http/sync-refusals.ts';
import type { Epoch } from '../epoch.ts';
import type { Marks } from '../marks.ts';
import { UNIT_ACCESS } from '../unit-access.ts';
import { unitRequestOf } from '../unit-request.ts';
import { allDocs } from './all-docs.ts';
import { bulkGet } from './bulk-get.ts';
import { type ChangeServices, changeRoutes } from './change-routes.ts';
import { echoOf } from './echo.ts';
import { openRevisions, readOneDocument } from './one-document.ts';
import { askedRevisions, bodyAs, bounded } from './read-body.ts';
import { revsDiff } from './revs-diff.ts';
import { Bodies } from './send-body.ts';
import { SNAPSHOT_TYPE, snapshot } from './snapshot.ts';

/** The version of CouchDB whose protocol this is; some clients require 2 or newer. */
const PROTOCOL_VERSION = '3.3.0';

const FIRST_REFUSAL = 400;

/** Limit of revisions of one document in one answer, because that answer is made in memory. */
const MOST_OPEN_REVISIONS = 100;

export interface ReadServices extends ChangeServices {
  epoch: Epoch;
  marks: Marks;
}

// No HEAD routes: they would do all the work of a GET, and the length would still be unknown.
const OF_UNIT = { config: { access: UNIT_ACCESS }, exposeHeadRoute: false } as const;

/** Every answer repeats its question, names the history and, about a unit, proves the place in it. */
function nameHistory(gateway: FastifyInstance, { epoch, marks }: ReadServices): void {
  gateway.addHook('onSend', async (request, reply) => {
    const { unit } = request;
    reply.headers(echoOf(request));
    if (unit !== null && reply.statusCode < FIRST_REFUSAL) {
      const mark = await marks.handOut(unit.stakeDB, unit.store);
      if (mark !== null) reply.header(SYNC_MARK_HEADER, mark);
      if (unit.mustCheck) reply.header(SYNC_CHECK_HEADER, '1');
    }
    reply.header(SYNC_EPOCH_HEADER, epoch.current());
  });
}

/** What the gateway says of itself and of a unit. */
function aboutRoutes(gateway: FastifyInstance, { epoch }: ReadServices): void {
  const routes = gateway.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...GATEWAY_CALLS.gateway,
    config: { access: EVERYONE },
    handler: async (_request, reply) =>
      reply.send({
        couchdb: 'Welcome',
        version: PROTOCOL_VERSION,
        uuid: await epoch.read(),
        features: [],
        // Every answer about a unit repeats its question.
        echo: 1,
        vendor: { name: 'Crece', version: VERSION },
      }),
  });

  routes.route({
    ...GATEWAY_CALLS.unit,
    config: { access: UNIT_ACCESS },
    handler: async (request, reply) => {
      const { stakeDB, store } = unitRequestOf(request);
      const { docCount, deletedCount, updateSeq } = await store.info();
      return reply.send({
        db_name: stakeDB,
        doc_count: docCount,
        doc_del_count: deletedCount,
        update_seq: updateSeq,
        purge_seq: 0,
        compact_running: false,
        instance_start_time: '0',
      });
    },
  });
}

/** The reading half of CouchDB's protocol for a unit, and the snapshot for a first download. */
export function readRoutes(gateway: FastifyInstance, services: ReadServices): void {
  const routes = gateway.withTypeProvider<ZodTypeProvider>();
  const bodies = new Bodies();
  gateway.addHook('preClose', async () => bodies.stop());
  nameHistory(gateway, services);
  aboutRoutes(gateway, services);
  changeRoutes(gateway, services, bodies);

  routes.route({
    ...GATEWAY_CALLS.bulkGet,
    ...OF_UNIT,
    config: { access: UNIT_ACCESS, sends: bulkGetBody },
    handler: async (request, reply) => {
      const { docs } = await bodyAs(request, bulkGetBody);
      const unit = unitRequestOf(request);
      return bodies.send(reply, unit, bulkGet(unit.store, bounded(docs), request.query));
    },
  });

  routes.route({
    ...GATEWAY_CALLS.revsDiff,
    ...OF_UNIT,
    handler: async (request, reply) => {
      const asked = await askedRevisions(request);
      const unit = unitRequestOf(request);
      return bodies.send(reply, unit, revsDiff(unit.store, asked));
    },
  });

  routes.route({
    ...GATEWAY_CALLS.allDocs,
    ...OF_UNIT,
    handler: async (request, reply) => {
      const keys = bounded(request.query.keys ?? []);
      const asked = request.query.keys === undefined ? null : keys;
      const unit = unitRequestOf(request);
      return bodies.send(reply, unit, allDocs(unit.store, request.query, asked));
    },
  });

  routes.route({
    ...GATEWAY_CALLS.allDocsNamed,
    ...OF_UNIT,
    config: { access: UNIT_ACCESS, sends: allDocsBody },
    handler: async (request, reply) => {
      const { keys = request.query.keys } = await bodyAs(request, allDocsBody);
      const asked = keys === undefined ? null : bounded(keys);
      const unit = unitRequestOf(request);
      return bodies.send(reply, unit, allDocs(unit.store, request.query, asked));
    },
  });

  routes.route({
    ...GATEWAY_CALLS.snapshot,
    ...OF_UNIT,
    handler: async (request, reply) => {
      const unit = unitRequestOf(request);
      const { after, tombstones } = request.query;
      const query = { tombstones, ...(after === undefined ? {} : { after }) };
      const lines = snapshot(unit.store, services.epoch.current(), query);
      return bodies.send(reply, unit, lines, SNAPSHOT_TYPE);
    },
  });

  routes.route({
    ...GATEWAY_CALLS.document,
    ...OF_UNIT,
    handler: async (request, reply) => {
      const { id } = request.params;
      if (id.startsWith('_')) return refuseSync(reply, 'unknown-address');
      const { store } = unitRequestOf(request);
      const { open_revs: open, revs, latest, conflicts, rev } = request.query;
      if (open === undefined) {
        const answer = await readOneDocument(store, id, { rev, revs, latest, conflicts });
        if (answer.ok) return reply.send(answer.document);
        return reply.code(404).send({ error: 'not_found', reason: answer.reason });
      }
      if (open !== 'all' && open.length > MOST_OPEN_REVISIONS)
        return refuseSync(reply, 'too-large');
      const { accept } = request.headers;
      const options = { revs: open, withAncestry: revs, latest, accept };
      const answer = await openRevisions(store, id, options);
      if (answer === null) return refuseSync(reply, 'missing');
      return reply.type(answer.type).send(answer.body);
    },
  });
}
