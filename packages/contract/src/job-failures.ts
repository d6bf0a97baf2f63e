/** Why a job has failed; the sentence is `jobs.failure.<code>`. */
const JOB_FAILURES = [
  /** The server was stopped or killed during the job. */
  'interrupted',
  'cancelled',
  /** The account, or its right to this job, was taken away. */
  'right-ended',
  'disk-full',
  /** The stored files already use all the space allowed. */
  'quota',
  'out-of-memory',
  /** The databases could not be reached. */
  'unavailable',
  /** Children were moved between the units all the time. */
  'moving',
  /** A fault of the program; details are in the server's log. */
  'fault',
] as const;

export type JobFailureCode = (typeof JOB_FAILURES)[number];

/** What the audit log stores of a job: what was asked for, and why it failed. */
export function detailOfJob(asked: string, code: JobFailureCode | null): string {
  return code === null ? asked : `${asked}; ${code}`;
}

/** Whether an entry of the audit log is of a job that did not come to its end. */
export function isOfFailedJob(detail: string): boolean {
  return JOB_FAILURES.some((code) => detail.endsWith(`; ${code}`));
}
