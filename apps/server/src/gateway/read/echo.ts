import {
  SYNC_AFTER_HEADER,
  SYNC_CALLS,
  SYNC_SINCE_HEADER,
  SYNC_UNIT_HEADER,
} from '@crece/contract';
import type { FastifyRequest } from 'fastify';

/** Which parameter says from where a kind of answer was asked, and the header that repeats it. */
const PLACES = [
  [SYNC_CALLS.changes, 'since', SYNC_SINCE_HEADER],
  [SYNC_CALLS.snapshot, 'after', SYNC_AFTER_HEADER],
] as const;

/**
 * The headers by which an answer about a unit repeats its question, as it reached this server: a
 * phone then notices when something on the line has answered another one.
 */
export function echoOf({ url, params }: FastifyRequest): Record<string, string> {
  const { stakeDB } = (params ?? {}) as { stakeDB?: string };
  if (stakeDB === undefined) return {};
  const { pathname, searchParams } = new URL(url, 'http://server');
  const echo: Record<string, string> = { [SYNC_UNIT_HEADER]: encodeURIComponent(stakeDB) };
  for (const [end, name, header] of PLACES) {
    if (pathname.endsWith(`/${end}`)) {
      echo[header] = encodeURIComponent(searchParams.get(name) ?? '');
    }
  }
  return echo;
}

/** Whether a request says that it is meant for another unit than its address names. */
export function isForOther({ headers, params }: FastifyRequest): boolean {
  const meant = headers[SYNC_UNIT_HEADER];
  const { stakeDB = '' } = params as { stakeDB?: string };
  return meant !== undefined && meant !== encodeURIComponent(stakeDB);
}
