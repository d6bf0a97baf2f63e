import { can } from '@crece/domain';
import { accountOfUser, storedSession, subscribeToSession } from '../api/stored-session.ts';
import type { FileGroup, KeepRequest } from './keep-request.ts';

/**
 * Storage key, set once an account with reports has signed in on this device. It survives sign-out
 * and update.
 */
const IS_COORDINATORS = 'crece.keeps-desk';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Asks the service worker to store a group of files until it says that all of them are stored: with
 * growing pauses, and at once when the connection is back.
 */
function keepGroup(workers: ServiceWorkerContainer, group: FileGroup): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = 0;
    // After an 'online' event requests often still fail: retry what is missing.
    const askLater = () => {
      clearTimeout(timer);
      pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      timer = setTimeout(ask, pauseMs);
    };
    const onLine = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      pauseMs = 0;
      ask();
    };
    // `ready` waits for the first service worker, which may still be installing.
    const ask = () =>
      void workers.ready.then(({ active }) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: isKept }) => {
          port1.close();
          if (isKept === false) return askLater();
          removeEventListener('online', onLine);
          resolve();
        };
        const request: KeepRequest = { type: 'KEEP', group };
        active?.postMessage(request, [port2]);
      });
    addEventListener('online', onLine);
    ask();
  });
}

/**
 * Stores the files that come after the first ones (sync, conflicts, backup) on every device; resolves
 * when they are stored.
 */
export function keepLaterFiles(workers: ServiceWorkerContainer): Promise<void> {
  return keepGroup(workers, 'later');
}

/**
 * Stores the coordinator's pages on devices on which an account with sync or admin has signed in: now,
 * at a later sign-in, after each update, and when the connection is back. Other devices fetch none.
 */
export function keepDeskForCoordinators(workers: ServiceWorkerContainer): void {
  let isAsked = false;
  const look = () => {
    const { user } = storedSession();
    if (user !== null && can(accountOfUser(user), 'report-unit')) {
      localStorage.setItem(IS_COORDINATORS, 'yes');
    }
    if (isAsked || localStorage.getItem(IS_COORDINATORS) === null) return;
    isAsked = true;
    void keepGroup(workers, 'desk');
  };
  look();
  subscribeToSession(look);
}
