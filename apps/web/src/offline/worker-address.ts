interface ScriptPolicy {
  createScriptURL(address: string): string;
}

/**
 * The address of a service worker, as the browser demands it: the server's content security policy lets
 * only the Trusted Types policy of this name load a script, and this one lets no other address pass.
 */
export function workerAddress(worker: string): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  };
  if (trustedTypes === undefined) return worker;
  const policy = trustedTypes.createPolicy('crece', {
    createScriptURL: (address) => {
      if (address !== worker) throw new TypeError('Only the service worker may be loaded so.');
      return address;
    },
  });
  return policy.createScriptURL(worker);
}
