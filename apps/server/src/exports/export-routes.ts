import { CALLS } from '@crece/contract/schemas';
import { withoutUndefined } from '@crece/domain';
import { mappingSentences } from '@crece/reports/exports';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { languageOf } from '../accounts/request-language.ts';
import { refusalBody } from '../http/errors.ts';
import { answerWithJob } from '../jobs/start-job.ts';
import { allowedScope, reportAction, unitOfScope } from '../reports/report-request.ts';
import type { ReportServices } from '../reports/report-routes.ts';
import { askedBy } from './export-request.ts';

/** Files for other programs, with the rights of reports: each is a job in the list, with a file. */
export function exportRoutes(app: FastifyInstance, { jobs, catalogue }: ReportServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...CALLS.export,
    config: {
      access: { to: 'report-unit', place: (request) => unitOfScope(request, catalogue) },
    },
    handler: async (request, reply) => {
      const { scopeType, exportFormat } = request.params;
      const action = reportAction(request.params);
      const scope = await allowedScope(request, reply, request.params, action, catalogue);
      if (scope === null) return reply;
      const { needs, cCode, room } = scope;
      const asked = { ...request.body, ...request.params, cCode };
      const read = askedBy(asked);
      const language = languageOf(request);
      if (!read.ok) {
        const message = mappingSentences(read.problems, language).join(' ');
        return reply.code(400).send({ ...refusalBody('bad-request'), message });
      }
      const detail = `${exportFormat} ${scopeType}`;
      const parameters = withoutUndefined(asked);
      const job = { kind: 'export' as const, room, language, detail, needs, parameters };
      return answerWithJob(jobs, request, reply, job, 'jobs.export-begun');
    },
  });
}
