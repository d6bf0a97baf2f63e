import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

// This cookie identifies the browser that began a sign-in, until the page has exchanged its code.
// It opens nothing by itself.

const NAME = 'crece-social';
const BYTES = 32;
/** As long as the way to the provider and back may take, in seconds. */
export const BROWSER_COOKIE_SECONDS = 600;

/**
 * With `__Host-` browsers refuse a cookie that was set without https or by a neighbouring domain.
 */
function cookieName(isHttps: boolean): string {
  return isHttps ? `__Host-${NAME}` : NAME;
}

function attributes(isHttps: boolean): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps };
}

/** A new random secret for a browser. */
export function newBrowserSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Sets the secret in the browser with this answer. */
export function setBrowserCookie(reply: FastifyReply, secret: string, isHttps: boolean): void {
  const options = { ...attributes(isHttps), maxAge: BROWSER_COOKIE_SECONDS };
  reply.setCookie(cookieName(isHttps), secret, options);
}

/** Removes the secret from the browser with this answer. */
export function clearBrowserCookie(reply: FastifyReply, isHttps: boolean): void {
  reply.clearCookie(cookieName(isHttps), attributes(isHttps));
}

/** The secret that a browser sent, or `null`. */
export function browserSecretOf(request: FastifyRequest, isHttps: boolean): string | null {
  return request.cookies[cookieName(isHttps)] || null;
}

/** The stored form of a browser's secret. */
export function browserHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
