import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { refusalBody, refuse } from '../http/errors.ts';
import { whileConnected } from '../http/while-connected.ts';
import { failedUnitsOf, lostRecords } from '../jobs/job-text.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { answerWithJob } from '../jobs/start-job.ts';
import type { ProgrammeStore } from '../settings/programme-store.ts';
import {
  allowedScope,
  previewResult,
  type RefusedParameter,
  type ReportParameters,
  readReportRequest,
  reportAction,
  unitOfScope,
} from './report-request.ts';

export interface ReportServices {
  jobs: Jobs;
  catalogue: CatalogueStore;
  programme: Pick<ProgrammeStore, 'current'>;
}

/** Refuses parameters with invalid values, and names the allowed ones. */
function refuseParameters(reply: FastifyReply, refused: readonly RefusedParameter[]): FastifyReply {
  const issues = refused.map(({ field, allowed }) => ({
    field,
    code: 'not-allowed',
    params: { allowed: allowed.join(', ') },
  }));
  const said = refused.map(
    ({ field, allowed }) => `${field} must be one of ${allowed.join(', ')}.`,
  );
  return reply.code(400).send({ ...refusalBody('bad-request', issues), message: said.join(' ') });
}

/** A description of the request for the audit log: `all country csv`. */
function describe({ csvType, scopeType, format, retired }: ReportParameters): string {
  const units = scopeType === 'stake' || retired === 'with' ? '' : ' without-retired';
  return `${csvType} ${scopeType} ${format}${units}`;
}

/** The calls that make reports: as a file in a job, or the first rows at once. */
export function reportRoutes(
  app: FastifyInstance,
  { jobs, catalogue, programme }: ReportServices,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const placeOf = (request: FastifyRequest) => unitOfScope(request, catalogue);

  /** The parameters of a report that the sender may make; `null`: a refusal was sent. */
  async function allowed(request: FastifyRequest, reply: FastifyReply) {
    const { format, retired } = request.query as { format: string; retired: string };
    const read = readReportRequest({
      ...(request.params as Record<string, string>),
      format,
      retired,
    });
    if (!read.ok) {
      await refuseParameters(reply, read.refused);
      return null;
    }
    const { parameters } = read;
    const action = reportAction(parameters);
    const scope = await allowedScope(request, reply, parameters, action, catalogue);
    return scope === null ? null : { ...scope, parameters: { ...parameters, cCode: scope.cCode } };
  }

  routes.route({
    ...CALLS.report,
    config: { access: { to: 'report-unit', place: placeOf } },
    // No HEAD: it would start the work too.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const asked = await allowed(request, reply);
      if (asked === null) return reply;
      const { parameters, needs, room } = asked;
      const { language } = parameters;
      const detail = describe(parameters);
      const job = { kind: 'report' as const, room, language, detail, needs, parameters };
      return answerWithJob(jobs, request, reply, job, 'jobs.begun');
    },
  });

  routes.route({
    ...CALLS.reportPreview,
    config: { access: { to: 'report-unit', place: placeOf } },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { account } = signedInOf(request);
      const asked = await allowed(request, reply);
      if (asked === null) return reply;
      const { parameters, needs } = asked;
      const { id: owner, username } = account;
      const { language } = parameters;
      const { limit } = request.query;
      const { number: settings } = await programme.current();
      const { ended, problems } = await jobs.answer(
        { kind: 'report-preview', owner, username, language, parameters: { ...parameters, limit } },
        whileConnected(reply),
      );
      if (!ended.ok) {
        const isLater = ended.code === 'unavailable' || ended.code === 'moving';
        return refuse(reply, isLater ? 'unavailable' : 'server-error');
      }
      // Reading all units of a country takes a while, so a right that ended meanwhile is checked
      // again.
      if (!(await jobs.ownerMay({ owner, needs }))) return refuse(reply, 'forbidden');
      const { catalogue: places } = await catalogue.current();
      const failedUnits = failedUnitsOf({ problems }, places);
      const unreadable = lostRecords({ problems });
      const found = previewResult.parse(ended.end.result);
      return reply.send({ ...found, failedUnits, unreadable, settings });
    },
  });
}
