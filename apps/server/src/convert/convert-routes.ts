import { CALLS, type convertParams } from '@crece/contract/schemas';
import { REPORT_SCOPES } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { languageOf } from '../accounts/request-language.ts';
import { signedInOf } from '../accounts/signed-in.ts';
import { accountOf } from '../accounts/stored-account.ts';
import { refusalBody } from '../http/errors.ts';
import { answerWithJob } from '../jobs/start-job.ts';
import { allowedScope, scopePlace } from '../reports/report-request.ts';
import type { ReportServices } from '../reports/report-routes.ts';
import type { ConvertParameters } from './convert-request.ts';

/** "Convert z-scores": a job that writes the reassessed figures into every record of its scope. */
export function convertRoutes(app: FastifyInstance, { jobs, catalogue }: ReportServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** The scope of an address; `null`: it names none. */
  function scopeOf({ scopeType: typed, ...place }: z.infer<typeof convertParams>) {
    const scopeType = REPORT_SCOPES.find((scope) => scope === typed);
    return scopeType === undefined ? null : { ...place, scopeType };
  }

  routes.route({
    ...CALLS.convert,
    config: {
      access: {
        to: 'convert',
        place: async ({ params }) => {
          const scope = scopeOf(params as z.infer<typeof convertParams>);
          return scope === null ? null : scopePlace(scope, catalogue);
        },
      },
    },
    // No HEAD: it would start the work too.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const asked = scopeOf(request.params);
      if (asked === null) {
        const params = { allowed: REPORT_SCOPES.join(', ') };
        const issue = { field: 'scopeType', code: 'not-allowed', params };
        return reply.code(400).send(refusalBody('bad-request', [issue]));
      }
      const scope = await allowedScope(request, reply, asked, 'convert', catalogue);
      if (scope === null) return reply;
      const { needs, cCode, room } = scope;
      const { stakeDB, scopeType } = asked;
      const { displayName: name } = accountOf(signedInOf(request).account);
      const parameters = { stakeDB, cCode, scopeType, name } satisfies ConvertParameters;
      const language = languageOf(request);
      const job = {
        kind: 'convert' as const,
        room,
        language,
        detail: scopeType,
        needs,
        parameters,
      };
      return answerWithJob(jobs, request, reply, job, 'jobs.convert-begun');
    },
  });
}
