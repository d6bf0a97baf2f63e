import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isUnlimitedAdministrator, withoutUndefined } from '@crece/domain';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { type Admins, createAdmins } from './admins.ts';
import {
  createReservations,
  formerReservationsOf,
  hashed,
  hashReservation,
  mailReservation,
  nameReservation,
  type Reservation,
  type ReservationKind,
  type Reservations,
  reservationsHeldBy,
  reservationsOf,
  socialReservation,
} from './reservations.ts';
import {
  ACCOUNT_RANGE,
  accountDocument,
  accountDocumentId,
  marksOf,
  type NewAccount,
  readAccount,
  type StoredAccount,
} from './stored-account.ts';

/** Why an account is not created, changed or removed. */
export type AccountRefusal =
  | 'not-found'
  | 'name-taken'
  | 'email-taken'
  | 'social-taken'
  | 'last-admin'
  | 'last-sign-in'
  | 'own-account'
  /** The account works in places outside the scope of the requester. */
  | 'forbidden'
  /** The deciding function refused the change and holds the issues. */
  | 'validation'
  | 'conflict';

export type AccountResult =
  | { ok: true; account: StoredAccount }
  | { ok: false; code: AccountRefusal };

/** Fields to change; `undefined` removes an optional field. */
export type AccountChange = {
  [Field in keyof Omit<StoredAccount, 'id' | 'created' | 'sessionVersion'>]?:
    | StoredAccount[Field]
    | undefined;
};

/**
 * Decides on the account as stored at the time of writing; called again when another write came
 * first.
 */
export type AccountDecision = (
  account: StoredAccount,
) => AccountChange | { refused: AccountRefusal };

export interface AccountsOptions {
  stores: Stores;
  clock: () => Date;
}

const TAKEN: Readonly<Record<ReservationKind, AccountRefusal>> = {
  name: 'name-taken',
  mail: 'email-taken',
  social: 'social-taken',
};

/** How often a change is retried when other writes come first. */
const TRIES = 20;
/** Without a random pause two processes that change one account in step would stay in step. */
const LONGEST_PAUSE_MS = 20;

/** A change of one of these fields ends every session of the account. */
const ENDING_FIELDS = ['passwordHash', 'passwordChanged', 'roles', 'scope'] as const;

/** Digests of all user names that an account has and had, the oldest first. */
function hashesOf({ formerUsers = [], username }: StoredAccount): readonly string[] {
  return [...formerUsers.map(({ hash }) => hash), hashed(username)];
}

/** More names than anybody has. */
const MOST_FORMER = 100;

/** What is kept of the names that an account no longer has: marks and digests, no name. */
function formerOf(account: StoredAccount, next: StoredAccount, now: string) {
  const { formerNames = [], formerUsers = [], username } = account;
  const [marks, left] = [marksOf(account), marksOf(next)];
  const isRenamed = marks.some((mark) => !left.includes(mark));
  const user = { hash: hashed(username), until: now };
  return {
    ...(isRenamed || formerNames.length > 0
      ? { formerNames: (isRenamed ? marks : formerNames).slice(-MOST_FORMER) }
      : {}),
    ...(next.username === username && formerUsers.length === 0
      ? {}
      : {
          formerUsers: [...formerUsers, ...(next.username === username ? [] : [user])].slice(
            -MOST_FORMER,
          ),
        }),
  };
}

function changed(account: StoredAccount, change: AccountChange, now: string): StoredAccount {
  const fields = withoutUndefined({ ...account, ...change }) as StoredAccount;
  const next = { ...fields, ...formerOf(account, fields, now) };
  const ends = ENDING_FIELDS.some((field) => !isDeepStrictEqual(account[field], next[field]));
  return ends ? { ...next, sessionVersion: account.sessionVersion + 1 } : next;
}

/** Includes addresses that can no longer be taken back. */
function allOf(account: StoredAccount): Reservation[] {
  return [...reservationsOf(account), ...formerReservationsOf(account)];
}

/** The accounts, stored in a database of their own. */
export class Accounts {
  readonly #store: DocumentStore;
  readonly #clock: () => Date;
  readonly #admins: Admins;
  readonly #reservations: Reservations;
  readonly #mutex = new KeyedMutex();

  constructor(store: DocumentStore, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
    this.#admins = createAdmins(store, async (id) => {
      const account = await this.byId(id);
      return account !== null && isUnlimitedAdministrator(account);
    });
    const accountById = (id: string) => this.byId(id);
    this.#reservations = createReservations({ store, clock, accountById });
  }

  async byId(id: string): Promise<StoredAccount | null> {
    const document = await this.#store.read(accountDocumentId(id));
    return document === null ? null : readAccount(document);
  }

  byUsername(username: string): Promise<StoredAccount | null> {
    return this.#byReservation(nameReservation(username));
  }

  byEmail(email: string): Promise<StoredAccount | null> {
    return this.#byReservation(mailReservation(email));
  }

  bySocial(provider: string, subject: string): Promise<StoredAccount | null> {
    return this.#byReservation(socialReservation(provider, subject));
  }

  /** Finds an account by user name or e-mail address, in any case of letters. */
  find(usernameOrEmail: string): Promise<StoredAccount | null> {
    const typed = usernameOrEmail.trim().toLowerCase();
    return typed.includes('@') ? this.byEmail(typed) : this.byUsername(typed);
  }

  /** All accounts, in no particular order. */
  async *list(): AsyncIterable<StoredAccount> {
    for await (const document of this.#store.list(ACCOUNT_RANGE)) yield readAccount(document);
  }

  async create(draft: NewAccount): Promise<AccountResult> {
    const now = this.#clock().toISOString();
    const account: StoredAccount = {
      provider: 'local',
      socials: {},
      profileImageURL: null,
      ...draft,
      id: randomBytes(12).toString('hex'),
      passwordChanged: draft.passwordHash === null ? null : now,
      sessionVersion: 1,
      created: now,
      lastSignIn: null,
    };
    const refusal = await this.#takeAll(reservationsOf(account), account.id);
    if (refusal !== null) return { ok: false, code: refusal };
    const [result] = await this.#store.write([accountDocument(account)]);
    if (result?.ok !== true) return { ok: false, code: 'conflict' };
    if (isUnlimitedAdministrator(account)) await this.#admins.add(account.id);
    return { ok: true, account };
  }

  /** Changes an account; ends all its sessions when password, roles or scope change. */
  update(id: string, change: AccountChange | AccountDecision): Promise<AccountResult> {
    return this.#mutex.runExclusive([id], () => this.#update(id, change));
  }

  /**
   * Removes an account and returns it. `refuse` decides on the account as stored at that time;
   * `null`: it may be removed.
   */
  remove(
    id: string,
    refuse: (account: StoredAccount) => AccountRefusal | null = () => null,
  ): Promise<AccountResult> {
    return this.#mutex.runExclusive([id], () => this.#remove(id, refuse));
  }

  /**
   * Removes an account for good: its user names stay taken, so that nobody else is found under one
   * that a record or log still quotes.
   */
  erase(
    id: string,
    refuse: (account: StoredAccount) => AccountRefusal | null = () => null,
  ): Promise<AccountResult> {
    return this.#mutex.runExclusive([id], () => this.#remove(id, refuse, { keepsNames: true }));
  }

  /** Makes sure that nobody is given a user name of an erased account, by their digests. */
  close(hashes: readonly string[], id: string): Promise<void> {
    return this.#reservations.close(hashes.map(hashReservation), id);
  }

  /** Whether there is an administrator without a scope. */
  hasAdmin(): Promise<boolean> {
    return this.#admins.has();
  }

  /**
   * Repairs differences that a crash left between an account and its reservations or the list of
   * administrators. Only for the start of the server, before requests are served: it may undo what
   * another process is just doing.
   */
  async repair(): Promise<void> {
    const adminIds: string[] = [];
    for await (const account of this.list()) {
      if (isUnlimitedAdministrator(account)) adminIds.push(account.id);
      const own = reservationsHeldBy(account, this.#clock());
      const kept = await this.#store.readMany(own.map(({ key }) => key));
      const lost = own.filter(({ key }) => !kept.has(key));
      await this.#takeAll(lost, account.id);
    }
    await this.#admins.add(...adminIds);
  }

  async #byReservation(reservation: Reservation): Promise<StoredAccount | null> {
    const owner = await this.#reservations.ownerOf(reservation);
    const account = owner === null ? null : await this.byId(owner);
    const isTrue =
      account !== null && reservationsOf(account).some(({ key }) => key === reservation.key);
    return isTrue ? account : null;
  }

  /** Takes all or none; returns what is taken by another account. */
  async #takeAll(wanted: readonly Reservation[], owner: string): Promise<AccountRefusal | null> {
    for (const [i, reservation] of wanted.entries()) {
      if (await this.#reservations.take(reservation, owner)) continue;
      await this.#giveBack(wanted.slice(0, i), owner);
      return TAKEN[reservation.kind];
    }
    return null;
  }

  /** Releases those that the account, as stored now, does not use. */
  async #giveBack(taken: readonly Reservation[], owner: string): Promise<void> {
    const account = await this.byId(owner);
    const held = account === null ? [] : reservationsHeldBy(account, this.#clock());
    const used = new Set(held.map(({ key }) => key));
    const unused = taken.filter(({ key }) => !used.has(key));
    await this.#reservations.release(unused, owner);
  }

  /** Replaces the state that was read by the next; `null`: another write came first. */
  async #replace(
    account: StoredAccount,
    next: StoredAccount,
    rev: string,
  ): Promise<AccountRefusal | 'written' | null> {
    const held = new Set(reservationsHeldBy(account, this.#clock()).map(({ key }) => key));
    const wanted = reservationsOf(next).filter(({ key }) => !held.has(key));
    const refusal = await this.#takeAll(wanted, account.id);
    if (refusal !== null) return refusal;
    if (
      isUnlimitedAdministrator(account) &&
      !isUnlimitedAdministrator(next) &&
      !(await this.#admins.drop(account.id))
    ) {
      await this.#giveBack(wanted, account.id);
      return 'last-admin';
    }
    const [result] = await this.#store.write([{ ...accountDocument(next), _rev: rev }]);
    if (result?.ok !== true) {
      await this.#giveBack(wanted, account.id);
      return null;
    }
    if (isUnlimitedAdministrator(next)) await this.#admins.add(next.id);
    await this.#giveBack(allOf(account), account.id);
    return 'written';
  }

  async #update(id: string, change: AccountChange | AccountDecision): Promise<AccountResult> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const document = await this.#store.read(accountDocumentId(id));
      if (document === null) return { ok: false, code: 'not-found' };
      const account = readAccount(document);
      const decided = typeof change === 'function' ? change(account) : change;
      if ('refused' in decided) return { ok: false, code: decided.refused };
      const next = changed(account, decided, this.#clock().toISOString());
      const outcome = await this.#replace(account, next, document._rev);
      if (outcome === 'written') return { ok: true, account: next };
      if (outcome !== null) return { ok: false, code: outcome };
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
    return { ok: false, code: 'conflict' };
  }

  async #remove(
    id: string,
    refuse: (account: StoredAccount) => AccountRefusal | null,
    { keepsNames = false } = {},
  ): Promise<AccountResult> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const document = await this.#store.read(accountDocumentId(id));
      if (document === null) return { ok: false, code: 'not-found' };
      const account = readAccount(document);
      const code = refuse(account);
      if (code !== null) return { ok: false, code };
      if (isUnlimitedAdministrator(account) && !(await this.#admins.drop(id)))
        return { ok: false, code: 'last-admin' };
      const { _id, _rev } = document;
      const [result] = await this.#store.write([{ _id, _rev, _deleted: true }]);
      if (result?.ok !== true) continue;
      // What is closed is not released.
      if (keepsNames) await this.close(hashesOf(account), id);
      await this.#reservations.release(allOf(account), id);
      return { ok: true, account };
    }
    return { ok: false, code: 'conflict' };
  }
}

/** Opens the accounts. */
export async function openAccounts({ stores, clock }: AccountsOptions): Promise<Accounts> {
  return new Accounts(await stores.open(ACCOUNTS_DATABASE), clock);
}
