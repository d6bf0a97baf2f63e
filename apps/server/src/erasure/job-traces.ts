import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { importResultBody } from '@crece/contract/schemas';
import type { ActionPlace } from '@crece/domain';
import { uploadsFolder } from '../imports/import-file.ts';
import { importParameters } from '../imports/import-parameters.ts';
import { isArriving } from '../imports/uploads.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { asJson } from '../store/as-json.ts';

/** Whether a job reads or writes the unit of a place, alone or among others. */
export function touches({ needs }: Pick<Job, 'needs'>, place: ActionPlace): boolean {
  const { stakeDB, countryCode } = needs.place;
  if (stakeDB !== undefined) return stakeDB === place.stakeDB;
  return countryCode === undefined || countryCode === place.countryCode;
}

/** What a finished import says without any row of its file. */
function withoutRows(result: unknown): object | null {
  const read = importResultBody.safeParse(result);
  if (!read.success) return null;
  const nothing = { findings: [], questions: [], above: [], sample: [], changes: [] };
  const columns = read.data.columns.map(({ examples: _examples, ...column }) => column);
  return { ...read.data, ...nothing, columns };
}

/** Deletes the uploaded lists, and the work on them, that no running import needs and that are whole. */
async function dropUploads(jobs: Jobs, dataDir: string): Promise<void> {
  const needed: string[] = [];
  for await (const job of jobs.all()) {
    const asked = importParameters.safeParse(job.parameters);
    if (job.state !== 'running' || !asked.success || asked.data.do !== 'import') continue;
    needed.push(asked.data.upload, job.id);
  }
  const folder = await uploadsFolder(dataDir);
  for (const name of await readdir(folder)) {
    if (!isArriving(name) && !needed.some((start) => name.startsWith(start))) {
      await rm(join(folder, name), { force: true });
    }
  }
}

/**
 * Ends the jobs that read or write a unit, deletes their files and what their results quote, and all
 * uploaded lists that are not in use: a person sends such a list once more.
 */
export async function dropTracesOfJobs(
  jobs: Jobs,
  { place, dataDir }: { place: ActionPlace; dataDir: string },
): Promise<void> {
  await jobs.endThose((job) => touches(job, place));
  for await (const job of jobs.all()) {
    if (job.state === 'running' || !touches(job, place)) continue;
    if (job.fileName !== null && !job.isExpired) await jobs.expire(job);
    if (job.kind !== 'import' || job.result === null) continue;
    const result = withoutRows(job.result);
    await jobs.replaceResult(job.id, result === null ? null : asJson(result));
  }
  await dropUploads(jobs, dataDir);
}
