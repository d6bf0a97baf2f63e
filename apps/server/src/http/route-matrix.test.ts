import { isDeepStrictEqual } from 'node:util';
import type { GrantedRole } from '@crece/domain';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { createTokens, SESSION_TOKEN, TOKEN_LIFE_MS } from '../accounts/tokens.ts';
import { QueueFull } from '../concurrency/bounded-queue.ts';
import { anApp } from '../testing/test-app.ts';
import { anAccount } from '../testing/test-people.ts';
import type { AccessEntry } from './declared-access.ts';
import { addressOf, BODIES, routeOf } from './testing/route-address.ts';
import { ACTORS, type Actor, PLACES, type Place, readTable } from './testing/route-matrix.ts';

/** Some 2,500 calls, on a busy machine. */
const TIMEOUT_MS = 120_000;

const GTM = { countries: ['GTM'] };
const VEN = { countries: ['VEN'] };
const UNIT = { stakes: [PLACES.gtm.stakeDB] };

/** What the accounts of the actors may do; `null`: the actor has none. */
const ACCOUNTS: Readonly<Record<Actor, { roles: GrantedRole[]; scope?: object } | null>> = {
  guest: null,
  slip: null,
  user: { roles: ['user'], scope: GTM },
  userVEN: { roles: ['user'], scope: VEN },
  sync: { roles: ['user', 'sync'] },
  syncVEN: { roles: ['user', 'sync'], scope: VEN },
  syncUnit: { roles: ['user', 'sync'], scope: UNIT },
  pilot: { roles: ['phl-pilot'] },
  pilotSync: { roles: ['sync', 'phl-pilot'] },
  admin: { roles: ['user', 'admin'] },
  adminVEN: { roles: ['user', 'admin'], scope: VEN },
  adminUnit: { roles: ['user', 'admin'], scope: UNIT },
  expired: { roles: ['user', 'sync', 'admin'] },
  deleted: { roles: ['user', 'sync', 'admin'] },
  demoted: { roles: ['user', 'sync', 'admin'] },
  forged: { roles: ['user', 'sync', 'admin'] },
};

/** A slip opens one call, in its body: sent where a session would be, it says nothing. */
const authorizationOf = (actor: Actor, token: string | null): Record<string, string> => {
  if (actor === 'slip') return { authorization: 'Slip 0123456789ABCDEF' };
  return token === null ? {} : { authorization: `JWT ${token}` };
};

const isOfUnit = ({ access }: AccessEntry): boolean => 'by' in access && access.by === 'sync-token';

async function aServerWithActors() {
  const built = await anApp();
  const { app, services } = built;
  const { accounts, sessions } = services;
  // Work that takes seconds is refused like that of a full server: who may ask is decided before.
  services.jobs.start = async () => ({ ok: false, code: 'too-many' });
  const full = () => Promise.reject(new QueueFull('in this test'));
  services.jobs.answer = full;
  services.desk.figures = full;
  services.desk.page = full;
  await app.ready();
  await anAccount(built, { username: 'boss', roles: ['user', 'admin'] });

  const clock = () => new Date();
  const tokens = {
    session: createTokens(app.jwt, clock, SESSION_TOKEN),
    sync: services.syncTokens,
  };

  let made = 0;
  async function makeTarget(place: Place): Promise<string> {
    const scope = { stakes: [PLACES[place].stakeDB] };
    made += 1;
    // An erased account's user name is never given again.
    return (await anAccount(built, { username: `target-${place}-${made}`, scope })).id;
  }
  const targets = new Map<Place, string>();
  async function targetOf(place: Place): Promise<string> {
    const known = targets.get(place);
    // Calls before this one may have removed the account, or given it other rights.
    const scope = { stakes: [PLACES[place].stakeDB] };
    const account = known === undefined ? null : await accounts.byId(known);
    if (account !== null) {
      const isAsMade = isDeepStrictEqual(
        { roles: account.roles, scope: account.scope },
        { roles: ['user'], scope },
      );
      if (!isAsMade) await accounts.update(account.id, { roles: ['user'], scope });
      return account.id;
    }
    const made = await makeTarget(place);
    targets.set(place, made);
    return made;
  }

  const people = new Map<Actor, string>();
  for (const actor of ACTORS) {
    const rights = ACCOUNTS[actor];
    if (rights === null) continue;
    people.set(
      actor,
      (await anAccount(built, { username: `a-${actor.toLowerCase()}`, ...rights })).id,
    );
  }

  /** The session of an actor: a new one when calls have ended the one before. */
  const opened = new Map<Actor, string>();
  async function sessionOf(actor: Actor, account: StoredAccount) {
    const before = opened.get(actor);
    const still = before === undefined ? null : await sessions.authenticate(before);
    if (still !== null) return still;
    const session = await sessions.create(account);
    opened.set(actor, session);
    const signedIn = await sessions.authenticate(session);
    if (signedIn === null) throw new Error('no session');
    return signedIn;
  }

  /** A token of an actor. A sync token as if it had the right to one. */
  async function tokenOf(actor: Actor, kind: 'session' | 'sync'): Promise<string | null> {
    const id = people.get(actor);
    const account = id === undefined ? null : await accounts.byId(id);
    if (actor === 'deleted' && account === null) return ended.deleted[kind];
    if (account === null) return null;
    if (actor === 'demoted' && !account.roles.includes('admin')) return ended.demoted[kind];
    const { id: accountId, sessionVersion } = account;
    const age = actor === 'expired' ? TOKEN_LIFE_MS + 1_000 : 0;
    const issuedAt = new Date(Date.now() - age);
    const { sessionId } = await sessionOf(actor, account);
    const token = tokens[kind].sign({ accountId, sessionId, sessionVersion, issuedAt });
    // Signed with another secret: the same content, and a signature of the same length.
    return actor === 'forged' ? token.replace(/[^.]+$/, 'A'.repeat(43)) : token;
  }
  const of = async (actor: Actor) => ({
    session: await tokenOf(actor, 'session'),
    sync: await tokenOf(actor, 'sync'),
  });
  const ended: Record<'deleted' | 'demoted', Record<'session' | 'sync', string | null>> = {
    deleted: await of('deleted'),
    demoted: await of('demoted'),
  };
  await accounts.remove(people.get('deleted') ?? '');
  await accounts.update(people.get('demoted') ?? '', { roles: ['user'] });

  async function ask(entry: AccessEntry, actor: Actor, place: Place): Promise<string> {
    const token = await tokenOf(actor, isOfUnit(entry) ? 'sync' : 'session');
    const body = BODIES[routeOf(entry)];
    const { statusCode } = await app.inject({
      method: entry.method as NonNullable<InjectOptions['method']>,
      url: addressOf(entry.url, { ...PLACES[place], accountId: await targetOf(place) }),
      headers: authorizationOf(actor, token),
      ...(body === undefined ? {} : { payload: body }),
    });
    if (statusCode >= 500) throw new Error(`${actor}: ${routeOf(entry)} ${statusCode}`);
    return [401, 403, 404].includes(statusCode) ? String(statusCode).replace('40', '') : '.';
  }

  return { routes: app.accessTable, ask };
}

describe('every route and every kind of caller', { timeout: TIMEOUT_MS }, () => {
  it('agrees with the table, which names every route and no other', async () => {
    const { routes, ask } = await aServerWithActors();
    const table = readTable();
    expect([...new Set(table.map(({ route }) => route))].sort()).toEqual(
      [...new Set(routes.map(routeOf))].sort(),
    );
    const found: string[] = [];
    for (const { route, place, line } of table) {
      for (const entry of routes.filter((one) => routeOf(one) === route)) {
        const answers: string[] = [];
        for (const actor of ACTORS) answers.push(await ask(entry, actor, place ?? 'gtm'));
        found.push(line(answers));
      }
    }
    const wanted = table.flatMap(({ route, line, expected }) =>
      routes.filter((one) => routeOf(one) === route).map(() => line(expected)),
    );
    expect(found.join('\n')).toBe(wanted.join('\n'));
  });
});
