import { createHash, randomBytes } from 'node:crypto';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { Accounts } from './accounts.ts';
import type { DeviceWords } from './device-words.ts';
import { completedSession, formerSessionId } from './former-sessions.ts';
import type { StoredAccount } from './stored-account.ts';
import { RENEW_AFTER_MS, TOKEN_LIFE_MS, type TokenClaims, type Tokens } from './tokens.ts';

const ACCOUNT_ID = /^[0-9a-f]{24}$/;
const SESSION_ID = /^[0-9a-f]{32}$/;

/** The id of a session in lists: a hash, because the real id is enough to end the session later. */
function publicSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 24);
}

/**
 * The session that a token names, without verification: the token may be expired, or only its
 * middle part, which opens nothing. Use it only to end that session; the proof of the sender is the
 * 128 random bits of the session's id.
 */
function sessionOfToken(token: string): { accountId: string; sessionId: string } | null {
  const parts = token.split('.');
  const payload = parts.length === 1 ? parts[0] : parts[1];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const { sub, sid } = Object(claims) as { sub?: unknown; sid?: unknown };
    if (typeof sub !== 'string' || typeof sid !== 'string') return null;
    return ACCOUNT_ID.test(sub) && SESSION_ID.test(sid) ? { accountId: sub, sessionId: sid } : null;
  } catch {
    return null;
  }
}

/** The session and account, with the version of the account's rights. */
export type SessionClaims = Omit<TokenClaims, 'issuedAt'>;

/** The sender of a request. */
export interface SignedIn {
  account: StoredAccount;
  sessionId: string;
  /** When its owner last proved to own the account. */
  begun: Date;
  tokenIssuedAt: Date;
}

type OwnSession = Pick<SignedIn, 'account' | 'sessionId'>;

/** A session as its owner sees it in the list. */
export interface ListedSession {
  /** Id in the list; it opens nothing. */
  id: string;
  begun: string;
  /** Accurate to the hour: a session is written only when its token is replaced. */
  used: string;
  device: DeviceWords;
  isThis: boolean;
}

export interface SessionsOptions {
  store: DocumentStore;
  accounts: Pick<Accounts, 'byId'>;
  tokens: Tokens;
  clock: () => Date;
}

export const SESSION_PREFIX = 'session_';

/** After this time the owner must sign in again, even if the session is in use. */
export const SESSION_LIFE_MS = 30 * 24 * 60 * 60_000;

/**
 * Wrong current passwords until the session ends: whoever found it open can guess no further, and the
 * owner only signs in again.
 */
export const MOST_WRONG_PASSWORDS = 10;

const UNKNOWN_DEVICE: DeviceWords = { browser: null, system: null };

/** A session's document. Only this server writes them, so fields are not checked. */
interface StoredSession {
  account: string;
  version: number;
  begun: string;
  used: string;
  expires: string;
  device: DeviceWords;
  /** Wrong current passwords so far. */
  wrong?: number;
}

const prefixOf = (accountId: string): string => `${SESSION_PREFIX}${accountId}_`;
const documentId = (accountId: string, sessionId: string): string =>
  `${prefixOf(accountId)}${sessionId}`;
const endOf = (begun: string): number => Date.parse(begun) + SESSION_LIFE_MS;
const expiry = (used: Date, begun: string): string =>
  new Date(Math.min(used.getTime() + TOKEN_LIFE_MS, endOf(begun))).toISOString();

/**
 * Sessions are local documents, which do not replicate: no revision remains when one ends, and a
 * restored backup brings no ended session back. The id contains the account, so that the sessions
 * of one account are found without reading all.
 */
export class Sessions {
  readonly #store: DocumentStore;
  readonly #accounts: Pick<Accounts, 'byId'>;
  readonly #tokens: Tokens;
  readonly #clock: () => Date;

  constructor({ store, accounts, tokens, clock }: SessionsOptions) {
    this.#store = store;
    this.#accounts = accounts;
    this.#tokens = tokens;
    this.#clock = clock;
  }

  /**
   * Begins a session and returns its token. `begun`: time of the sign-in that it continues, else
   * now.
   */
  async create(
    { id, sessionVersion }: StoredAccount,
    { device = UNKNOWN_DEVICE, begun = this.#clock() }: { device?: DeviceWords; begun?: Date } = {},
  ): Promise<string> {
    const issuedAt = this.#clock();
    const sessionId = randomBytes(16).toString('hex');
    const session: StoredSession = {
      account: id,
      version: sessionVersion,
      begun: begun.toISOString(),
      used: issuedAt.toISOString(),
      expires: expiry(issuedAt, begun.toISOString()),
      device,
    };
    await this.#store.writeLocal({ _id: documentId(id, sessionId), ...session });
    return this.#tokens.sign({ accountId: id, sessionId, sessionVersion, issuedAt });
  }

  /** The present account of a session; `null`: the session has ended. */
  async accountOf(claims: SessionClaims): Promise<StoredAccount | null> {
    return (await this.#read(claims))?.account ?? null;
  }

  /** `null`: the token is not (or no longer) valid. */
  async authenticate(token: string): Promise<SignedIn | null> {
    const claims = this.#tokens.read(token);
    const found = claims === null ? null : await this.#read(claims);
    if (claims === null || found === null) return null;
    const { account, session } = found;
    const { sessionId, issuedAt } = claims;
    return { account, sessionId, begun: new Date(session.begun), tokenIssuedAt: issuedAt };
  }

  /** Whether an invalid token belonged to an account that has been removed. */
  async isOfRemovedAccount(token: string): Promise<boolean> {
    const owner = this.#tokens.ownerOf(token);
    return owner !== null && (await this.#accounts.byId(owner)) === null;
  }

  /** The replacement of a token that is at least an hour old; `null`: it is younger. */
  async renew({ account, sessionId, tokenIssuedAt, begun }: SignedIn): Promise<string | null> {
    const issuedAt = this.#clock();
    if (issuedAt.getTime() - tokenIssuedAt.getTime() < RENEW_AFTER_MS) return null;
    const { id: accountId, sessionVersion } = account;
    const session = await this.#find(accountId, sessionId);
    if (session === null) return null;
    // A conflict means that a simultaneous request has renewed or ended it.
    await this.#store.writeLocal({
      ...session,
      used: issuedAt.toISOString(),
      expires: expiry(issuedAt, begun.toISOString()),
    });
    return this.#tokens.sign({ accountId, sessionId, sessionVersion, issuedAt });
  }

  /** The open sessions of an account, the most recently used first. */
  async list({ account, sessionId: own }: SignedIn): Promise<ListedSession[]> {
    const now = this.#clock().toISOString();
    const found: ListedSession[] = [];
    for await (const document of this.#store.listLocal(prefixOf(account.id))) {
      const { version, begun, used, expires, device } = document as StoredDocument & StoredSession;
      if (version !== account.sessionVersion || expires <= now) continue;
      const sessionId = document._id.slice(prefixOf(account.id).length);
      const isThis = sessionId === own;
      found.push({ id: publicSessionId(sessionId), begun, used, device, isThis });
    }
    return found.sort((a, b) => b.used.localeCompare(a.used));
  }

  /**
   * Ends one session at once; returns whether it was open. (All sessions of an account end with its
   * `sessionVersion`.)
   */
  async end(accountId: string, sessionId: string): Promise<boolean> {
    let hasEnded = false;
    // Again when it was renewed meanwhile; and a former session has two documents while it is moved.
    for (;;) {
      const session = await this.#find(accountId, sessionId);
      if (session === null) return hasEnded;
      const { _id, _rev } = session;
      await this.#store.writeLocal({ _id, _rev, _deleted: true });
      hasEnded = true;
    }
  }

  /**
   * Counts a wrong current password; the tenth of a session ends it. Returns whether it has ended.
   */
  async noteWrongPassword({ account, sessionId }: OwnSession): Promise<boolean> {
    for (;;) {
      const session = await this.#find(account.id, sessionId);
      if (session === null) return true;
      const wrong = ((session as StoredDocument & StoredSession).wrong ?? 0) + 1;
      if (wrong >= MOST_WRONG_PASSWORDS) return this.end(account.id, sessionId);
      // Otherwise another request has written the session meanwhile.
      if ((await this.#store.writeLocal({ ...session, wrong })).ok) return false;
    }
  }

  /** Ends a session of the list; `false`: it is not (or no longer) there. */
  async endListed(accountId: string, id: string): Promise<boolean> {
    for await (const sessionId of this.#idsOf(accountId)) {
      if (publicSessionId(sessionId) === id) return this.end(accountId, sessionId);
    }
    return false;
  }

  /** Ends all sessions of the account but this one; returns how many. */
  async endOthers({ account, sessionId: own }: OwnSession): Promise<number> {
    let ended = 0;
    for await (const sessionId of this.#idsOf(account.id)) {
      if (sessionId !== own && (await this.end(account.id, sessionId))) ended += 1;
    }
    return ended;
  }

  /**
   * Ends the session that a token names; any of its tokens works, however old, and the middle part
   * is enough. Returns the account of the session; `null`: it was not open.
   */
  async endByToken(token: string): Promise<StoredAccount | null> {
    const named = sessionOfToken(token);
    if (named === null || !(await this.end(named.accountId, named.sessionId))) return null;
    return this.#accounts.byId(named.accountId);
  }

  async #find(accountId: string, sessionId: string): Promise<StoredDocument | null> {
    const document = await this.#store.readLocal(documentId(accountId, sessionId));
    if (document !== null) return document;
    const former = await this.#store.readLocal(formerSessionId(sessionId));
    return former?.['account'] === accountId ? completedSession(former) : null;
  }

  /** The present account and session. */
  async #read({ accountId, sessionId, sessionVersion }: SessionClaims) {
    const [account, document] = await Promise.all([
      this.#accounts.byId(accountId),
      this.#find(accountId, sessionId),
    ]);
    if (account === null || account.sessionVersion !== sessionVersion) return null;
    if (document === null) return null;
    const session = document as StoredDocument & StoredSession;
    return this.#clock().getTime() < endOf(session.begun) ? { account, session } : null;
  }

  /** Ids of an account's sessions, including those ended by a change of rights. */
  async *#idsOf(accountId: string): AsyncIterable<string> {
    for await (const { _id } of this.#store.listLocal(prefixOf(accountId))) {
      yield _id.slice(prefixOf(accountId).length);
    }
  }
}
