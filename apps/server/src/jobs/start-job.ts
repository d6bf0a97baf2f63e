import { jobSentence } from '@crece/messages/job-words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInOf } from '../accounts/signed-in.ts';
import { refuse, refuseTooMany } from '../http/errors.ts';
import type { Job, JobRequest } from './job.ts';
import type { Jobs } from './jobs.ts';

/** When a retry makes sense after too many jobs. */
const WAIT_SECONDS = 20;

/** What a route says of a job; who asks for it is the sender. */
export type AskedJob = Omit<JobRequest, 'owner' | 'username' | 'from'>;

/** Starts a job for the sender of a request; `null`: a refusal was sent. */
export async function startJob(
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedJob,
): Promise<Job | null> {
  const { id: owner, username } = signedInOf(request).account;
  const started = await jobs.start({ ...asked, owner, username, from: request.ip });
  if (started.ok) return started.job;
  await (started.code === 'conflict'
    ? refuse(reply, 'conflict')
    : refuseTooMany(reply, WAIT_SECONDS));
  return null;
}

/** Starts a job and answers at once; its room and the list of jobs tell the rest. */
export async function answerWithJob(
  jobs: Jobs,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedJob,
  begun: Parameters<typeof jobSentence>[1],
): Promise<FastifyReply> {
  const job = await startJob(jobs, request, reply, asked);
  if (job === null) return reply;
  return reply.code(202).send({ message: jobSentence(asked.language, begun), jobId: job.id });
}
