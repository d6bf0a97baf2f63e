import type {} from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';

/**
 * The content of a token. Roles are not in it, because they are read from the account on every
 * request.
 */
export interface TokenClaims {
  accountId: string;
  sessionId: string;
  sessionVersion: number;
  issuedAt: Date;
}

export interface Tokens {
  sign(claims: TokenClaims): string;
  /** `null`: forged, of another use, issued further ahead than the leeway, or expired. */
  read(token: string): TokenClaims | null;
  /** The account of a token, however old; `null`: not signed by this server. */
  ownerOf(token: string): string | null;
}

/** How long a token opens its session. */
export const TOKEN_LIFE_MS = 12 * 60 * 60_000;
/** A token of this age or older is replaced while it is in use. */
export const RENEW_AFTER_MS = 60 * 60_000;

/**
 * A server clock set back by less than this signs nobody out. A session is ended by its stored
 * document, not by this time.
 */
export const CLOCK_LEEWAY_MS = 60_000;

/**
 * The use of a kind of token. All kinds are signed with one secret and distinguished by their
 * audience.
 */
export interface TokenUse {
  audience: string;
  lifeMs: number;
}

export const SESSION_TOKEN: TokenUse = { audience: 'crece-session', lifeMs: TOKEN_LIFE_MS };
export const TOKEN_ALGORITHM = 'HS256';

const NUMERIC_DATE_MS = 1_000;

interface Payload {
  aud?: unknown;
  sub?: unknown;
  sid?: unknown;
  ver?: unknown;
  iat?: unknown;
  exp?: unknown;
}

function claimsOf(payload: Payload, audience: string, nowSeconds: number): TokenClaims | null {
  const { aud, sub, sid, ver, iat, exp } = payload;
  if (aud !== audience || typeof sub !== 'string' || typeof sid !== 'string') return null;
  if (typeof ver !== 'number' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  if (nowSeconds >= exp || iat > nowSeconds + CLOCK_LEEWAY_MS / NUMERIC_DATE_MS) return null;
  return {
    accountId: sub,
    sessionId: sid,
    sessionVersion: ver,
    issuedAt: new Date(iat * NUMERIC_DATE_MS),
  };
}

/**
 * Tokens for one use, made by `@fastify/jwt`, which accepts only `HS256` with the server's secret.
 */
export function createTokens(
  jwt: FastifyInstance['jwt'],
  clock: () => Date,
  { audience, lifeMs }: TokenUse = SESSION_TOKEN,
): Tokens {
  const seconds = (time: Date): number => Math.floor(time.getTime() / NUMERIC_DATE_MS);
  const payloadOf = (token: string): Payload | null => {
    try {
      return jwt.verify<Payload>(token);
    } catch {
      return null;
    }
  };
  return {
    sign({ accountId, sessionId, sessionVersion, issuedAt }) {
      const iat = seconds(issuedAt);
      const exp = iat + lifeMs / NUMERIC_DATE_MS;
      return jwt.sign({
        aud: audience,
        sub: accountId,
        sid: sessionId,
        ver: sessionVersion,
        iat,
        exp,
      });
    },
    read(token) {
      const payload = payloadOf(token);
      return payload === null ? null : claimsOf(payload, audience, seconds(clock()));
    },
    ownerOf(token) {
      const payload = payloadOf(token);
      return payload?.aud === audience && typeof payload.sub === 'string' ? payload.sub : null;
    },
  };
}
