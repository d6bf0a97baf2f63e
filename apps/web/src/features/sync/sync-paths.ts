import type { SyncFault } from '@crece/storage/sync';
import { useLocation } from 'react-router';

/** What this account may synchronise. */
export const SYNC_INFO_PATH = '/children/syncinfo';

/** Why there were no credentials: the server's reason, or that it could not be asked. */
export const reasonOf = ({ code, reason }: Pick<SyncFault, 'code' | 'reason'>): string | null =>
  code === 'credentials' ? reason : code;

/** Where a sync ends when credentials cannot be had, with the reason. */
export const syncErrorPath = (reason: string | null): string =>
  reason === null ? '/sync-error' : `/sync-error?${new URLSearchParams({ reason })}`;

/** What the way to the page of sync errors and back carries. */
export interface AgainState {
  /** The page to go back to. */
  back?: string;
  /** That page is to begin at once. */
  again?: true;
}

/** What the way to this page carried. */
export function useAgain(): AgainState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
