import { useSession } from './session.tsx';

/** What stands before the keys of this account's drafts. */
export const draftsOf = (accountId: string) => `${accountId}:`;

/** The same for whoever works here: nobody is offered what another account typed; a guest has none. */
export function useDraftOwner(): string {
  const account = useSession();
  return account === null ? '' : draftsOf(account.id);
}
