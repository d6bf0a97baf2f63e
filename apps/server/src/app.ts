import jwt from '@fastify/jwt';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addAccess } from './access/access.ts';
import type { Passwords } from './accounts/passwords.ts';
import { accountRoutes } from './accounts/routes/account-routes.ts';
import { TOKEN_ALGORITHM } from './accounts/tokens.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { auditRoutes } from './admin/audit-routes.ts';
import { catalogueRoutes } from './admin/catalogue-routes.ts';
import { programmeRoutes } from './admin/programme-routes.ts';
import { backupRoute } from './backup/backup-route.ts';
import { convertRoutes } from './convert/convert-routes.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { addDocs } from './docs/docs.ts';
import { accountErasureRoutes } from './erasure/account-erasure-routes.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { retentionRoutes } from './erasure/retention-routes.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { gatewayRoutes, isGatewayUrl } from './gateway/gateway-routes.ts';
import { joiningRoutes } from './gateway/joining-routes.ts';
import { unitRoutes } from './gateway/unit-routes.ts';
import { ConnectionErrors } from './http/connection-errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.ts';
import { endConnectionsOnClose } from './http/end-connections.ts';
import { answerFault } from './http/errors.ts';
import { warnOfLists } from './http/proxy-lists.ts';
import { answerRequestIds, REQUEST_ID_HEADER, requestIds } from './http/request-ids.ts';
import { addSecurityHeaders, BARE_HEADERS } from './http/security-headers.ts';
import { cutStalledReaders } from './http/stalled-readers.ts';
import { statusRoutes } from './http/status-routes.ts';
import { refuseSync } from './http/sync-refusals.ts';
import { answerUnknown, isNavigation, serveWebFiles } from './http/web-files.ts';
import { importRoutes, isUploadUrl } from './imports/import-routes.ts';
import { servedBuild } from './phones/served-build.ts';
import { pictureRoutes } from './pictures/picture-routes.ts';
import { csvStatus } from './realtime/csv-status.ts';
import { ownReportRoutes } from './reports/own-report-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { openServices, type Services } from './services.ts';
import { slipRoutes } from './slips/slip-routes.ts';
import { socialRoutes } from './social/social-routes.ts';
import type { Config } from './start/config.ts';
import type { Stores } from './store/document-store.ts';
import { echoRoute } from './watch/echo-route.ts';
import { watchRoutes } from './watch/watch-routes.ts';

export interface AppOptions {
  config: Config;
  /** Signs sessions. */
  secret: string;
  stores: Stores;
  passwords: Passwords;
  /** Absolute path of the folder with the built web application. */
  webDir: string;
  /** Absent: nothing is logged. */
  logger?: FastifyBaseLogger;
  clock?: () => Date;
  connectionLimits?: ConnectionLimits;
}

export interface ServerApp {
  app: FastifyInstance;
  services: Services;
}

/** Phones that synchronise, and uploads, may take longer for a body than other requests. */
const isLongUrl = (url: string) => isGatewayUrl(url) || isUploadUrl(url);

/** Enough for the largest form; calls that take more declare it. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Long addresses: a unit's name, a search and two filters, percent-encoded. */
const MAX_PARAM_LENGTH = 500;

/** The error of @fastify/static for `..`, `.` and empty path segments. */
const FORBIDDEN_PATH = 'FST_STATIC_FORBIDDEN_PATH';

function createServer({
  logger,
  config,
  connectionLimits: limits = CONNECTION_LIMITS,
}: AppOptions): FastifyInstance {
  const connectionErrors = new ConnectionErrors(limits, isLongUrl);
  const app = fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    // Requests are not logged, because addresses of the application contain names of children.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      // Set here too: Node compares the two before fastify sets its own.
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    // By default ignored, because any client can write `X-Forwarded-For`.
    trustProxy: config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    // While stopping, requests on open connections are still answered as usual.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Addresses that the router cannot decode (`%E0%A4%A`); no hook runs for them.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...BARE_HEADERS, [REQUEST_ID_HEADER]: request.id });
      if (isNavigation(request)) void reply.redirect('/bad-request');
      else if (isGatewayUrl(request.url)) void refuseSync(reply, 'bad-request');
      else void answerFault(error, request, reply);
    },
    clientErrorHandler: (error, socket) => connectionErrors.answer(error, socket),
  });
  connectionErrors.watch(app.server);
  cutStalledReaders(app.server, limits.stalledMs);
  endConnectionsOnClose(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Waits for work after answers, and for mails being sent, before the stores close. */
function finishWorkOnClose(app: FastifyInstance, services: Services): void {
  const { accountEraser, audit, background, clinicAnswers, desk, epoch } = services;
  const { eraser, jobs, joiner, mailer } = services;
  // Early, so that requests that wait for a job's thread end too.
  app.addHook('preClose', async () => void jobs.close());
  app.addHook('onClose', async () => {
    await eraser.close();
    await accountEraser.close();
    await joiner.close();
    await clinicAnswers.close();
    await jobs.close();
    await background.settled();
    await audit.flush();
    await epoch.close();
    await desk.close();
    await mailer.close();
  });
}

/** Notes which build of the application is handed out, so that phones with an older one are known. */
async function noteBuild({ phones }: Services, webDir: string): Promise<void> {
  const build = await servedBuild(webDir);
  if (build !== null) await phones.serve(build);
}

/** The server without a port: all routes, ready to listen or to be injected into. */
export async function buildApp(options: AppOptions): Promise<ServerApp> {
  const { config, secret, stores, passwords, webDir, clock = () => new Date() } = options;
  const app = createServer(options);

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error.code === FORBIDDEN_PATH) return answerUnknown(request, reply, webDir);
    return answerFault(error, request, reply);
  });
  answerRequestIds(app);
  warnOfLists(app, config.trustProxy, clock);
  await addSecurityHeaders(app, config.publicUrl);
  await app.register(jwt, {
    secret,
    sign: { algorithm: TOKEN_ALGORITHM },
    // Only this algorithm: `none`, and keys read as another kind, are refused. Expiry is checked by
    // our own clock.
    verify: { algorithms: [TOKEN_ALGORITHM], ignoreExpiration: true },
  });
  const services = await openServices(app, { config, secret, stores, passwords, clock });
  finishWorkOnClose(app, services);
  services.background.run(() => noteBuild(services, webDir));

  addAccess(app, services);
  await addDocs(app);
  statusRoutes(app, services);
  watchRoutes(app, services);
  echoRoute(app, services);
  backupRoute(app, services);
  catalogueRoutes(app, services);
  programmeRoutes(app, services);
  erasureRoutes(app, services);
  accountErasureRoutes(app, services);
  retentionRoutes(app, services);
  joiningRoutes(app, services);
  accountRoutes(app, services);
  adminRoutes(app, services);
  auditRoutes(app, services);
  await pictureRoutes(app, services);
  await importRoutes(app, services);
  reportRoutes(app, services);
  exportRoutes(app, services);
  ownReportRoutes(app, services);
  convertRoutes(app, services);
  fileRoutes(app, services, webDir);
  csvStatus(app, services);
  unitRoutes(app, services);
  slipRoutes(app, services);
  deskRoutes(app, services);
  await gatewayRoutes(app, services);
  await socialRoutes(app, { ...services, providers: config.socialProviders });
  await serveWebFiles(app, webDir);
  return { app, services };
}
