import type { FastifyReply } from 'fastify';
import { refuse, refuseTooMany } from '../http/errors.ts';
import type { Started } from './jobs.ts';

/** When a retry makes sense after too many jobs. */
const WAIT_SECONDS = 20;

/** Answers a request whose job was not started. */
export function refuseStart(
  reply: FastifyReply,
  { code }: Extract<Started, { ok: false }>,
): FastifyReply {
  return code === 'conflict' ? refuse(reply, 'conflict') : refuseTooMany(reply, WAIT_SECONDS);
}
