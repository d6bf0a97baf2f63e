import type { JobFailureCode } from '@crece/contract';
import type { Json, StoresAddress } from '../store/document-store.ts';
import type { Job, JobProblem } from './job.ts';
import type { JobEnd } from './job-kind.ts';

// Messages between the server and the thread of one job.

/** The data with which a thread is started. */
export interface WorkerTask {
  job: Pick<
    Job,
    'id' | 'owner' | 'username' | 'language' | 'parameters' | 'checkpoint' | 'attempts'
  >;
  /** URL of the file with the work. */
  work: string;
  stores: StoresAddress;
  dataDir: string;
  folder: string;
  filesFolder: string;
}

/** From the server to the thread. */
export type ToWorker =
  | { say: 'stop' }
  /** The checkpoint with this number is stored, or could not be. */
  | { say: 'remembered'; number: number; error: string | null };

/** From the thread to the server. */
export type FromWorker =
  | { say: 'progress'; count: number; maxCount: number; text: string }
  /** `detail` is for the server's log. */
  | { say: 'problem'; problem: JobProblem; detail: string | null }
  | { say: 'remember'; number: number; checkpoint: Json }
  /** A database in the server's files was written. */
  | { say: 'changed'; store: string }
  | { say: 'finished'; end: JobEnd }
  | { say: 'failed'; code: JobFailureCode; detail: string | null };
