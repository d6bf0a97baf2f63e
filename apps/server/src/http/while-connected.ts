import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the client disconnects before the answer. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
}
