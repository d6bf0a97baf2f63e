import type { StoredAccount } from './stored-account.ts';

/**
 * Keeps only the links to provider accounts that have the account's e-mail address. Somebody who
 * created an account with another person's address, or used an open session, must not keep access
 * through another link after the owner of the address has reset the password.
 */
export function linksOfAddress(
  socials: StoredAccount['socials'],
  email: string,
): StoredAccount['socials'] {
  return Object.fromEntries(Object.entries(socials).filter(([, link]) => link.email === email));
}
