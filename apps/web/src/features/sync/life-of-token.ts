/** Life of credentials when the token does not contain it (decisions, section 6). */
const USUAL_LIFE_MS = 15 * 60_000;
const SECOND_MS = 1000;

/**
 * How long a token is valid from when it was made, in milliseconds. Both times are the server's, so
 * a wrong clock of this device does not matter. Nothing else in the token is read.
 */
export function lifeOfToken(token: string): number {
  try {
    const [, payload = ''] = token.split('.');
    const text = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    const { iat, exp } = JSON.parse(text) as Record<string, unknown>;
    return typeof iat === 'number' && typeof exp === 'number' && exp > iat
      ? (exp - iat) * SECOND_MS
      : USUAL_LIFE_MS;
  } catch {
    return USUAL_LIFE_MS;
  }
}
