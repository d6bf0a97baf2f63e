import { API_PATHS } from '@crece/contract';
import { configResponse, errorBody, healthResponse } from '@crece/contract/schemas';
import type { Catalogue } from '@crece/domain';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import type { Config } from './config.ts';
import { answerFault, bodyOf } from './errors.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { VERSION } from './version.ts';
import { answerUnknown, isNavigation, serveWebFiles } from './web-files.ts';

export interface AppOptions {
  config: Pick<Config, 'publicUrl' | 'supportContact' | 'demo'>;
  catalogue: Catalogue;
  /** Absolute path of the folder with the built web application. */
  webDir: string;
  /** Absent: nothing is logged. */
  logger?: FastifyBaseLogger;
}

/** No call takes a body yet. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Long addresses: a unit's name, a search and two filters, percent-encoded. */
const MAX_PARAM_LENGTH = 500;
/** A request that has not arrived after this time holds a connection for nothing. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Static's answer to `..`, `.` and empty path segments. */
const FORBIDDEN_PATH = 'FST_STATIC_FORBIDDEN_PATH';

function createServer(logger: FastifyBaseLogger | undefined): FastifyInstance {
  const app = fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    // Addresses of the application carry names of children: requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While stopping, what still arrives on an open connection is answered as usual.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Addresses that no router can read (`%E0%A4%A`): no hook runs for them, hence no headers.
    frameworkErrors: (error, request, reply) => {
      if (isNavigation(request)) void reply.redirect('/bad-request');
      else void answerFault(error, request, reply);
    },
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return;
      const body = JSON.stringify(bodyOf('bad-request'));
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/**
 * Lets a connection end with the answer that it waits for once the server stops: kept alive, it
 * would hold the process for the keep-alive time of 72 s.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** The server without a port: every route, ready to be listened with or injected into. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, catalogue, webDir, logger } = options;
  const app = createServer(logger);
  const refused = { '4xx': errorBody, '5xx': errorBody };

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error.code === FORBIDDEN_PATH) return answerUnknown(request, reply, webDir);
    return answerFault(error, request, reply);
  });
  endConnectionsOnClose(app);
  await addSecurityHeaders(app, config.publicUrl);

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    API_PATHS.health,
    { schema: { response: { 200: healthResponse, ...refused } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const, version: VERSION };
    },
  );
  routes.get(
    API_PATHS.config,
    { schema: { response: { 200: configResponse, ...refused } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return { demo: config.demo, supportContact: config.supportContact };
    },
  );
  catalogueRoutes(app, catalogue);
  await serveWebFiles(app, webDir);
  return app;
}
