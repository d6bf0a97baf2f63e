import { CALLS } from '@crece/contract/schemas';
import { actionPlaceOf, can, databasesOf, findUnit } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { languageOf } from '../accounts/request-language.ts';
import { recordOf, signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { refuse } from '../http/errors.ts';
import { whileConnected } from '../http/while-connected.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ProgrammeStore } from '../settings/programme-store.ts';
import type { Eraser } from './eraser.ts';
import { type KeptLongUnit, retentionResult } from './retention-facts.ts';

export interface RetentionServices {
  readonly eraser: Pick<Eraser, 'beginAll'>;
  readonly jobs: Pick<Jobs, 'answer'>;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  readonly programme: Pick<ProgrammeStore, 'current'>;
  readonly audit: Audit;
  /** Whether the clock may be believed: under one that is ahead a child of two years is past its term. */
  readonly mayDropOld: () => Promise<boolean>;
}

interface Found {
  readonly units: readonly KeptLongUnit[];
  readonly failedUnits: readonly string[];
}

const ACCEPTED = 202;

/**
 * Routes by which an administrator looks at the children who were kept for the programme's term, and
 * erases them. Nothing is erased by itself, nor without the numbers that were looked at.
 */
export function retentionRoutes(app: FastifyInstance, services: RetentionServices): void {
  const { eraser, jobs, catalogue, programme, audit, mayDropOld } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const access = { to: 'manage-users' } as const;

  /** Of the units within the administrator's places; `null`: refused. */
  async function find(
    request: FastifyRequest,
    reply: FastifyReply,
    years: number,
  ): Promise<Found | null> {
    if (!(await mayDropOld())) {
      refuse(reply, 'validation', [{ code: 'server-clock' }]);
      return null;
    }
    const { account } = signedInOf(request);
    const { catalogue: places } = await catalogue.current();
    const stakeDBs = databasesOf(places).flatMap(({ stakeDB }) => {
      const found = findUnit(places, stakeDB);
      const isMine =
        found !== null && can(accountOf(account), 'manage-users', actionPlaceOf(found));
      return isMine ? [stakeDB] : [];
    });
    const { ended, problems } = await jobs.answer(
      {
        ...{ kind: 'kept-long', owner: account.id, username: account.username },
        ...{ language: languageOf(request), parameters: { years, stakeDBs } },
      },
      whileConnected(reply),
    );
    if (!ended.ok) {
      refuse(reply, ended.code === 'unavailable' ? ended.code : 'server-error');
      return null;
    }
    const { units } = retentionResult.parse(ended.end.result);
    return { units, failedUnits: problems.flatMap(({ unit }) => unit ?? []) };
  }

  routes.route({
    ...CALLS.keptLong,
    config: { access },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { graduatesKeptYears: years } = await programme.current();
      if (years === null) return reply.send({ years, units: [], failedUnits: [] });
      const found = await find(request, reply, years);
      if (found === null) return reply;
      const units = found.units.map(({ stakeDB, children }) => ({
        stakeDB,
        children: children.map(({ ids: _, ...child }) => child),
      }));
      return reply.send({ years, units, failedUnits: [...found.failedUnits] });
    },
  });

  routes.route({
    ...CALLS.eraseKeptLong,
    config: { access },
    handler: async (request, reply) => {
      const { years, seen } = request.body;
      const { graduatesKeptYears } = await programme.current();
      if (graduatesKeptYears !== years) return refuse(reply, 'conflict');
      const found = await find(request, reply, years);
      if (found === null) return reply;
      const isAsSeen =
        found.units.length === Object.keys(seen).length &&
        found.units.every(({ stakeDB, children }) => seen[stakeDB] === children.length);
      // Somebody else was added, changed or erased since: the numbers are to be looked at again.
      if (!isAsSeen) return refuse(reply, 'conflict');
      const { username: who } = signedInOf(request).account;
      for (const { stakeDB, children } of found.units) {
        const detail = `years=${years} children=${children.length}`;
        await recordOf(request, audit, { what: 'graduates-erased', whom: stakeDB, detail });
        await eraser.beginAll({
          ...{ stakeDB, who, why: 'kept-too-long', from: request.ip },
          children: children.map(({ id, ids }) => [id, ...ids.filter((each) => each !== id)]),
        });
      }
      const children = found.units.reduce((sum, unit) => sum + unit.children.length, 0);
      return reply.code(ACCEPTED).send({ children });
    },
  });
}
