import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The one Trusted Types policy: the web application makes it to register its service worker. */
const TRUSTED_TYPES_POLICY = 'crece';

/** What a `Host` header may be before it is written into an answer. */
export const HOST_HEADER = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** Powers of the browser that the application uses, or that no script may ever ask for. */
const PERMISSIONS_POLICY = [
  'geolocation=(self)',
  'camera=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ');

/**
 * The headers of answers that are made before any hook runs, which carry no page: nothing may be
 * loaded by them, and nothing may frame them.
 */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * The socket's address: not every Chromium of the supported ones counts ws: as 'self'. A `Host`
 * that is not one is left out, it would be written into the policy.
 */
function socketSource(publicUrl: string | null, request: IncomingMessage): string {
  if (publicUrl !== null) return publicUrl.replace(/^http/, 'ws');
  const { host } = request.headers;
  return host !== undefined && HOST_HEADER.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/**
 * Puts the security headers on every answer. Nothing is allowed but the application's own files:
 * no inline script or style, no frame, and script sinks take only the policy's Trusted Types.
 * `upgrade-insecure-requests` and HSTS are sent only where people come by https: on a plain
 * http network they would make the application unreachable.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  publicUrl: string | null,
): Promise<void> {
  const isHttps = publicUrl?.startsWith('https:') === true;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", (request) => socketSource(publicUrl, request)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: [TRUSTED_TYPES_POLICY],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Browsers ignore these two on plain http and say so in the console.
    crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
}
