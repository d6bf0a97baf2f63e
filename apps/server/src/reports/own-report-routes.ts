import type { ReportJobBody } from '@crece/contract';
import { CALLS, reportJobBody } from '@crece/contract/schemas';
import { type Catalogue, findUnit } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedInOf } from '../accounts/signed-in.ts';
import { fileExpiry } from '../files/retention.ts';
import { refuse } from '../http/errors.ts';
import type { Job } from '../jobs/job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { endText, failedUnitsOf } from '../jobs/job-text.ts';
import type { ReportServices } from './report-routes.ts';

/** The parameters of a job that are shown to its owner. */
const askedOfJob = reportJobBody.shape.asked.omit({ stakeName: true });

function stateOf({ state, attempts }: Job): ReportJobBody['state'] {
  if (state === 'finished') return 'done';
  if (state === 'failed') return 'failed';
  return attempts === 0 ? 'waiting' : 'running';
}

/** A job as its owner sees it; `null`: of another kind (imports have their own page). */
function bodyOfJob(
  job: Job,
  how: JobKind,
  catalogue: Catalogue,
  fileDays: number,
): ReportJobBody | null {
  const { id, startedAt, endedAt, count, maxCount, fileName, isExpired } = job;
  const asked = askedOfJob.safeParse(job.parameters);
  const kind = reportJobBody.shape.kind.safeParse(job.kind);
  if (how.listed === undefined || !kind.success || !asked.success) return null;
  const expiresAt = fileExpiry(job, fileDays);
  const hasFile = fileName !== null && !isExpired;
  const failedUnits = failedUnitsOf(job, catalogue);
  return {
    id,
    kind: kind.data,
    state: stateOf(job),
    asked: {
      ...asked.data,
      stakeName: findUnit(catalogue, asked.data.stakeDB)?.unit.stakeName ?? '',
    },
    createdAt: startedAt,
    ...(endedAt === null ? {} : { finishedAt: endedAt, text: endText(job, how, catalogue) }),
    count,
    maxCount,
    ...(hasFile ? { fileName, bytes: job.fileBytes } : {}),
    ...how.listed(job),
    ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(failedUnits.length === 0 ? {} : { failedUnits }),
  };
}

/** "My reports": the jobs of an account in any state, and deleting them. */
export function ownReportRoutes(
  app: FastifyInstance,
  { jobs, catalogue, programme }: ReportServices,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: { to: 'report-unit' } } as const;

  const bodyOf = async (job: Job): Promise<ReportJobBody | null> => {
    const { fileDays } = await programme.current();
    return bodyOfJob(job, jobs.kindOf(job), (await catalogue.current()).catalogue, fileDays);
  };

  /**
   * Another account's job is answered as if it did not exist, and so is an import: deleting it here
   * would take its undo away.
   */
  async function ownJob(accountId: string, jobId: string): Promise<Job | null> {
    const job = await jobs.byId(jobId);
    if (job?.owner !== accountId) return null;
    return jobs.kindOf(job).listed === undefined ? null : job;
  }

  routes.route({
    ...CALLS.reportJobs,
    config,
    handler: async (request, reply) => {
      const { id } = signedInOf(request).account;
      const own: Job[] = [];
      for await (const job of jobs.ofOwner(id)) own.push(job);
      own.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
      const bodies = await Promise.all(own.map(bodyOf));
      return reply.send({ jobs: bodies.filter((body) => body !== null) });
    },
  });

  routes.route({
    ...CALLS.reportJob,
    config,
    handler: async (request, reply) => {
      const job = await ownJob(signedInOf(request).account.id, request.params.jobId);
      const body = job === null ? null : await bodyOf(job);
      return body === null ? refuse(reply, 'not-found') : reply.send(body);
    },
  });

  routes.route({
    ...CALLS.deleteReportJob,
    config,
    handler: async (request, reply) => {
      const job = await ownJob(signedInOf(request).account.id, request.params.jobId);
      if (job === null) return refuse(reply, 'not-found');
      if (job.state === 'running') jobs.stop(job.id, 'cancelled');
      else await jobs.remove(job);
      return reply.code(204).send(null);
    },
  });
}
