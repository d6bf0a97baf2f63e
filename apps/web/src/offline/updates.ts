import { Workbox } from 'workbox-window';

const WORKER = '/sw.js';

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

/** The one address that may become a running script: the server's policy allows only this name. */
function workerAddress(): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  if (trustedTypes === undefined) return WORKER;
  const policy = trustedTypes.createPolicy('crece', {
    createScriptURL: (address) => {
      if (address !== WORKER) throw new TypeError('Only the service worker may be loaded so.');
      return address;
    },
  });
  return policy.createScriptURL(WORKER);
}

export type UpdateState =
  /** Nothing to say. */
  | 'quiet'
  /** The whole application is on this device for the first time. */
  | 'offline-ready'
  /** A new version waits for its turn. */
  | 'waiting'
  /** Another window took the new version; this one still runs the old. */
  | 'taken-elsewhere';

export interface Updates {
  subscribe(changed: () => void): () => void;
  state(): UpdateState;
  /** Lets the new version take over and reloads this window. */
  apply(): void;
  /** Nothing more to say about this one. */
  dismiss(): void;
}

/**
 * How long the new version may take to come by itself. Chrome lets the old worker finish what it
 * has under way first, and an answer that the page never reads to its end holds it for minutes;
 * leaving the page ends that.
 */
const TAKE_OVER_MS = 2_000;
/** How often it is asked for again after leaving the page: a worker that was busy may still be. */
const ATTEMPTS = 3;
/** Attempts that this window made, kept over its own reload and no longer. */
const ATTEMPTED = 'crece-update-attempts';
/** Only this soon after such a reload: later a form may be open, and nobody asked for that version. */
const FOLLOW_UP_MS = 5_000;

/** How often a window that stays open asks for a new version. */
const ASK_EVERY_MS = 60 * 60 * 1000;

function warn(what: string) {
  return (cause: unknown) => console.warn(what, cause);
}

/** Registers the service worker and tells when a new version is there; never reloads by itself. */
export function watchUpdates(): Updates {
  const listeners = new Set<() => void>();
  // Without a worker before, the first one taking charge of an open page is no news.
  const hadWorker = navigator.serviceWorker.controller !== null;
  let state: UpdateState = 'quiet';
  let asked = false;
  const become = (next: UpdateState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const worker = new Workbox(workerAddress());
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
    // The person said so before the reload: ask again, and offer it anew when that does not help.
    if (isFollowUp() && attempts < ATTEMPTS && !asked) takeOver(attempts + 1);
    else become('waiting');
  });
  worker.addEventListener('installed', ({ isUpdate }) => {
    if (isUpdate !== true) become('offline-ready');
  });
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (asked || isFollowUp()) window.location.reload();
    else if (hadWorker && (isUpdate === true || isExternal === true)) become('taken-elsewhere');
  });
  worker.register().catch(warn('The application could not be kept for use without a connection.'));
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
