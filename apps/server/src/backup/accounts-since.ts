import { openAccounts } from '../accounts/accounts.ts';
import type { StoredAccount } from '../accounts/stored-account.ts';
import type { Stores } from '../store/document-store.ts';

async function accountsIn(stores: Stores): Promise<Map<string, StoredAccount>> {
  const accounts = await openAccounts({ stores, clock: () => new Date() });
  const found = new Map<string, StoredAccount>();
  for await (const account of accounts.list()) found.set(account.id, account);
  return found;
}

const rightsOf = ({ roles, scope }: StoredAccount): string =>
  [...roles.toSorted(), ...(scope?.countries ?? []), ...(scope?.stakes ?? [])].join(' ');

function changesOf(then: StoredAccount, now: StoredAccount): string[] {
  const [was, is] = [rightsOf(then), rightsOf(now)];
  return [
    ...(was === is ? [] : [`may again what it might then (${was}), no longer ${is}`]),
    ...(then.passwordHash === now.passwordHash ? [] : ['has its password of then']),
    ...(then.email === now.email ? [] : ['has its address of then']),
    ...(then.username === now.username ? [] : [`has its name of then, no longer ${now.username}`]),
  ];
}

/**
 * What becomes of accounts that were changed after a backup, a line for each: rights that were taken
 * from somebody since come back with it.
 *
 * @param restored the databases as in the backup
 * @param newer those of the server that it was made of, as they are now
 */
export async function accountsSince(restored: Stores, newer: Stores): Promise<readonly string[]> {
  const [then, now] = [await accountsIn(restored), await accountsIn(newer)];
  const lines = [...then.values()].flatMap((account) => {
    const present = now.get(account.id);
    if (present === undefined) return [`${account.username} is there again; it was removed since`];
    const changes = changesOf(account, present);
    return changes.length === 0 ? [] : [`${account.username} ${changes.join(', and ')}`];
  });
  const added = [...now.values()].filter(({ id }) => !then.has(id));
  return [
    ...lines,
    ...added.map(({ username }) => `${username} is not there; it was added since`),
  ].toSorted();
}
