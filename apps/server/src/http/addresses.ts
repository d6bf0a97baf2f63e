import { networkInterfaces } from 'node:os';

const EVERY_NETWORK = ['0.0.0.0', '::'];

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The addresses under which a server can be reached, the most useful first. For `0.0.0.0`: this
 * machine's own and one per network card, e.g. `http://127.0.0.1:3000`, `http://192.168.1.7:3000`.
 * Without link-local IPv6 addresses, which browsers cannot open.
 */
export function reachableAddresses(
  host: string,
  port: number,
  cards = networkInterfaces,
): string[] {
  // A sandbox may forbid to ask for the cards, which is no matter to a server on one address.
  if (!EVERY_NETWORK.includes(host)) return [addressOf(host, port)];
  const others = Object.values(cards())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family, address }) => {
      if (internal || address.startsWith('fe80:')) return false;
      return family === 'IPv4' || host === '::';
    })
    .map(({ address }) => addressOf(address, port));
  return [addressOf('127.0.0.1', port), ...others];
}

/** Whether a server on this host can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
