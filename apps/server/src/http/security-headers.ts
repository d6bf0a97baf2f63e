import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The only Trusted Types policy; the web application creates it to register its service worker. */
const TRUSTED_TYPES_POLICY = 'crece';

/** Browser features that the application uses, or that no script may ever request. */
const PERMISSIONS_POLICY = [
  'geolocation=(self)',
  // Codes on cards and slips are read from its picture.
  'camera=(self)',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ');

/**
 * The headers of answers that are made before any hook runs. They contain no page, so nothing may
 * be loaded by them or frame them.
 */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * The socket's address, because some supported versions of Chromium do not accept ws: as 'self'.
 * Without a public address the server is reached from this machine only: what `Host` says is never
 * written into an answer. IPv6's `[::1]` cannot be named: the grammar of a policy has no such host,
 * and browsers report it as an error on every page.
 */
function socketSource(publicUrl: string | null, { socket }: IncomingMessage): string {
  if (publicUrl !== null) return publicUrl.replace(/^http/, 'ws');
  const { localPort: port } = socket;
  if (port === undefined) return "'self'";
  return `ws://127.0.0.1:${port} ws://localhost:${port}`;
}

/**
 * Sets the security headers on every answer. Only the application's own files are allowed: no
 * inline script or style, no frame, and script sinks accept only Trusted Types of the policy.
 * `upgrade-insecure-requests` and HSTS are sent only if the public address is https: on a plain
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
    // Browsers ignore these two on plain http and warn in the console.
    crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
}
