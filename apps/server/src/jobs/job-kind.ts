import type { z } from 'zod';
import type { Json, Stores } from '../store/document-store.ts';
import type { AnswerKindName, Job, JobFailureCode, JobKindName, JobProblem } from './job.ts';

/**
 * How to write a kind of job: a file `kinds/<name>.ts` whose default export is `jobKind({ … })`. It
 * is loaded in the worker thread only, so that the server keeps none of its imports in memory.
 * Nothing else has to be changed: `jobs.start({ kind: '<name>', … })` runs it.
 */
export interface JobKind {
  readonly parameters: z.ZodType;
  readonly afterKill: AfterKill;
  run(context: JobContext, parameters: unknown): Promise<JobEnd>;
}

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
  /** The folder of finished files; `finishFile` moves a file there. */
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

interface TypedKind<Parameters> {
  /** Validates `job.parameters`; a refusal is a fault of the route that started the job. */
  parameters: z.ZodType<Parameters>;
  afterKill: AfterKill;
  run(context: JobContext, parameters: Parameters): Promise<JobEnd>;
}

/** Makes a kind from its schema and its work. */
export function jobKind<Parameters>(kind: TypedKind<Parameters>): JobKind {
  const { parameters, afterKill, run } = kind;
  return {
    parameters,
    afterKill,
    run: (context, raw) => run(context, parameters.parse(raw)),
  };
}

/** Loads a kind by its name from the folder of kinds. */
export async function loadKind(
  folder: string,
  name: JobKindName | AnswerKindName,
): Promise<JobKind> {
  const file = new URL(`${name}.ts`, folder);
  const { default: kind } = (await import(file.href)) as { default: JobKind };
  return kind;
}
