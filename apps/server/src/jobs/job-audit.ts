import { detailOfJob } from '@crece/contract';
import type { Audit } from '../audit/audit-log.ts';
import type { Background } from '../base/background.ts';
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';

/** The place of a job in the audit log: a unit, a country, or all. */
export function placeNameOf({ needs: { place } }: Pick<Job, 'needs'>): string {
  return place.stakeDB ?? place.countryCode ?? 'all';
}

/** Writes into the audit log how every job of this process ended. */
export function auditJobs(jobs: Jobs, audit: Audit, background: Background): void {
  jobs.watch((job) => {
    if (job.state === 'running') return;
    const { username, from, detail, code } = job;
    const { audit: what } = jobs.kindOf(job);
    const entry = { what, who: username, whom: placeNameOf(job), from };
    background.run(() => audit.record({ ...entry, detail: detailOfJob(detail, code) }));
  });
}
