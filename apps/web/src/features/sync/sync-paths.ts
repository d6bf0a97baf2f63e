import type { SyncFault } from '@crece/storage/sync';
import { useLocation } from 'react-router';
import { sync } from './feature.ts';
import { saidOf } from './sync-words.ts';

/** Path of the page that shows what this account may synchronise. */
export const SYNC_INFO_PATH = sync.pages.info.at;

/**
 * Path of the page of sync errors, for credentials that were not available. It contains the
 * server's reason (or that there was no answer), its status, and its own sentence for a refusal
 * that this version does not know.
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
  const { at } = sync.pages.error;
  return text === '' ? at : `${at}?${text}`;
}

/**
 * Reads a fault from the address of the page of sync errors; anybody may have typed that address.
 */
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

/** The history state of the links to the page of sync errors and back. */
export interface AgainState {
  /** The page to go back to. */
  back?: string;
  /** Whether that page starts a run at once. */
  again?: true;
}

/** The history state of the current page. */
export function useAgain(): AgainState {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? state : {};
}
