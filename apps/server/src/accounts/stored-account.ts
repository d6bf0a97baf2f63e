import type { UserBody } from '@crece/contract';
import { type Account, displayNameOf, nameMark, type Role } from '@crece/domain';
import type { Language } from '@crece/messages';
import type { KnownUserName } from '../erased/erased-file.ts';
import type { StoredDocument } from '../store/document-store.ts';

/** An account at a provider by which its owner may sign in. */
export interface SocialLink {
  /** The provider's permanent id of the person; unlike address and name it never changes. */
  subject: string;
  displayName: string;
  email: string | null;
}

/** The values at the time of the request that a change of address would make hard to restore. */
export interface BeforeChange {
  email: string;
  username: string;
  socials: Record<string, SocialLink>;
}

/** A new address that is not confirmed: it is shown, but not used for anything. */
export interface PendingEmail {
  id: string;
  email: string;
  /** ISO instants in UTC, here and below. */
  asked: string;
  was: BeforeChange;
}

/** A replaced address. The reader of its mail can take it back for a day. */
export interface FormerEmail {
  /** The id of the pending change. */
  id: string;
  /** Since when the new address is valid. */
  counted: string;
  was: BeforeChange;
}

/** How long a replaced address can be taken back after the new one became valid. */
export const EMAIL_TAKE_BACK_MS = 24 * 60 * 60_000;

/** The replaced addresses that can still be taken back. */
export function formerEmailsOf(
  { formerEmails = [] }: Pick<StoredAccount, 'formerEmails'>,
  now: Date,
): FormerEmail[] {
  return formerEmails.filter(
    ({ counted }) => now.getTime() - Date.parse(counted) < EMAIL_TAKE_BACK_MS,
  );
}

/** An account as the server stores it. Only `userBodyOf` of it may leave the server. */
export interface StoredAccount {
  id: string;
  /** Lower case, unique. */
  username: string;
  /** Lower case, unique. */
  email: string;
  firstName: string;
  lastName: string;
  roles: Role[];
  /** Absent: everything that the roles allow. */
  scope?: { countries?: string[]; stakes?: string[] };
  /** `local`, or the provider with which the account was created. */
  provider: string;
  socials: Record<string, SocialLink>;
  profileImageURL: string | null;
  /** `null`: no password yet (an invitation, or a social sign-in). */
  passwordHash: string | null;
  /** When the password was last set; a change invalidates links to set one. */
  passwordChanged: string | null;
  /** Raised with password, roles and scope; tokens of an earlier version are refused. */
  sessionVersion: number;
  /** The language of mails. */
  language: Language;
  pendingEmail?: PendingEmail;
  /** The oldest first; some may be older than a day. */
  formerEmails?: FormerEmail[];
  roleRequest?: { role: 'sync'; note: string; at: string };
  /** When the last request was refused. */
  roleRefused?: string;
  /** `nameMark` of each name that it had before: records name people by the name of then. */
  formerNames?: readonly number[];
  /** The user names that it had before, by their digests. */
  formerUsers?: readonly KnownUserName[];
  /** ISO instants in UTC. */
  created: string;
  lastSignIn: string | null;
}

/** The values of a new account; all others have defaults. */
export type NewAccount = Pick<
  StoredAccount,
  'username' | 'email' | 'firstName' | 'lastName' | 'roles' | 'passwordHash' | 'language'
> &
  Partial<Pick<StoredAccount, 'provider' | 'socials' | 'profileImageURL' | 'scope'>>;

const PREFIX = 'user_';

/** The id of an account's document. */
export function accountDocumentId(id: string): string {
  return `${PREFIX}${id}`;
}

/** First and last id of the documents of accounts. */
export const ACCOUNT_RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;

/** The account in a document. Only this server writes them, so fields are not checked. */
export function readAccount(document: StoredDocument): StoredAccount {
  const { _id, _rev, ...fields } = document;
  return { ...fields, id: _id.slice(PREFIX.length) } as unknown as StoredAccount;
}

/** The account's document without its revision. */
export function accountDocument({ id, ...fields }: StoredAccount): {
  _id: string;
  [field: string]: unknown;
} {
  return { _id: accountDocumentId(id), ...fields };
}

/** `nameMark` of each name by which records may name the account's owner. */
export function marksOf(account: StoredAccount): readonly number[] {
  const { firstName, lastName, formerNames = [] } = account;
  return [...new Set([...formerNames, nameMark(displayNameOf(firstName, lastName))])];
}

/** The account as the permission rules need it. */
export function accountOf(stored: StoredAccount): Account {
  const { id, username, firstName, lastName, roles, scope } = stored;
  return {
    id,
    username,
    displayName: displayNameOf(firstName, lastName),
    roles,
    ...(scope === undefined ? {} : { scope }),
  };
}

/** The account as its owner and administrators see it: without hash, versions and subjects. */
export function userBodyOf(stored: StoredAccount): UserBody {
  const { socials, scope, roleRequest, roleRefused, pendingEmail } = stored;
  return {
    id: stored.id,
    username: stored.username,
    email: stored.email,
    firstName: stored.firstName,
    lastName: stored.lastName,
    displayName: displayNameOf(stored.firstName, stored.lastName),
    roles: stored.roles,
    ...(scope === undefined ? {} : { scope }),
    provider: stored.provider,
    additionalProvidersData: Object.fromEntries(
      Object.entries(socials).map(([provider, { displayName, email }]) => [
        provider,
        { displayName, email },
      ]),
    ),
    profileImageURL: stored.profileImageURL,
    hasPassword: stored.passwordHash !== null,
    ...(pendingEmail === undefined
      ? {}
      : { pendingEmail: { email: pendingEmail.email, asked: pendingEmail.asked } }),
    ...(roleRequest === undefined ? {} : { roleRequest }),
    ...(roleRefused === undefined ? {} : { roleRefused }),
    created: stored.created,
    lastSignIn: stored.lastSignIn,
  };
}
