import type { SocialError } from '@crece/contract';
import type { Language } from '@crece/messages';
import type { AccountResult, Accounts } from '../accounts/accounts.ts';
import type { SocialLink, StoredAccount } from '../accounts/stored-account.ts';
import type { Identity } from './identity.ts';
import { usernamesFor } from './user-names.ts';

export type SocialResult =
  | { ok: true; account: StoredAccount; isNew: boolean }
  | { ok: false; code: SocialError };

type SocialAccountsPart = Pick<Accounts, 'bySocial' | 'create' | 'update'>;

/**
 * The stored link. It keeps only an address that the provider has verified: a password reset by
 * mail drops all links without the account's address, whoever created the account.
 */
function linkOf({ subject, displayName, email, isEmailChecked }: Identity): SocialLink {
  return { subject, displayName, email: isEmailChecked ? email : null };
}

async function createFor(
  accounts: SocialAccountsPart,
  provider: string,
  identity: Identity,
  language: Language,
): Promise<SocialResult> {
  const { email, firstName, lastName, isEmailChecked } = identity;
  if (email === null) return { ok: false, code: 'social-no-email' };
  for (const username of usernamesFor(identity)) {
    const result = await accounts.create({
      username,
      email,
      firstName: firstName === '' ? username : firstName,
      lastName,
      roles: ['user'],
      passwordHash: null,
      language,
      provider,
      socials: { [provider]: linkOf(identity) },
    });
    if (result.ok) return { ...result, isNew: true };
    if (result.code === 'email-taken') {
      // Never linked by the address alone: the person who has it at a provider may not be the owner
      // here.
      return { ok: false, code: isEmailChecked ? 'social-email-taken' : 'social-email-unverified' };
    }
    if (result.code === 'social-taken') {
      const account = await accounts.bySocial(provider, identity.subject);
      if (account !== null) return { ok: true, account, isNew: false };
      return { ok: false, code: 'social-failed' };
    }
  }
  return { ok: false, code: 'social-failed' };
}

/** The account of an identity, created at the first sign-in. */
export async function accountFor(
  accounts: SocialAccountsPart,
  provider: string,
  identity: Identity,
  language: Language,
): Promise<SocialResult> {
  const account = await accounts.bySocial(provider, identity.subject);
  return account === null
    ? createFor(accounts, provider, identity, language)
    : { ok: true, account, isNew: false };
}

/** The account of an identity; creates none. */
export async function knownFor(
  accounts: Pick<Accounts, 'bySocial'>,
  provider: string,
  identity: Identity,
): Promise<SocialResult> {
  const account = await accounts.bySocial(provider, identity.subject);
  if (account === null) return { ok: false, code: 'social-new-account' };
  return { ok: true, account, isNew: false };
}

/** Links an identity to the account of its signed-in owner. */
export async function linkIdentity(
  accounts: SocialAccountsPart,
  accountId: string,
  provider: string,
  identity: Identity,
): Promise<SocialResult> {
  let isNew = false;
  const result = await accounts.update(accountId, ({ socials }) => {
    const present = Object.hasOwn(socials, provider) ? socials[provider] : undefined;
    isNew = present === undefined;
    if (present === undefined) return { socials: { ...socials, [provider]: linkOf(identity) } };
    return present.subject === identity.subject ? {} : { refused: 'conflict' };
  });
  if (result.ok) return { ...result, isNew };
  if (result.code === 'social-taken') return { ok: false, code: 'social-linked-elsewhere' };
  return {
    ok: false,
    code: result.code === 'not-found' ? 'social-signed-out' : 'social-already-linked',
  };
}

/**
 * Removes a provider from an account, unless its owner could not sign in any more: without a
 * password, another provider that the server still offers must remain.
 */
export function unlinkProvider(
  accounts: Pick<Accounts, 'update'>,
  accountId: string,
  provider: string,
  offered: readonly string[],
): Promise<AccountResult> {
  return accounts.update(accountId, ({ socials, passwordHash }) => {
    const left = Object.entries(socials).filter(([name]) => name !== provider);
    const canSignIn = passwordHash !== null || left.some(([name]) => offered.includes(name));
    return canSignIn ? { socials: Object.fromEntries(left) } : { refused: 'last-sign-in' };
  });
}
