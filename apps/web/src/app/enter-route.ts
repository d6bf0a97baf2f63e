import { type Account, can } from '@crece/domain';
import type { RouteRow } from './route-table.ts';

export type RouteAnswer = 'allowed' | 'needs-sign-in' | 'forbidden';

/**
 * What a route answers to somebody: signed out asks for sign-in, signed in without the right is
 * refused. `hasSession` is false for a person known to this device whom the server does not know now.
 */
export function enterRoute(
  account: Account | null,
  { needs, isLocal }: Pick<RouteRow, 'needs' | 'isLocal'>,
  hasSession: boolean,
): RouteAnswer {
  if (needs === null) return 'allowed';
  if (account === null || !(hasSession || isLocal === true)) return 'needs-sign-in';
  return can(account, needs) ? 'allowed' : 'forbidden';
}
