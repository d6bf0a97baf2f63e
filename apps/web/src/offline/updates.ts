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
  worker.addEventListener('waiting', () => become('waiting'));
  worker.addEventListener('installed', ({ isUpdate }) => {
    if (isUpdate !== true) become('offline-ready');
  });
  worker.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (asked) window.location.reload();
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
      asked = true;
      worker.messageSkipWaiting();
    },
    dismiss: () => become('quiet'),
  };
}
