import { API_PATHS } from '@crece/contract';
import { convertParams, reportStartedBody, roomQuery } from '@crece/contract/schemas';
import { type ActionPlace, can, REPORT_SCOPES } from '@crece/domain';
import { jobSentence } from '@crece/messages/job-words';
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
import type { ConvertParameters } from './convert-request.ts';

/** "Convert z-scores": a job that writes the reassessed figures into every record of its scope. */
export function convertRoutes(app: FastifyInstance, { jobs, catalogue }: ReportServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function placeOf({ params }: FastifyRequest): Promise<ActionPlace | null> {
    const { scopeType: typed, stakeDB, cCode } = params as z.infer<typeof convertParams>;
    const scopeType = REPORT_SCOPES.find((scope) => scope === typed);
    return scopeType === undefined ? null : scopePlace({ scopeType, stakeDB, cCode }, catalogue);
  }

  routes.get(
    API_PATHS.convert,
    {
      config: { access: { to: 'convert', place: placeOf } },
      // No HEAD: it would start the work too.
      exposeHeadRoute: false,
      schema: {
        summary: 'Begins "Convert z-scores"; progress is told in the room',
        params: convertParams,
        querystring: roomQuery,
        response: { 202: reportStartedBody, ...REFUSED },
      },
    },
    async (request, reply) => {
      const { account } = signedInOf(request);
      const { stakeDB, scopeType: typed } = request.params;
      const scopeType = REPORT_SCOPES.find((scope) => scope === typed);
      if (scopeType === undefined) {
        const params = { allowed: REPORT_SCOPES.join(', ') };
        const issue = { field: 'scopeType', code: 'not-allowed', params };
        return reply.code(400).send(bodyOf('bad-request', [issue]));
      }
      const room = request.query.socketRoomId ?? null;
      if (room !== null && !isOwnRoom(account, room)) return refuse(reply, 'forbidden');
      const place = await placeOf(request);
      // An unknown unit is answered like a unit outside the account's scope.
      if (place === null || !can(accountOf(account), 'convert', place)) {
        return refuse(reply, 'forbidden');
      }
      const cCode = place.countryCode ?? request.params.cCode;
      const { displayName: name } = accountOf(account);
      const parameters: ConvertParameters = { stakeDB, cCode, scopeType, name };
      const language = languageOf(request);
      const job = await startJob(jobs, request, reply, {
        kind: 'convert',
        room,
        language,
        detail: scopeType,
        needs: { action: 'convert', place },
        parameters: { ...parameters },
      });
      if (job === null) return reply;
      const message = jobSentence(language, 'jobs.convert-begun');
      return reply.code(202).send({ message, jobId: job.id });
    },
  );
}
