import type { SyncFault } from '@crece/storage/sync';
import { useLocation } from 'react-router';
import { saidOf } from './sync-words.ts';

/** What this account may synchronise. */
export const SYNC_INFO_PATH = '/children/syncinfo';

/**
 * Where a sync ends when credentials cannot be had: with the server's reason, or that it could not be
 * asked, or its status, and with its own sentence about a refusal that this version does not know.
 */
export function syncErrorPath(
  fault: Pick<SyncFault, 'code' | 'reason' | 'status' | 'cause'>,
): string {
  const { code, reason, status } = fault;
  const query = new URLSearchParams();
  const told = code === 'credentials' ? reason : code;
  if (told !== null) query.set('reason', told);
  const isUnknown = reason === 'refused';
  if ((code === 'server' || isUnknown) && status !== null) query.set('status', String(status));
  const said = isUnknown ? saidOf(fault) : null;
  if (said !== null) query.set('message', said);
  const text = query.toString();
  return text === '' ? '/sync-error' : `/sync-error?${text}`;
}

/** What the address of the page of sync errors tells; anybody may have typed it. */
export function faultOfAddress(query: URLSearchParams) {
  const reason = query.get('reason');
  const status = query.get('status') ?? '';
  return reason === null
    ? null
    : {
        code: 'credentials' as const,
        reason,
        status: /^[45]\d\d$/.test(status) ? Number(status) : null,
        cause: undefined,
        said: query.get('message'),
      };
}

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
