import { RENEWED_TOKEN_HEADER, SYNC_PATH } from '@crece/contract';
import { can } from '@crece/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountLimits } from '../accounts/rate-limits.ts';
import type { Sessions, SignedIn } from '../accounts/sessions.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { UnitGate } from '../gateway/unit-gate.ts';
import { type Access, type AccessEntry, EVERYONE } from '../http/declared-access.ts';
import { refuse, refuseTooMany } from '../http/errors.ts';
import { refuseSync } from '../http/sync-refusals.ts';

export interface AccessServices {
  sessions: Sessions;
  limits: Pick<AccountLimits, 'call'>;
  unitGate: UnitGate;
}

/** The route of static files; its plugin accepts no configuration for it. */
const FILES_ROUTE = '/*';
const CALLS = new RegExp(`^(?:/api|${SYNC_PATH})(?:/|$|\\?)`);
const OF_GATEWAY = new RegExp(`^${SYNC_PATH}(?:/|$|\\?)`);
const AUTHORIZATION = /^JWT ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/;

type Answer = 'allowed' | 'unauthorized' | 'forbidden';

async function answerTo(
  access: Exclude<Access, { by: 'sync-token' }>,
  signedIn: SignedIn | null,
  request: FastifyRequest,
): Promise<Answer> {
  if (access.to === 'everyone') return 'allowed';
  if (access.to === 'signed-in') return signedIn === null ? 'unauthorized' : 'allowed';
  const account = signedIn === null ? null : accountOf(signedIn.account);
  // Checked first without the place: an account without the right must not learn whether a place
  // exists.
  if (can(account, access.to)) {
    const place = (await access.place?.(request)) ?? null;
    if (place === null || can(account, access.to, place)) return 'allowed';
  }
  return signedIn === null ? 'unauthorized' : 'forbidden';
}

async function renewToken(
  sessions: Sessions,
  signedIn: SignedIn,
  reply: FastifyReply,
): Promise<void> {
  const token = await sessions.renew(signedIn);
  if (token !== null) reply.header(RENEWED_TOKEN_HEADER, token);
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`;

/** Only the unit gate admits to a unit's database; a session opens nothing there. */
async function enterUnit(
  { unitGate, limits }: AccessServices,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const entered = await unitGate.enter(request);
  if (typeof entered === 'string') return refuseSync(reply, entered);
  if (!limits.call(entered.accountId, routeOf(request)).ok) return refuseSync(reply, 'too-many');
  request.unit = entered;
  return undefined;
}

/**
 * The one place where requests are authenticated and authorised, by each route's declaration in
 * `config.access`. A route without a declaration does not start. Must be called before routes are
 * added.
 */
export function addAccess(app: FastifyInstance, services: AccessServices): void {
  const { sessions, limits } = services;
  const table: AccessEntry[] = [];
  app.decorate('accessTable', table);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('unit', null);

  app.addHook('onRoute', (route) => {
    if (route.url === FILES_ROUTE) route.config = { ...route.config, access: EVERYONE };
    const access = route.config?.access;
    if (access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} declares no access`);
    }
    for (const method of [route.method].flat()) table.push({ method, url: route.url, access });
  });

  app.addHook('onRequest', async (request, reply) => {
    // Answers about people must not be cached; a route for everybody sets its own header.
    if (CALLS.test(request.url)) reply.header('cache-control', 'no-store');
    // An unknown address has no route, so there is nothing to protect.
    const access = request.routeOptions.config.access ?? EVERYONE;
    if (access.to === 'sync' && access.by === 'sync-token') {
      return enterUnit(services, request, reply);
    }
    const token = AUTHORIZATION.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined) request.signedIn = await sessions.authenticate(token);
    const { signedIn } = request;
    const answer = await answerTo(access, signedIn, request);
    if (answer !== 'allowed') {
      if (answer === 'forbidden') return refuse(reply, answer);
      reply.header('www-authenticate', 'JWT');
      // A device deletes the data of an account that was removed, but keeps it if only the session
      // ended.
      const isGone = token !== undefined && (await sessions.isOfRemovedAccount(token));
      return refuse(reply, answer, isGone ? [{ code: 'account-removed' }] : undefined);
    }
    if (signedIn !== null) {
      const call = limits.call(signedIn.account.id, routeOf(request));
      // The gateway speaks as CouchDB does, also where everybody may ask.
      if (!call.ok && OF_GATEWAY.test(request.url)) return refuseSync(reply, 'too-many');
      if (!call.ok) return refuseTooMany(reply, call.waitSeconds);
    }
    if (signedIn !== null && access.to !== 'everyone') await renewToken(sessions, signedIn, reply);
    return undefined;
  });
}
