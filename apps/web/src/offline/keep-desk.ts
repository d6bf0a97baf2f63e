import { can } from '@crece/domain';
import { accountOf, storedSession, subscribeToSession } from '../api/stored-session.ts';
import { KEEP_DESK } from './keep-desk-message.ts';

/**
 * Storage key, set once an account with reports has signed in on this device. It survives sign-out
 * and update.
 */
const IS_COORDINATORS = 'crece.keeps-desk';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Keeps the coordinator's pages for offline use on devices where an account with sync or admin has
 * signed in: now, at a later sign-in, after each update, and when the network is back. Other
 * devices fetch none of these files.
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
  /**
   * Retries after a pause that doubles: after an 'online' event the network often does not work
   * yet.
   */
  const askLater = () => {
    clearTimeout(timer);
    pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    timer = setTimeout(ask, pauseMs);
  };
  // `ready` waits for the first service worker, which may still be installing.
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
