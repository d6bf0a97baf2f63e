import { REFERRAL_BYTES } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AccountLimits } from '../accounts/rate-limits.ts';
import { EVERYONE } from '../http/declared-access.ts';
import { refuseTooMany } from '../http/errors.ts';
import type { ClinicAnswers } from './clinic-answers.ts';

export interface SlipServices {
  limits: Pick<AccountLimits, 'referral'>;
  clinicAnswers: Pick<ClinicAnswers, 'take'>;
}

/** The call of whoever holds a slip. It is told nothing about the slip, whatever it sends. */
export function slipRoutes(app: FastifyInstance, { limits, clinicAnswers }: SlipServices): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.route({
    ...CALLS.answerReferral,
    bodyLimit: REFERRAL_BYTES,
    config: { access: EVERYONE },
    handler: async (request, reply) => {
      const attempt = limits.referral(request.ip);
      if (!attempt.ok) return refuseTooMany(reply, attempt.waitSeconds);
      await clinicAnswers.take(request.body, request.ip);
      return reply.code(202).send({ received: true });
    },
  });
}
