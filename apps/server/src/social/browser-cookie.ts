import { createHash, randomBytes } from 'node:crypto';

// One cookie tells the browser that began a sign-in from all others, until the page has exchanged
// its code. It opens nothing by itself.

const NAME = 'crece-social';
const BYTES = 32;
/** As long as the way to the provider and back may take. */
export const BROWSER_COOKIE_SECONDS = 600;

/** `__Host-` makes browsers refuse one that was set without https or by a neighbouring domain. */
function cookieName(isHttps: boolean): string {
  return isHttps ? `__Host-${NAME}` : NAME;
}

function setCookie(value: string, seconds: number, isHttps: boolean): string {
  const attributes = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (isHttps) attributes.push('Secure');
  return [`${cookieName(isHttps)}=${value}`, ...attributes].join('; ');
}

/** A new secret for a browser, and the header that gives it. */
export function newBrowserCookie(isHttps: boolean): { secret: string; header: string } {
  const secret = randomBytes(BYTES).toString('base64url');
  return { secret, header: setCookie(secret, BROWSER_COOKIE_SECONDS, isHttps) };
}

/** The header that takes the cookie back. */
export function clearedBrowserCookie(isHttps: boolean): string {
  return setCookie('', 0, isHttps);
}

/** The secret that a browser sent, or `null`. */
export function readBrowserCookie(header: string | undefined, isHttps: boolean): string | null {
  const start = `${cookieName(isHttps)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return pair === undefined || pair.length === start.length ? null : pair.slice(start.length);
}

/** What is kept of a browser's secret. */
export function browserHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
