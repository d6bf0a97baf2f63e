import { CALLS } from '@crece/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refuse } from '../../http/errors.ts';
import type { AccountParts } from '../account-parts.ts';
import { byThemselves, signedInOf } from '../signed-in.ts';

const config = { access: { to: 'own-settings' } } as const;

/** One's own sessions: list them, end one, or end all others. */
export function sessionRoutes(
  app: FastifyInstance,
  { sessions, audit }: Pick<AccountParts, 'sessions' | 'audit'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function tell(request: FastifyRequest, ended: number): Promise<void> {
    if (ended === 0) return;
    const { account } = signedInOf(request);
    const detail = String(ended);
    await audit.record({ what: 'session-ended', ...byThemselves(account, request), detail });
  }

  routes.route({
    ...CALLS.sessions,
    config,
    handler: async (request) => ({ sessions: await sessions.list(signedInOf(request)) }),
  });

  routes.route({
    ...CALLS.endOtherSessions,
    config,
    handler: async (request) => {
      const ended = await sessions.endOthers(signedInOf(request));
      await tell(request, ended);
      return { ended };
    },
  });

  routes.route({
    ...CALLS.endListedSession,
    config,
    handler: async (request, reply) => {
      const { account } = signedInOf(request);
      const isEnded = await sessions.endListed(account.id, request.params.sessionId);
      if (!isEnded) return refuse(reply, 'not-found');
      await tell(request, 1);
      return { ok: true as const };
    },
  });
}
