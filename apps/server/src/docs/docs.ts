import { CALLS } from '@crece/contract/schemas';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { VERSION } from '../base/version.ts';
import type { Access } from '../http/declared-access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The JSON body that a route reads by itself; used for the document only. */
    sends?: z.ZodType;
  }
}

/** Matches calls; all other addresses are files and pages of the application. */
const IS_CALL = /^\/(?:api|health|ready|metrics|files|sync)(?:\/|$)/;

function describeAccess(
  access: Access | undefined,
): Pick<FastifySchema, 'description' | 'security'> {
  if (access === undefined || access.to === 'everyone') return { security: [] };
  if ('by' in access && access.by === 'sync-token') {
    return {
      description: 'Needs the right "sync" in the unit, and a token for the gateway.',
      security: [{ syncToken: [] }],
    };
  }
  return {
    description: access.to === 'signed-in' ? 'Needs a sign-in.' : `Needs the right "${access.to}".`,
    security: [{ token: [] }],
  };
}

/** A route's schemas, with the required right taken from the declaration that enforces it. */
const describeRoute: typeof jsonSchemaTransform = (route) => {
  const { access, sends } = (route.route as RouteOptions).config ?? {};
  const documented = sends === undefined ? route.schema : { ...route.schema, body: sends };
  const { schema, url } = jsonSchemaTransform({ ...route, schema: documented });
  if (!IS_CALL.test(url)) return { schema: { ...schema, hide: true }, url };
  return { schema: { ...describeAccess(access), ...schema }, url };
};

/**
 * `GET /api/docs`: the OpenAPI document of every call, made from the schemas that check them. Must
 * be added before the routes: earlier ones are missing in the document.
 */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Crece',
        description:
          'The calls of the Crece server. Every answer that is not a success carries `code` and `message`.',
        version: VERSION,
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'JWT {token}, the token that signing in answered',
          },
          syncToken: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'JWT {entity} or Bearer {entity}, from GET /api/children/sync',
          },
        },
      },
    },
    transform: describeRoute,
  });
  app.route({
    ...CALLS.docs,
    config: { access: { to: 'manage-settings' } },
    handler: async () => app.swagger(),
  });
}
