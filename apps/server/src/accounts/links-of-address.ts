import type { StoredAccount } from './stored-account.ts';

/**
 * Links to providers that vouch for the account's address. Whoever made an account with somebody
 * else's address, or sat at an open session, must not stay in by another link once the owner of the
 * address has set the password anew.
 */
export function linksOfAddress(
  socials: StoredAccount['socials'],
  email: string,
): StoredAccount['socials'] {
  return Object.fromEntries(Object.entries(socials).filter(([, link]) => link.email === email));
}
