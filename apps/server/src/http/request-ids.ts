import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

export const REQUEST_ID_HEADER = 'x-request-id';
const TAKEN = /^[A-Za-z0-9_.:-]{8,64}$/;

/** Names of networks in `CRECE_TRUST_PROXY`, as the ranges that they stand for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const ranges = RANGES[network];
  if (ranges !== undefined) return ranges.includes(address.range());
  const [base = '', bits] = network.split('/');
  const from = ipaddr.process(base);
  if (from.kind() !== address.kind()) return false;
  return address.match(
    from,
    bits === undefined ? (from.kind() === 'ipv4' ? 32 : 128) : Number(bits),
  );
}

/** Whether an address is one of the trusted proxies. */
export function isTrustedProxy(
  networks: false | readonly string[],
  address: string | undefined,
): boolean {
  if (networks === false || address === undefined || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => isIn(parsed, network));
}

/**
 * The id of a request, which is in each line of the log about it and in its answer: the one that a
 * trusted proxy gave it, so that one id finds it in both logs, else a new one.
 */
export function requestIds(networks: false | readonly string[]) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[REQUEST_ID_HEADER];
    const isGiven = typeof given === 'string' && TAKEN.test(given);
    return isGiven && isTrustedProxy(networks, socket.remoteAddress) ? given : randomUUID();
  };
}

/** Every answer says the id of its request: whoever reports a fault can name it. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
}
