import type { z } from 'zod';
import type { Json, Stores } from '../store/document-store.ts';
import type { AnswerKindName, Job, JobFailureCode, JobKindName, JobProblem } from './job.ts';

/**
 * How a kind of job is written: a file `kinds/<name>.ts` whose default export is
 * `jobKind({ … })`. It is loaded in the worker thread alone, so that nothing it needs is held in
 * memory by the server. Nothing else is to be changed: `jobs.start({ kind: '<name>', … })` runs it.
 */
export interface JobKind {
  readonly parameters: z.ZodType;
  readonly afterKill: AfterKill;
  run(context: JobContext, parameters: unknown): Promise<JobEnd>;
}

/**
 * What becomes of a job whose server was killed or stopped in the middle of it:
 * `resume`: `run` is called again with the last `checkpoint`; it must be safe to do again what was
 * done since. `fail`: it is shown as failed, "interrupted". Files that it wrote under
 * `context.folder` are gone in either case.
 */
export type AfterKill = 'resume' | 'fail';

/** What a job is given to work with, in the worker thread. */
export interface JobContext {
  readonly job: Pick<Job, 'id' | 'owner' | 'username' | 'language'>;
  /** How often it was begun, this time included. */
  readonly attempt: number;
  /** What the attempt before asked to remember; `null`: nothing. */
  readonly checkpoint: Json;
  /** The databases of the configuration, opened by this thread. Use `has` before `open`: `open` makes. */
  readonly stores: Stores;
  readonly dataDir: string;
  /** An empty folder of this attempt for what is written on the way; it is removed afterwards. */
  readonly folder: string;
  /** Where finished files belong: `finishFile` moves one there. */
  readonly filesFolder: string;
  readonly clock: () => Date;
  /**
   * Aborted when the job was cancelled, its right ended or the server stops: ask
   * `signal.throwIfAborted()` between two batches of work. Ten seconds later the thread is ended.
   */
  readonly signal: AbortSignal;
  /** How much there is to do (`CSV_progress {maxCount}`): units of a report, rows of an import. */
  expect(maxCount: number): void;
  /** How far it is and at what (`CSV_progress {count, text}`); may be called for every row. */
  progress(count: number, text: string): void;
  /** Names what went wrong in one unit while the job goes on; `error` is for the server's log. */
  problem(problem: JobProblem, error?: unknown): void;
  /** Resolves when it is kept for good: after a kill the next attempt finds it as `checkpoint`. */
  remember(checkpoint: Json): Promise<void>;
}

/** How a job ends well. */
export interface JobEnd {
  /** A file in `context.filesFolder`, complete and on disk. */
  file?: { name: string; bytes: number };
  /** What is to be told of the end, small: counts, findings. */
  result?: Json;
}

/** Ends a job as failed with this code. Any other error that `run` throws is the code `fault`. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly code: JobFailureCode;

  constructor(code: JobFailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

interface TypedKind<Parameters> {
  /** Reads `job.parameters`; what it refuses is a fault of the route that began the job. */
  parameters: z.ZodType<Parameters>;
  afterKill: AfterKill;
  run(context: JobContext, parameters: Parameters): Promise<JobEnd>;
}

/** Makes a kind out of its schema and its work. */
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
