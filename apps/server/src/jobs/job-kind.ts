import type { AuditEvent, JobFailureCode, ReportJobBody } from '@crece/contract';
import type { z } from 'zod';
import type { Json, Stores } from '../store/document-store.ts';
import type { AnswerKindName, Job, JobKindName, JobProblem } from './job.ts';

/** Work in a thread: what a thread loads and runs. */
export interface ThreadWork {
  /** The file of this work, by which its thread loads it. */
  readonly file: string;
  readonly parameters: z.ZodType;
  readonly afterKill: AfterKill;
  run(context: JobContext, parameters: unknown): Promise<JobEnd>;
}

/** What the server says of a kind of job. */
interface ToldOfKind {
  /** Its line in the audit log when a job has ended. */
  readonly audit: AuditEvent;
  /** What a finished job has done; `null` or absent: "complete", with its rows if it has any. */
  done?(job: Job): string[] | null;
  /** What its result leaves to say at the very end. */
  left?(job: Job): string[];
  /** What "My reports" shows of its result; absent: it is not listed there. */
  listed?(job: Job): Pick<ReportJobBody, 'rows' | 'settings' | 'converted'>;
}

/**
 * A kind of job: a file of its room whose default export is `jobKind({ … })`, and a line in
 * `job-kinds.ts`. The server loads the file too, so `run` imports what the work needs when it is
 * called.
 */
export interface JobKind extends ThreadWork, ToldOfKind {}

/** The kinds by name; jobs and threads know no other. */
export type Kinds = Readonly<Record<JobKindName, JobKind> & Record<AnswerKindName, ThreadWork>>;

/**
 * What happens to a job whose server was killed or stopped during it. `resume`: `run` is called
 * again with the last `checkpoint`; work done since then must be idempotent. `fail`: the job is
 * shown as failed, "interrupted". Files that it wrote under `context.folder` are deleted in either
 * case.
 */
export type AfterKill = 'resume' | 'fail';

/** What a job works with, in the worker thread. */
export interface JobContext {
  readonly job: Pick<Job, 'id' | 'owner' | 'username' | 'language'>;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** The last value of `remember` of the previous attempt; `null`: none. */
  readonly checkpoint: Json;
  /**
   * The configured databases, opened by this thread. Check with `has` before `open`, which creates
   * a database.
   */
  readonly stores: Stores;
  readonly dataDir: string;
  /** An empty folder of this attempt for temporary files; it is deleted afterwards. */
  readonly folder: string;
  /** The folder of finished files, where `KeptFile` puts one. */
  readonly filesFolder: string;
  readonly clock: () => Date;
  /**
   * Aborted when the job was cancelled, its right ended or the server stops. Call
   * `signal.throwIfAborted()` between two batches of work; ten seconds after the abort the thread
   * is terminated.
   */
  readonly signal: AbortSignal;
  /** The total of `CSV_progress {maxCount}`: units of a report, rows of an import. */
  expect(maxCount: number): void;
  /** The progress (`CSV_progress {count, text}`); may be called for every row. */
  progress(count: number, text: string): void;
  /** Reports a problem in one unit while the job goes on; `error` is for the server's log. */
  problem(problem: JobProblem, error?: unknown): void;
  /**
   * Resolves when the checkpoint is stored; after a kill the next attempt gets it as `checkpoint`.
   */
  remember(checkpoint: Json): Promise<void>;
}

/** The result of a successful job. */
export interface JobEnd {
  /** A file in `context.filesFolder`, complete and on disk. */
  file?: { name: string; bytes: number };
  /** A small summary of the result: counts, findings. */
  result?: Json;
}

/**
 * Ends a job as failed with this code. Any other error that `run` throws becomes the code `fault`.
 */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly code: JobFailureCode;

  constructor(code: JobFailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

interface TypedWork<Parameters> {
  /** `import.meta.url`. */
  file: string;
  /** Validates `job.parameters`; a refusal is a fault of the route that started the job. */
  parameters: z.ZodType<Parameters>;
  afterKill: AfterKill;
  run(context: JobContext, parameters: Parameters): Promise<JobEnd>;
}

/** Makes a thread's work from its schema and its function. */
export function threadWork<Parameters>(work: TypedWork<Parameters>): ThreadWork {
  const { file, parameters, afterKill, run } = work;
  return {
    file,
    parameters,
    afterKill,
    run: (context, raw) => run(context, parameters.parse(raw)),
  };
}

/** Makes a kind from its work and what is said of it. */
export function jobKind<Parameters>(kind: TypedWork<Parameters> & ToldOfKind): JobKind {
  return { ...kind, ...threadWork(kind) };
}

/** Loads a thread's work from its file. */
export async function loadWork(file: string): Promise<ThreadWork> {
  const { default: work } = (await import(file)) as { default: ThreadWork };
  return work;
}
