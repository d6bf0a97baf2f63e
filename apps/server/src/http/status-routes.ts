import { CALLS } from '@crece/contract/schemas';
import type { FormerNames, ProgrammeSettings } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { COMMIT, VERSION } from '../base/version.ts';
import { EVERYONE } from './declared-access.ts';

interface StatusParts {
  config: {
    demo: boolean;
    supportContact: string | null;
    socialProviders: readonly { id: string; name: string }[];
  };
  /** Random name of this run. */
  run: string;
  programme: { current(): Promise<ProgrammeSettings & { number: number }> };
  /** Marks of erased accounts. */
  former(): Promise<{ names: FormerNames; ids: readonly number[] }>;
}

/**
 * That the process lives, with its version, and the configuration that the application needs before
 * sign-in.
 */
export function statusRoutes(
  app: FastifyInstance,
  { config, run, programme, former }: StatusParts,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.route({
    ...CALLS.health,
    config: { access: EVERYONE },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const, version: VERSION, commit: COMMIT, run };
    },
  });
  routes.route({
    ...CALLS.config,
    config: { access: EVERYONE },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      const { names, ids } = await former();
      return {
        demo: config.demo,
        supportContact: config.supportContact,
        providers: config.socialProviders.map(({ id, name }) => ({ id, name })),
        programme: await programme.current(),
        former: { names: [...names], accounts: [...ids] },
      };
    },
  });
}
