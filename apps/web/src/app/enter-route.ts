import { type Account, can } from '@crece/domain';
import type { RouteRow } from './features.ts';

export type RouteAnswer = 'allowed' | 'needs-sign-in' | 'forbidden';

/**
 * Whether somebody may enter a route: signed out leads to sign-in, signed in without the right to a
 * refusal. `hasSession` is false for a known person of this device without a valid server session.
 */
export function enterRoute(
  account: Account | null,
  { needs, isLocal }: Pick<RouteRow, 'needs' | 'isLocal'>,
  hasSession: boolean,
): RouteAnswer {
  if (needs === undefined) return 'allowed';
  if (account === null || !(hasSession || isLocal === true)) return 'needs-sign-in';
  return can(account, needs) ? 'allowed' : 'forbidden';
}
