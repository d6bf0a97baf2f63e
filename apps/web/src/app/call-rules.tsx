import type { Device } from '@crece/storage';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type FailedCall, listenToFailures } from '../api/failed-calls.ts';
import {
  clearSession,
  endSession,
  forgetUser,
  storedSession,
  subscribeToSignOuts,
} from '../api/stored-session.ts';
import { useDevice } from '../data/device.tsx';
import { draftPrefixOf } from '../data/draft-owner.ts';
import { markLeft } from '../data/lock.ts';
import { useMessages } from '../data/messages.tsx';
import { useAnySaving, useAnyUnsaved } from '../shared/forms/unsaved.tsx';
import { ACCOUNT_PATHS, useTarget } from '../shared/navigation/account-paths.ts';
import { ABOUT_SESSION, NOTICE_DELAYS, useNotices } from '../ui/notices.tsx';

/** The effect of a failed call: a page with the server's message, sign-in, or a notice. */
type Consequence =
  | 'sign-in'
  | 'no-response'
  | '/bad-request'
  | '/forbidden'
  | '/not-found'
  | '/server-error';

const BY_STATUS: Readonly<Record<number, Consequence>> = {
  400: '/bad-request',
  401: 'sign-in',
  403: '/forbidden',
  404: '/not-found',
};

/**
 * The error catalogue; `null` when the caller shows the failure (a refused form, a failed action).
 */
function consequenceOf({
  error: { code, status },
  purpose,
}: Pick<FailedCall, 'error' | 'purpose'>) {
  if (code === 'no-response') return 'no-response';
  const isUnreadable = code === 'not-readable';
  const known = isUnreadable ? undefined : BY_STATUS[status ?? 0];
  if (known !== undefined) return known;
  const isServersFault = isUnreadable || (status ?? 0) >= 500;
  return purpose === 'page' && isServersFault ? '/server-error' : null;
}

const SHOWS_MESSAGE: ReadonlySet<Consequence> = new Set<Consequence>([
  '/bad-request',
  '/not-found',
  '/server-error',
]);

/**
 * Handles a session that the server no longer knows. A deleted account is also removed from this
 * device; its drafts go to the guest, because nobody else could open them.
 */
function forgetOrEnd({ issues }: FailedCall['error'], { drafts }: Device): void {
  const { user } = storedSession();
  if (user === null || issues.every(({ code }) => code !== 'account-removed')) {
    endSession();
    return;
  }
  drafts
    .handOver(draftPrefixOf(user.id))
    .catch((cause: unknown) => console.warn('Drafts could not be handed over.', cause))
    .finally(() => {
      // Somebody else may have signed in meanwhile.
      if (storedSession().user?.id === user.id) forgetUser();
      markLeft(user.id, true);
    });
}

/**
 * Handles all failed calls. A background call only changes the session's mark; a form with typed
 * text is never left. Says what happened when somebody signs out in another tab.
 */
export function CallRules() {
  const navigate = useNavigate();
  const { t } = useMessages();
  const { complain } = useNotices();
  const hasTyped = useAnyUnsaved();
  const isSaving = useAnySaving();
  const device = useDevice();
  const target = useTarget();

  const answer = ({ error, purpose, isLeft, ofSession }: FailedCall) => {
    if (error.status === 401 && error.code !== 'not-readable' && ofSession)
      forgetOrEnd(error, device);
    if (purpose === 'background') return;
    const consequence = consequenceOf({ error, purpose });
    if (consequence === null) return;
    error.isTold = true;
    const title = t('errors.no-response-title');
    const say = (text: string, delay?: number) => complain({ title, text }, delay);
    const about = ABOUT_SESSION;
    if (consequence === 'no-response') {
      say(t('errors.no-response'), NOTICE_DELAYS.account5);
    } else if (consequence === 'sign-in') {
      if (hasTyped) {
        complain({ title, text: t('errors.session-ended-form'), about });
      } else {
        if (ofSession) clearSession();
        complain({ title, text: t('errors.session-ended'), about }, NOTICE_DELAYS.account5);
        // The guard of a route with roles does the same and may run before or after.
        void navigate(ACCOUNT_PATHS.signIn, { replace: true, state: { ...target, needed: true } });
      }
    } else if (isLeft || hasTyped) {
      const refused = t('errors.refused', { status: error.status ?? '' });
      say(error.said ?? (isLeft ? refused : t('errors.refused-form')));
    } else {
      const said = SHOWS_MESSAGE.has(consequence) ? error.said : null;
      const query = said === null ? '' : `?${new URLSearchParams({ message: said })}`;
      void navigate(consequence + query);
    }
  };

  const sayLeft = () => {
    // What is being saved goes on being saved: soon nothing of it is only typed.
    const text = t(hasTyped && !isSaving ? 'errors.signed-out-form' : 'errors.session-ended');
    complain({ text, about: ABOUT_SESSION });
  };

  const latest = useRef({ answer, sayLeft });
  useEffect(() => {
    latest.current = { answer, sayLeft };
  });
  useEffect(() => listenToFailures((failed) => latest.current.answer(failed)), []);
  useEffect(() => subscribeToSignOuts(() => latest.current.sayLeft()), []);
  return null;
}
