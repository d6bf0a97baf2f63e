import type { AccountRefusal, AccountResult } from '../accounts/accounts.ts';
import { ONE_USE_PREFIX } from '../accounts/one-use.ts';
import { SESSION_PREFIX } from '../accounts/sessions.ts';
import type { StoredAccount } from '../accounts/stored-account.ts';
import type { DocumentStore, StoredDocument } from '../store/document-store.ts';
import type { AdminServices } from './admin-services.ts';

function isOf(accountId: string, { account, payload }: StoredDocument): boolean {
  if (account === accountId) return true;
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'accountId' in payload &&
    payload.accountId === accountId
  );
}

/**
 * Deletes sessions and links of a removed account at once; they are invalid, but would stay until
 * they expire.
 */
export async function dropTraces(store: DocumentStore, accountId: string): Promise<void> {
  for (const prefix of [SESSION_PREFIX, ONE_USE_PREFIX]) {
    for await (const document of store.listLocal(prefix)) {
      if (!isOf(accountId, document)) continue;
      await store.writeLocal({ _id: document._id, _rev: document._rev, _deleted: true });
    }
  }
}

/**
 * Removes an account with its reservations, sessions, links, picture and what its phones said, unless `refuse` returns a
 * reason.
 */
export async function removeUser(
  {
    accounts,
    accountStore,
    pictures,
    phones,
  }: Pick<AdminServices, 'accounts' | 'accountStore' | 'pictures' | 'phones'>,
  accountId: string,
  refuse: (account: StoredAccount) => AccountRefusal | null,
): Promise<AccountResult> {
  const removed = await accounts.remove(accountId, refuse);
  if (!removed.ok) return removed;
  await dropTraces(accountStore, accountId);
  await phones.forget(accountId);
  const { profileImageURL } = removed.account;
  if (profileImageURL !== null) await pictures.remove(profileImageURL);
  return removed;
}
