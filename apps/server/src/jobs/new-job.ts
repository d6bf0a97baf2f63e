import { createHash, randomBytes } from 'node:crypto';
import type { Job, JobRequest } from './job.ts';

/** The id of a job. One per account and room, the same in every process; random without a room. */
export function idFor({ owner, room }: Pick<Job, 'owner' | 'room'>): string {
  return room === null
    ? randomBytes(16).toString('hex')
    : createHash('sha256').update(`${owner}\n${room}`).digest('hex').slice(0, 32);
}

/** A new job that is not started yet, assigned to this run of the server. */
export function newJob(request: JobRequest, { run, now }: { run: string; now: Date }): Job {
  return {
    ...request,
    id: idFor(request),
    state: 'running',
    startedAt: now.toISOString(),
    endedAt: null,
    count: 0,
    maxCount: 0,
    text: '',
    code: null,
    fileName: null,
    fileBytes: 0,
    isExpired: false,
    problems: [],
    result: null,
    checkpoint: null,
    attempts: 0,
    run,
  };
}
