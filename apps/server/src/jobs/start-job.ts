import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInOf } from '../accounts/signed-in.ts';
import { refuse, refuseTooMany } from '../http/errors.ts';
import type { Job, JobRequest } from './job.ts';
import type { Jobs, Started } from './jobs.ts';

/** When a retry makes sense after too many jobs. */
const WAIT_SECONDS = 20;

/** Answers a request whose job was not started. */
function refuseStart(reply: FastifyReply, { code }: Extract<Started, { ok: false }>): FastifyReply {
  return code === 'conflict' ? refuse(reply, 'conflict') : refuseTooMany(reply, WAIT_SECONDS);
}

/** Starts a job for the sender of a request; `null`: a refusal was sent. */
export async function startJob(
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Omit<JobRequest, 'owner' | 'username' | 'from'>,
): Promise<Job | null> {
  const { id: owner, username } = signedInOf(request).account;
  const started = await jobs.start({ ...asked, owner, username, from: request.ip });
  if (started.ok) return started.job;
  await refuseStart(reply, started);
  return null;
}
