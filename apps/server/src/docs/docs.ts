import { API_PATHS } from '@crece/contract';
import { errorBody } from '@crece/contract/schemas';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Access } from '../access.ts';
import { VERSION } from '../version.ts';

/** The application's files and addresses are no calls. */
const CALLS = /^\/(?:api|health|files|sync)(?:\/|$)/;

function describeAccess(
  access: Access | undefined,
): Pick<FastifySchema, 'description' | 'security'> {
  if (access === undefined || access.to === 'everyone') return { security: [] };
  return {
    description: access.to === 'signed-in' ? 'Needs a sign-in.' : `Needs the right "${access.to}".`,
    security: [{ token: [] }],
  };
}

/** A route's schemas, with the right that it asks for from the same declaration that enforces it. */
const describeRoute: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  if (!CALLS.test(url)) return { schema: { ...schema, hide: true }, url };
  const { access } = (route.route as RouteOptions).config ?? {};
  return { schema: { ...describeAccess(access), ...schema }, url };
};

/**
 * `GET /api/docs`: the OpenAPI document of every call, made from the schemas that check them. It must
 * be added before the routes: those that are declared earlier are not in it.
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
        },
      },
    },
    transform: describeRoute,
  });
  app.get(
    API_PATHS.docs,
    {
      config: { access: { to: 'manage-settings' } },
      schema: {
        summary: 'This document',
        response: { 200: z.record(z.string(), z.unknown()), '4xx': errorBody },
      },
    },
    async () => app.swagger(),
  );
}
