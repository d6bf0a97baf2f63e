import { useLocation } from 'react-router';
import { homePath } from './paths.ts';

/** Addresses of accounts, settings and administration that other pages link to. */
export const ACCOUNT_PATHS = {
  signIn: '/authentication/signin',
  signUp: '/authentication/signup',
  forgot: '/password/forgot',
  resetInvalid: '/password/reset/invalid',
  resetSuccess: '/password/reset/success',
  profile: '/settings/profile',
  picture: '/settings/picture',
  password: '/settings/password',
  accounts: '/settings/accounts',
  device: '/settings/device',
  privacy: '/privacy',
  users: '/admin/users',
  requests: '/admin/requests',
  audit: '/admin/audit',
  places: '/admin/places',
} as const;

/** Pages that nobody wants to come back to after signing in. */
const NO_TARGET = /^\/(?:authentication|password|forbidden|not-found|bad-request|server-error)\b/;

/**
 * A path of our own that a person wants to go to, else home: one `/` in front, because several would
 * name another host, and so would a backslash.
 */
export function safeTarget(target: unknown): string {
  const isOurs = typeof target === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(target);
  return isOurs && !NO_TARGET.test(target) ? target : homePath();
}

/** What a link to sign-in carries, so that the person comes back: `<Link state={…}>`. */
export interface TargetState {
  target: string;
  /** The target asked for the sign-in; otherwise the person chose it. */
  needed?: true;
}

/** What the link to this account page carried. */
export function useCarried(): Partial<TargetState> | null {
  return useLocation().state as Partial<TargetState> | null;
}

/**
 * The address of this page for a link to sign-in, or the target that it was given itself: by the
 * link, or in the query where a whole page had to be loaded.
 */
export function useTarget(): TargetState {
  const { pathname, search } = useLocation();
  const carried = useCarried();
  if (/^\/(?:authentication|password)\//.test(pathname)) {
    return { target: safeTarget(carried?.target ?? new URLSearchParams(search).get('target')) };
  }
  return { target: safeTarget(pathname + search) };
}
