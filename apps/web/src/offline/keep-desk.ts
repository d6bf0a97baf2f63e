import { can } from '@crece/domain';
import { accountOf, storedSession, subscribeToSession } from '../api/stored-session.ts';
import { KEEP_DESK } from './keep-desk-message.ts';

/** Set once somebody with reports has signed in on this device: kept over sign-out and update. */
const IS_COORDINATORS = 'crece.keeps-desk';

/**
 * Keeps the coordinator's pages on devices on which an account with sync or admin has signed in: now,
 * at a later sign-in, after each update, and when a cut line is back. Other devices fetch none of them.
 */
export function keepDeskForCoordinators(workers: ServiceWorkerContainer): void {
  let isAsked = false;
  const look = () => {
    const { user } = storedSession();
    if (user !== null && can(accountOf(user), 'report-unit')) {
      localStorage.setItem(IS_COORDINATORS, 'yes');
    }
    if (isAsked || localStorage.getItem(IS_COORDINATORS) === null) return;
    isAsked = true;
    ask();
  };
  // The first worker of all may still be on its way.
  const ask = () =>
    void workers.ready.then(({ active }) => active?.postMessage({ type: KEEP_DESK }));
  // What a cut line has kept away comes when there is one again.
  addEventListener('online', () => {
    if (isAsked) ask();
  });
  look();
  subscribeToSession(look);
}
