import { Workbox } from 'workbox-window';
import { workerAddress } from './worker-address.ts';

const WORKER = '/sw.js';

export type UpdateState =
  /** Nothing to show. */
  | 'quiet'
  /** The whole application is on this device for the first time. */
  | 'offline-ready'
  /** The application could not be stored on this device. */
  | 'not-kept'
  /** A new version is installed and waits. */
  | 'waiting'
  /** Another window applied the new version; this window still runs the old one. */
  | 'taken-elsewhere';

export interface Updates {
  subscribe(changed: () => void): () => void;
  state(): UpdateState;
  /** Activates the new version and reloads this window. */
  apply(): void;
  /** Hides the current message. */
  dismiss(): void;
}

/**
 * How long to wait for the new version before this window reloads. Chrome first lets the old worker
 * finish its requests, and a response that the page never reads to its end blocks that for minutes;
 * leaving the page ends it.
 */
const TAKE_OVER_MS = 2_000;
/** Maximum number of attempts, because a busy worker may still be busy after the reload. */
const ATTEMPTS = 3;
/**
 * `sessionStorage` key: number of attempts of this window. It survives the window's own reload and
 * is deleted at the start.
 */
const ATTEMPTED = 'crece-update-attempts';
/**
 * Only within this time after such a reload is a new attempt made: later a form may be open, and
 * nobody asked for that version.
 */
const FOLLOW_UP_MS = 5_000;

/** How often an open window checks for a new version. */
const ASK_EVERY_MS = 60 * 60 * 1000;

function warn(what: string) {
  return (cause: unknown) => console.warn(what, cause);
}

/**
 * Whether this page is of the version whose worker serves it. The worker may change while the page is
 * being loaded, before anybody listens: the files of the old page are gone then.
 */
async function isOfWorker(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return true;
  const page = await (await fetch('/index.html')).text();
  const files = page.match(/\/assets\/[^"]+/g) ?? [];
  return files.every((file) => document.querySelector(`[src="${file}"],[href="${file}"]`));
}

/**
 * Registers the service worker and reports when a new version is available. A new version is
 * applied only when the person accepts it.
 *
 * @param laterFiles settles when the files that come after the installation are stored too
 */
export function watchUpdates(laterFiles: Promise<void>): Updates {
  const listeners = new Set<() => void>();
  // If there was no worker before, the first one that takes control of an open page is not an
  // update.
  const hadWorker = navigator.serviceWorker.controller !== null;
  let state: UpdateState = 'quiet';
  let asked = false;
  const become = (next: UpdateState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const worker = new Workbox(workerAddress(WORKER));
  const attempts = Number(sessionStorage.getItem(ATTEMPTED) ?? 0);
  sessionStorage.removeItem(ATTEMPTED);
  const isFollowUp = () => attempts > 0 && performance.now() < FOLLOW_UP_MS;
  const takeOver = (attempt: number) => {
    asked = true;
    sessionStorage.setItem(ATTEMPTED, String(attempt));
    worker.messageSkipWaiting();
    setTimeout(() => window.location.reload(), TAKE_OVER_MS);
  };
  worker.addEventListener('waiting', () => {
    // The person accepted before the reload: try again; when the attempts are used up, offer the
    // version again.
    if (isFollowUp() && attempts < ATTEMPTS && !asked) takeOver(attempts + 1);
    else become('waiting');
  });
  worker.addEventListener('installed', ({ isUpdate }) => {
    if (isUpdate === true) return;
    void laterFiles.then(() => {
      if (state === 'quiet') become('offline-ready');
    });
  });
  worker.addEventListener('redundant', async () => {
    // An update that fails leaves the version that is here.
    if (!(await navigator.serviceWorker.getRegistration())?.active) become('not-kept');
  });
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (asked || isFollowUp()) window.location.reload();
    else if (hadWorker && (isUpdate === true || isExternal === true)) become('taken-elsewhere');
  });
  const lookWhose = async () => {
    if (await isOfWorker()) return;
    if (isFollowUp()) window.location.reload();
    else become('taken-elsewhere');
  };
  worker.register().then(
    () => void lookWhose().catch(warn('Whether this is the newest version is not known.')),
    (cause: unknown) => {
      console.warn('The application could not be kept for use without a connection.', cause);
      // The browser refuses. What could not be fetched is asked for by the next start.
      if (!hadWorker && cause instanceof DOMException) become('not-kept');
    },
  );
  setInterval(() => {
    if (navigator.onLine) worker.update().catch(warn('A new version could not be asked for.'));
  }, ASK_EVERY_MS);

  return {
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    state: () => state,
    apply: () => {
      if (state === 'taken-elsewhere') {
        window.location.reload();
        return;
      }
      takeOver(1);
    },
    dismiss: () => become('quiet'),
  };
}
