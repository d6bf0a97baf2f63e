import type { FastifyInstance } from 'fastify';
import { isTrustedProxy } from './request-ids.ts';

const WARN_EVERY_MS = 3_600_000;

/**
 * Warns, once an hour at most, when a trusted proxy passes a list on in which somebody else than a proxy
 * has written. A proxy that appends does so as well as one that believes what a sender wrote; only a look
 * from outside tells them apart.
 */
export function warnOfLists(
  app: FastifyInstance,
  networks: false | readonly string[],
  clock: () => Date,
): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async ({ headers, socket }) => {
    const list = headers['x-forwarded-for'];
    if (typeof list !== 'string' || !list.includes(',')) return;
    const now = clock().getTime();
    // Also after a clock that was ahead is put right.
    if (Math.abs(now - warnedAt) < WARN_EVERY_MS || !isTrustedProxy(networks, socket.remoteAddress))
      return;
    const strangers = list.split(',').filter((each) => !isTrustedProxy(networks, each.trim()));
    if (strangers.length < 2) return;
    warnedAt = now;
    app.log.warn(
      { addresses: strangers.length },
      'a proxy passes on what a sender wrote of its address',
    );
  });
}
