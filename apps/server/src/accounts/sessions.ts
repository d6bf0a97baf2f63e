import { randomBytes } from 'node:crypto';
import type { StakeStore } from '../store/stake-store.ts';
import type { Accounts } from './accounts.ts';
import type { StoredAccount } from './stored-account.ts';
import { RENEW_AFTER_MS, TOKEN_LIFE_MS, type TokenClaims, type Tokens } from './tokens.ts';

/** Which session of which account, in which version of its rights. */
export type SessionClaims = Omit<TokenClaims, 'issuedAt'>;

/** Who a request comes from. */
export interface SignedIn {
  account: StoredAccount;
  sessionId: string;
  tokenIssuedAt: Date;
}

export interface Sessions {
  /** Begins a session and answers its token. */
  create(account: StoredAccount): Promise<string>;
  /** `null`: the token opens nothing (any more). */
  authenticate(token: string): Promise<SignedIn | null>;
  /** The account of a session as it is now; `null`: the session has ended. */
  accountOf(claims: SessionClaims): Promise<StoredAccount | null>;
  /** Whether a token that opens nothing was that of an account which is no more. */
  isOfRemovedAccount(token: string): Promise<boolean>;
  /** The token that takes the place of one that is an hour old or older; `null`: too young. */
  renew(signedIn: SignedIn): Promise<string | null>;
  /** Ends one session at once; sessions of an account end with its `sessionVersion`. */
  end(sessionId: string): Promise<void>;
}

export interface SessionsOptions {
  store: StakeStore;
  accounts: Pick<Accounts, 'byId'>;
  tokens: Tokens;
  clock: () => Date;
}

export const SESSION_PREFIX = 'session_';

/**
 * Sessions in documents that do not replicate: no revision stays behind when one ends, and a
 * restored backup brings no ended session back.
 */
export function createSessions({ store, accounts, tokens, clock }: SessionsOptions): Sessions {
  const documentId = (sessionId: string): string => `${SESSION_PREFIX}${sessionId}`;
  const expiry = (from: Date): string => new Date(from.getTime() + TOKEN_LIFE_MS).toISOString();

  async function accountOf({
    accountId,
    sessionId,
    sessionVersion,
  }: SessionClaims): Promise<StoredAccount | null> {
    const [account, session] = await Promise.all([
      accounts.byId(accountId),
      store.readLocal(documentId(sessionId)),
    ]);
    if (account === null || account.sessionVersion !== sessionVersion) return null;
    return session === null || session['account'] !== account.id ? null : account;
  }

  return {
    accountOf,

    async create({ id, sessionVersion }) {
      const issuedAt = clock();
      const sessionId = randomBytes(16).toString('hex');
      await store.writeLocal({
        _id: documentId(sessionId),
        account: id,
        expires: expiry(issuedAt),
      });
      return tokens.sign({ accountId: id, sessionId, sessionVersion, issuedAt });
    },

    async authenticate(token) {
      const claims = tokens.read(token);
      const account = claims === null ? null : await accountOf(claims);
      if (claims === null || account === null) return null;
      return { account, sessionId: claims.sessionId, tokenIssuedAt: claims.issuedAt };
    },

    async isOfRemovedAccount(token) {
      const owner = tokens.ownerOf(token);
      return owner !== null && (await accounts.byId(owner)) === null;
    },

    async renew({ account, sessionId, tokenIssuedAt }) {
      const issuedAt = clock();
      if (issuedAt.getTime() - tokenIssuedAt.getTime() < RENEW_AFTER_MS) return null;
      const session = await store.readLocal(documentId(sessionId));
      if (session === null) return null;
      // A conflict means that another request of the same moment has renewed it, or ended it.
      await store.writeLocal({ ...session, expires: expiry(issuedAt) });
      const { id: accountId, sessionVersion } = account;
      return tokens.sign({ accountId, sessionId, sessionVersion, issuedAt });
    },

    async end(sessionId) {
      const session = await store.readLocal(documentId(sessionId));
      if (session === null) return;
      const { _id, _rev } = session;
      const ended = await store.writeLocal({ _id, _rev, _deleted: true });
      if (ended.ok) return;
      // It was being renewed: what the renewal wrote is ended instead.
      const renewed = await store.readLocal(documentId(sessionId));
      if (renewed !== null) {
        await store.writeLocal({ _id, _rev: renewed._rev, _deleted: true });
      }
    },
  };
}
