import { workerAddress } from '../../offline/worker-address.ts';

/** It serves this page and nothing else, so that the application's worker stays out of its way. */
const WORKER = '/referral-sw.js';
const SCOPE = '/referral';

/** Keeps the page on this phone for use without a connection, once it was loaded. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(workerAddress(WORKER), { scope: SCOPE })
    .catch((cause: unknown) => {
      console.warn('The page could not be kept for use without a connection.', cause);
    });
}
