import { API_PATHS } from '@crece/contract';
import { exportParams, exportRequest, reportStartedBody, roomQuery } from '@crece/contract/schemas';
import { type ActionPlace, can, withoutUndefined } from '@crece/domain';
import { jobSentence } from '@crece/messages/job-words';
import { mappingSentences } from '@crece/reports/exports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { languageOf } from '../accounts/request-language.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import { bodyOf, REFUSED, refuse } from '../http/errors.ts';
import { isOwnRoom } from '../jobs/rooms.ts';
import { startJob } from '../jobs/start-job.ts';
import { scopePlace } from '../reports/report-request.ts';
import type { ReportServices } from '../reports/report-routes.ts';
import { askedBy } from './export-request.ts';

/** Files for other programs, with the rights of reports: each is a job in the list, with a file. */
export function exportRoutes(app: FastifyInstance, { jobs, catalogue }: ReportServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** The place for the right of scope `stake`; other scopes are checked in the handler. */
  async function placeOf({ params }: FastifyRequest): Promise<ActionPlace | null> {
    const { scopeType, stakeDB } = params as z.infer<typeof exportParams>;
    return scopeType === 'stake' ? scopePlace({ scopeType, stakeDB, cCode: '' }, catalogue) : null;
  }

  routes.post(
    API_PATHS.export,
    {
      config: { access: { to: 'report-unit', place: placeOf } },
      schema: {
        summary: 'Begins a file for other programs (WHO Anthro, FHIR R4, DHIS2)',
        params: exportParams,
        querystring: roomQuery,
        body: exportRequest,
        response: { 202: reportStartedBody, ...REFUSED },
      },
    },
    async (request, reply) => {
      const { account } = signedInOf(request);
      const room = request.query.socketRoomId ?? null;
      if (room !== null && !isOwnRoom(account, room)) return refuse(reply, 'forbidden');
      const { scopeType, exportFormat } = request.params;
      const place = await scopePlace(request.params, catalogue);
      const action = scopeType === 'stake' ? 'report-unit' : 'report-country';
      // An unknown unit is answered like a unit outside the account's scope.
      if (place === null || !can(accountOf(account), action, place)) {
        return refuse(reply, 'forbidden');
      }
      const cCode = place.countryCode ?? request.params.cCode;
      const parameters = { ...request.body, ...request.params, cCode };
      const read = askedBy(parameters);
      const language = languageOf(request);
      if (!read.ok) {
        const message = mappingSentences(read.problems, language).join(' ');
        return reply.code(400).send({ ...bodyOf('bad-request'), message });
      }
      const job = await startJob(jobs, request, reply, {
        kind: 'export',
        room,
        language,
        detail: `${exportFormat} ${scopeType}`,
        needs: { action, place },
        parameters: withoutUndefined(parameters),
      });
      if (job === null) return reply;
      const message = jobSentence(language, 'jobs.export-begun');
      return reply.code(202).send({ message, jobId: job.id });
    },
  );
}
