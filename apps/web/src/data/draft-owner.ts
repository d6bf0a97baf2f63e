import { useSession } from './session.tsx';

/** Prefix of the keys of this account's drafts. */
export const draftPrefixOf = (accountId: string) => `${accountId}:`;

/**
 * Draft key prefix of the person who works now: nobody is offered what another account typed. A
 * guest has no drafts.
 */
export function useDraftOwner(): string {
  const account = useSession();
  return account === null ? '' : draftPrefixOf(account.id);
}
