/** It serves this page and nothing else, so that the application's worker stays out of its way. */
const WORKER = '/referral-sw.js';
const SCOPE = '/referral';

interface ScriptPolicy {
  createScriptURL(address: string): string;
}

/** The server's content security policy lets only a policy of this name load a script. */
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

/** Keeps the page on this phone for use without a connection, once it was loaded. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(workerAddress(), { scope: SCOPE }).catch((cause: unknown) => {
    console.warn('The page could not be kept for use without a connection.', cause);
  });
}
