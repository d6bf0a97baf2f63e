import { createHash } from 'node:crypto';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import { formerEmailsOf, type StoredAccount } from './stored-account.ts';

/** A reservation without an account is treated as an account being created for this long. */
const IN_PROGRESS_MS = 60_000;

/** What must be unique among all accounts. */
export type ReservationKind = 'name' | 'mail' | 'social';

export interface Reservation {
  kind: ReservationKind;
  /** Id of the document that holds it. */
  key: string;
  /** Id of the document that holds it in data of an earlier version. */
  formerKey?: string;
}

/**
 * What is unique is hashed: a back end writes document ids into its log, and the id of a deleted
 * document stays.
 */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/** The reservation of a user name with this digest (`hashed`). */
export function hashReservation(hash: string): Reservation {
  return { kind: 'name', key: `named_${hash}` };
}

/** The reservation of a user name. */
export function nameReservation(username: string): Reservation {
  return { ...hashReservation(hashed(username)), formerKey: `name_${username}` };
}

/** The reservation of an e-mail address. */
export function mailReservation(email: string): Reservation {
  return { kind: 'mail', key: `mail_${hashed(email)}` };
}

/** The reservation of an account at a provider. */
export function socialReservation(provider: string, subject: string): Reservation {
  return { kind: 'social', key: `social_${hashed(`${provider} ${subject}`)}` };
}

/** Every reservation of an account's present values. */
export function reservationsOf(
  account: Pick<StoredAccount, 'username' | 'email' | 'socials'>,
): Reservation[] {
  return [
    nameReservation(account.username),
    mailReservation(account.email),
    ...Object.entries(account.socials).map(([provider, { subject }]) =>
      socialReservation(provider, subject),
    ),
  ];
}

/** Everything that other accounts may not take at that time. */
export function reservationsHeldBy(account: StoredAccount, now: Date): Reservation[] {
  return [...reservationsOf(account), ...formerReservationsOf(account, now)];
}

/**
 * Replaced addresses that can still be taken back at that time; they stay reserved until then.
 * Without a time: all that are in the account.
 */
export function formerReservationsOf(account: StoredAccount, now?: Date): Reservation[] {
  const former = now === undefined ? (account.formerEmails ?? []) : formerEmailsOf(account, now);
  return former.map(({ was }) => mailReservation(was.email));
}

export interface Reservations {
  /** Takes one for an account; `false`: another account has it. */
  take(reservation: Reservation, owner: string): Promise<boolean>;
  /** Releases those that the account holds. */
  release(reservations: readonly Reservation[], owner: string): Promise<void>;
  /** The id of the account that holds one, or `null`. */
  ownerOf(reservation: Reservation): Promise<string | null>;
  /** Takes those for ever that no other account holds: nobody is given them any more. */
  close(reservations: readonly Reservation[], owner: string): Promise<void>;
}

export interface ReservationOptions {
  store: DocumentStore;
  clock: () => Date;
  accountById: (id: string) => Promise<StoredAccount | null>;
}

/**
 * Unique names as separate documents, written before the account. When two writers want the same
 * name, the store accepts the document of one of them, on every back end.
 */
export function createReservations({
  store,
  clock,
  accountById,
}: ReservationOptions): Reservations {
  /** Whether it is valid: its account uses it, or is being created, or it is closed. */
  async function isHeld({ _id, owner, at, isClosed }: StoredDocument): Promise<boolean> {
    if (isClosed === true) return true;
    const account = await accountById(String(owner));
    const own = account === null ? [] : reservationsHeldBy(account, clock());
    if (own.some(({ key, formerKey }) => key === _id || formerKey === _id)) return true;
    return clock().getTime() - Date.parse(String(at)) < IN_PROGRESS_MS;
  }

  const keysOf = ({ key, formerKey }: Reservation): string[] =>
    formerKey === undefined ? [key] : [key, formerKey];

  return {
    async take(reservation, owner) {
      const { key } = reservation;
      const documents = await store.readMany(keysOf(reservation));
      const document = documents.get(key);
      if (document?.['owner'] === owner) return true;
      for (const kept of documents.values()) {
        if (kept['owner'] !== owner && (await isHeld(kept))) return false;
      }
      const [result] = await store.write([
        {
          _id: key,
          ...(document === undefined ? {} : { _rev: document._rev }),
          owner,
          at: clock().toISOString(),
        },
      ]);
      return result?.ok === true;
    },

    async release(reservations, owner) {
      const documents = await store.readMany(reservations.flatMap(keysOf));
      const own = [...documents.values()].filter(
        (document) => document['owner'] === owner && document['isClosed'] !== true,
      );
      if (own.length === 0) return;
      await store.write(own.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true as const })));
    },

    async ownerOf(reservation) {
      const documents = await store.readMany(keysOf(reservation));
      const [document] = keysOf(reservation).flatMap((key) => documents.get(key) ?? []);
      return document === undefined ? null : String(document['owner']);
    },

    async close(reservations, owner) {
      for (const { key } of reservations) {
        const document = await store.read(key);
        if (document?.['isClosed'] === true) continue;
        if (document !== null && document['owner'] !== owner && (await isHeld(document))) continue;
        const rev = document === null ? {} : { _rev: document._rev };
        const at = clock().toISOString();
        const [closed] = await store.write([{ _id: key, ...rev, owner, at, isClosed: true }]);
        if (closed?.ok !== true) throw new Error('a user name is taken while it is closed');
      }
    },
  };
}
