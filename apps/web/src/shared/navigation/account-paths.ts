import { useLocation } from 'react-router';
import { accounts } from '../../features/accounts/feature.ts';
import { admin } from '../../features/admin/feature.ts';
import { guide } from '../../features/guide/feature.ts';
import { settings } from '../../features/settings/feature.ts';
import { homePath } from './paths.ts';

/** Addresses of account, settings and administration pages for links on other pages. */
export const ACCOUNT_PATHS = {
  signIn: accounts.pages.signIn.at,
  signUp: accounts.pages.signUp.at,
  forgot: accounts.pages.forgot.at,
  resetInvalid: accounts.pages.resetInvalid.at,
  resetSuccess: accounts.pages.resetSuccess.at,
  profile: settings.pages.profile.at,
  picture: settings.pages.picture.at,
  password: settings.pages.password.at,
  accounts: settings.pages.accounts.at,
  device: settings.pages.device.at,
  privacy: settings.pages.privacy.at,
  guide: guide.pages.guide.at,
  users: admin.pages.users.at,
  requests: admin.pages.requests.at,
  audit: admin.pages.audit.at,
  places: admin.pages.places.at,
  programme: admin.pages.programme.at,
  firstSteps: admin.pages.firstSteps.at,
} as const;

/** Pages that are not a target after sign-in. */
const NO_TARGET = /^\/(?:authentication|password|forbidden|not-found|bad-request|server-error)\b/;

/**
 * A path of this application to go to, else home: with exactly one leading `/`, because several
 * would name another host, and so would a backslash.
 */
export function safeTarget(target: unknown): string {
  const isOurs = typeof target === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(target);
  return isOurs && !NO_TARGET.test(target) ? target : homePath();
}

/** The state of a link to sign-in with which the person returns: `<Link state={…}>`. */
export interface TargetState {
  target: string;
  /** The target requires the sign-in; absent: the person chose to sign in. */
  needed?: true;
}

/** The state of a page that was opened after a sign-in which it did not require. */
export const OFFERED = { offered: true } as const;

/** Whether this page was opened so: perhaps somebody else had left it. */
export const useIsOffered = (): boolean =>
  (useLocation().state as Partial<typeof OFFERED> | null)?.offered === true;

/** The state of the link to this account page. */
export function useCarried(): Partial<TargetState> | null {
  return useLocation().state as Partial<TargetState> | null;
}

/**
 * This page's address as a target for sign-in, or the target that the page itself received: by its
 * link, or in the query after a full page load.
 */
export function useTarget(): TargetState {
  const { pathname, search } = useLocation();
  const carried = useCarried();
  if (/^\/(?:authentication|password)\//.test(pathname)) {
    return { target: safeTarget(carried?.target ?? new URLSearchParams(search).get('target')) };
  }
  return { target: safeTarget(pathname + search) };
}
