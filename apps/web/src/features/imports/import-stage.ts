import type { CsvProgress, ImportBody } from '@crece/contract';
import type { HttpError } from '../../api/http.ts';

/** Number of rows done by the server, and of all rows. */
export type RowCounts = Pick<ImportBody, 'count' | 'maxCount'>;

/**
 * An upload in progress; once the server has the file, the request waits for the end of the job for
 * a limited time.
 */
interface Sending {
  readonly at: 'sending';
  readonly name: string;
  readonly share: number;
  readonly dryRun: boolean;
  /** The channel's room for this job. */
  readonly room: string | null;
  /** The counts from that room; null: none yet. */
  readonly counts: RowCounts | null;
  /** The answer to the import was lost: what to go back to, if the server has no such import. */
  readonly lost?: { readonly before: Stage; readonly cause: HttpError };
}

/** The state of an upload. `job` is the server's last answer. */
export type Stage =
  | { readonly at: 'choose' }
  | Sending
  | { readonly at: 'working'; readonly job: ImportBody }
  | { readonly at: 'answered'; readonly job: ImportBody };

/**
 * The larger of the known and the reported counts; a late report of an earlier count changes
 * nothing.
 */
function furthest({ count, maxCount }: RowCounts, progress: CsvProgress): RowCounts {
  return 'maxCount' in progress
    ? { count, maxCount: Math.max(maxCount, progress.maxCount) }
    : { count: Math.max(count, progress.count), maxCount };
}

export function withProgress(stage: Stage, progress: CsvProgress): Stage {
  if (stage.at === 'sending') {
    return { ...stage, counts: furthest(stage.counts ?? { count: 0, maxCount: 0 }, progress) };
  }
  if (stage.at !== 'working') return stage;
  return { ...stage, job: { ...stage.job, ...furthest(stage.job, progress) } };
}

/** The channel's room for the job of a stage. */
export function roomOf(stage: Stage): string | null {
  if (stage.at === 'sending') return stage.room;
  return stage.at === 'working' ? (stage.job.room ?? null) : null;
}

export const stageOf = (job: ImportBody): Stage => ({
  at: job.state === 'running' ? 'working' : 'answered',
  job,
});

export const jobOf = (stage: Stage): ImportBody | null =>
  stage.at === 'working' || stage.at === 'answered' ? stage.job : null;

/** Whether an address is not about the job that is shown. */
export const isOfAnother = (stage: Stage, jobId: string): boolean =>
  stage.at !== 'sending' && jobId !== jobOf(stage)?.id;

/** While the job of an address is loading. */
export const LOADING: Stage = {
  at: 'sending',
  name: '',
  share: 1,
  dryRun: true,
  room: null,
  counts: null,
};
