import { displayNameOf } from '@crece/domain';
import type { StoredAccount } from '../accounts/stored-account.ts';

/**
 * Whether an account is the one that had its user name at an instant: one that was added later is
 * not the one that a log quotes.
 */
export function isOfThen(account: StoredAccount | null, at: string): account is StoredAccount {
  return account !== null && account.created <= at;
}

/** The name of the person whose user name was quoted at an instant; `null`: the account is gone. */
export function nameOfThen(account: StoredAccount | null, at: string): string | null {
  return isOfThen(account, at) ? displayNameOf(account.firstName, account.lastName) : null;
}
