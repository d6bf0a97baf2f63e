import { can } from '@crece/domain';
import { accountOf, storedSession, subscribeToSession } from '../api/stored-session.ts';
import { KEEP_DESK } from './keep-desk-message.ts';

/** Set once somebody with reports has signed in on this device: kept over sign-out and update. */
const IS_COORDINATORS = 'crece.keeps-desk';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = 0;
  /** A line that is said to be back often carries nothing yet: what did not come is asked for again. */
  const askLater = () => {
    clearTimeout(timer);
    pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    timer = setTimeout(ask, pauseMs);
  };
  // The first worker of all may still be on its way.
  const ask = () =>
    void workers.ready.then(({ active }) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data: isKept }) => {
        port1.close();
        if (isKept === false) askLater();
      };
      active?.postMessage({ type: KEEP_DESK }, [port2]);
    });
  addEventListener('online', () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    pauseMs = 0;
    ask();
  });
  look();
  subscribeToSession(look);
}
