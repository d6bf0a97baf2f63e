import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sweeping } from '../base/say-swept.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a job is listed after its end. */
const JOB_LIFE_MS = 30 * DAY_MS;
/**
 * A younger file without a job may belong to a job that is just ending; an older one was left by a
 * kill.
 */
const STRAY_AFTER_MS = HOUR_MS;

/**
 * When the file of a finished job is deleted, `fileDays` after its end (a setting of the programme);
 * `null`: it has none.
 */
export function fileExpiry(
  { fileName, endedAt }: Pick<Job, 'fileName' | 'endedAt'>,
  fileDays: number,
): Date | null {
  if (fileName === null || endedAt === null) return null;
  return new Date(Date.parse(endedAt) + fileDays * DAY_MS);
}

async function dropStrays(folder: string, known: ReadonlySet<string>, now: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let dropped = 0;
  for (const name of await readdir(folder)) {
    if (known.has(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || now - found.mtimeMs <= STRAY_AFTER_MS) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
}

/**
 * Deletes files that are `fileDays` old, files without a job, and jobs that ended 30 days ago; returns
 * how many.
 */
export async function sweepFiles(jobs: Jobs, clock: () => Date, fileDays: number): Promise<number> {
  const now = clock().getTime();
  const known = new Set<string>();
  let dropped = 0;
  for await (const job of jobs.all()) {
    const { fileName, endedAt, isExpired, state } = job;
    if (state === 'running' || endedAt === null) continue;
    if (now - Date.parse(endedAt) >= JOB_LIFE_MS) {
      await jobs.remove(job);
      dropped += 1;
    } else if (fileName !== null && !isExpired) {
      if ((fileExpiry(job, fileDays)?.getTime() ?? 0) > now) known.add(fileName);
      else {
        await jobs.expire(job);
        dropped += 1;
      }
    }
  }
  return dropped + (await dropStrays(jobs.filesFolder, known, now));
}

/**
 * Sweeps files of jobs, and what `sweepMore` does, at once and every hour while the clock may be
 * believed, and takes over jobs of ended servers; returns the function that stops this.
 */
export function keepSwept(
  jobs: Jobs,
  sweepMore: (now: Date) => Promise<void>,
  fileDays: () => Promise<number>,
  { clock, background, mayDropOld, said }: Sweeping & { readonly clock: () => Date },
): () => void {
  const sweep = (): void =>
    background.run(async () => {
      await jobs.takeOver();
      if (!(await mayDropOld())) return;
      said(await sweepFiles(jobs, clock, await fileDays()));
      await sweepMore(clock());
    });
  sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
