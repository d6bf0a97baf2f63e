import { SYNC_MARK_HEADER, type SyncRefusal } from '@crece/contract';
import { can, findUnit, unitOfId } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import type { SessionClaims, Sessions } from '../accounts/sessions.ts';
import { accountOf, type StoredAccount } from '../accounts/stored-account.ts';
import type { Tokens, TokenUse } from '../accounts/tokens.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { ErasedRegister } from '../erased/register.ts';
import type { Stores } from '../store/document-store.ts';
import type { Epoch } from './epoch.ts';
import type { Marks } from './marks.ts';
import { isForOther } from './read/echo.ts';
import { type UnitPlace, unitPlace, unitStoreName } from './unit-place.ts';
import type { UnitRequest } from './unit-request.ts';

/** A sync token opens `/sync/*` only, as long as its session lasts, and for 15 minutes at most. */
export const SYNC_TOKEN: TokenUse = { audience: 'crece-sync', lifeMs: 15 * 60_000 };

/** Decides which unit's database a request may use. */
export interface UnitGate {
  /** Returns the unit that a request is about, or the reason why it is refused. */
  enter(request: FastifyRequest): Promise<UnitRequest | SyncRefusal>;
}

export interface UnitGateOptions {
  tokens: Tokens;
  sessions: Pick<Sessions, 'accountOf'>;
  catalogue: Pick<CatalogueStore, 'current'>;
  stores: Pick<Stores, 'open'>;
  epoch: Pick<Epoch, 'opened'>;
  marks: Pick<Marks, 'present'>;
  erased: Pick<ErasedRegister, 'refresh' | 'refuses' | 'has'>;
  audit: Audit;
}

/**
 * How many refusals are remembered. Each is logged once per session, because a phone without the
 * right asks again and again.
 */
const MAX_TOLD = 1_000;

/** Stock replicators send `Bearer`. */
const AUTHORIZATION = /^(?:JWT|Bearer) ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;

/** The rights of an account on a unit at one moment. */
type Standing =
  | { allowed: true; stored: StoredAccount; place: UnitPlace }
  | { allowed: false; stored: StoredAccount | null; place: UnitPlace | null; reason: SyncRefusal };

/**
 * Reads the store on every request, and again during long ones, so that these count at once: a role
 * or unit taken away, an ended session, a changed password and a removed account.
 */
export function createUnitGate(options: UnitGateOptions): UnitGate {
  const { tokens, sessions, catalogue, stores, epoch, marks, erased, audit } = options;
  const told = new Set<string>();

  function readToken({ headers }: FastifyRequest): SessionClaims | SyncRefusal {
    const token = AUTHORIZATION.exec(headers.authorization ?? '')?.[1];
    if (token === undefined || tokens.ownerOf(token) === null) return 'token-missing';
    return tokens.read(token) ?? 'token-expired';
  }

  async function standingOf(claims: SessionClaims, stakeDB: string): Promise<Standing> {
    const stored = await sessions.accountOf(claims);
    if (stored === null) {
      return { allowed: false, stored, place: null, reason: 'session-ended' };
    }
    const account = accountOf(stored);
    const place = await unitPlace(catalogue, stakeDB);
    if (!can(account, 'sync')) return { allowed: false, stored, place, reason: 'role' };
    // Only accounts with access may learn whether a unit exists.
    return place !== null && can(account, 'sync', place)
      ? { allowed: true, stored, place }
      : { allowed: false, stored, place, reason: 'unit' };
  }

  /** Audits the refusal of a known account, once per session and unit. */
  async function tell(
    { sessionId }: SessionClaims,
    { stored, place, reason }: Extract<Standing, { allowed: false }>,
    from: string,
  ): Promise<void> {
    if (stored === null || place === null) return;
    const { stakeDB: whom } = place;
    const key = `${sessionId} ${whom} ${reason}`;
    if (told.has(key)) return;
    if (told.size >= MAX_TOLD) told.clear();
    told.add(key);
    const { username: who } = stored;
    await audit.record({ what: 'sync-refused', who, whom, from, detail: reason });
  }

  return {
    async enter(request) {
      const claims = readToken(request);
      if (typeof claims === 'string') return claims;
      const { stakeDB } = request.params as { stakeDB: string };
      const standing = await standingOf(claims, stakeDB);
      if (!standing.allowed) {
        await tell(claims, standing, request.ip);
        return standing.reason;
      }
      // Something on the line has sent it to the wrong unit: nothing of it is read or written.
      if (isForOther(request)) return 'bad-request';
      const { stored, place } = standing;
      const store = await stores.open(unitStoreName(stakeDB));
      await epoch.opened(stakeDB, store);
      const { catalogue: places } = await catalogue.current();
      const mark = request.headers[SYNC_MARK_HEADER];
      const mustCheck = typeof mark === 'string' && (await marks.present(stakeDB, store, mark));
      return {
        stakeDB,
        place,
        store,
        account: accountOf(stored),
        accountId: stored.id,
        username: stored.username,
        mustCheck,
        isOfErased: (revision) => erased.refuses(stakeDB, revision),
        isErased: (id) => erased.has(stakeDB, id),
        isOfOtherUnit(id) {
          const named = unitOfId(id);
          return named !== null && named !== stakeDB && findUnit(places, named) !== null;
        },
        async recheck() {
          await erased.refresh();
          const now = await standingOf(claims, stakeDB);
          return now.allowed ? null : now.reason;
        },
      };
    },
  };
}
