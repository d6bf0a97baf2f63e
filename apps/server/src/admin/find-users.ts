import { displayNameOf, foldText, type Role } from '@crece/domain';
import type { StoredAccount } from '../accounts/stored-account.ts';

/** Source: the specification, section 9. */
export const USERS_PAGE_SIZE = 15;

export interface UserFilter {
  /** Words that must all occur in names, user name or e-mail; case and accents are ignored. */
  search: string;
  role?: Role | undefined;
}

export interface FoundUsers {
  users: StoredAccount[];
  total: number;
}

// Numbers sort by value, so that "phone 10" comes after "phone 9".
const collator = new Intl.Collator('es', { sensitivity: 'base', numeric: true });

function byName(a: StoredAccount, b: StoredAccount): number {
  return (
    collator.compare(
      displayNameOf(a.firstName, a.lastName),
      displayNameOf(b.firstName, b.lastName),
    ) || (a.username < b.username ? -1 : 1)
  );
}

function isFound(account: StoredAccount, words: readonly string[]): boolean {
  const { firstName, lastName, username, email } = account;
  const text = foldText(`${firstName} ${lastName} ${username} ${email}`);
  return words.every((word) => text.includes(word));
}

/** One page of the matching accounts, by name; equal names by user name. */
export async function findUsers(
  accounts: AsyncIterable<StoredAccount>,
  { search, role }: UserFilter,
  page: number,
): Promise<FoundUsers> {
  const words = foldText(search).split(' ');
  const found: StoredAccount[] = [];
  for await (const account of accounts) {
    if (role !== undefined && !account.roles.includes(role)) continue;
    if (isFound(account, words)) found.push(account);
  }
  const first = (page - 1) * USERS_PAGE_SIZE;
  found.sort(byName);
  return { users: found.slice(first, first + USERS_PAGE_SIZE), total: found.length };
}
