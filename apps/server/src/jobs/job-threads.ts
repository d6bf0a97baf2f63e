import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Stores } from '../store/document-store.ts';
import type { AnswerKindName, JobKindName, JobProblem } from './job.ts';
import type { Kinds } from './job-kind.ts';
import type { WorkerTask } from './worker-messages.ts';
import {
  isOutOfMemory,
  runInWorker,
  type WorkerEnd,
  type WorkerListener,
  type WorkerRun,
} from './worker-run.ts';

/**
 * Heap of a job's thread in MB. The engine leaves garbage until a good part of the heap is used, so
 * a job starts with little (a unit of 4,000 records takes 60 MB); if it runs out of memory, it is
 * started once more with much.
 */
const MEMORY_MB = { few: 84, most: 768 } as const;

/** Where threads find their work, and their limits. */
export interface ThreadOptions {
  stores: Stores;
  dataDir: string;
  filesFolder: string;
  log: FastifyBaseLogger;
  /**
   * Called with the name of a database that a thread has written. (CouchDB reports writes in its
   * own feed only.)
   */
  onWritten?: (store: string) => void;
  kinds: Kinds;
  memoryMb?: Partial<Record<keyof typeof MEMORY_MB, number>>;
}

type StartedTask = Pick<WorkerTask, 'folder'> & {
  job: WorkerTask['job'] & { kind: JobKindName | AnswerKindName };
};

/** Starts threads for jobs and answers, and makes the server's change feeds notice their writes. */
export class JobThreads {
  readonly #options: ThreadOptions;
  readonly #large = new PQueue({ concurrency: 1 });

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  start(
    { job, folder }: StartedTask,
    listener: Omit<WorkerListener, 'changed'>,
    memoryMb: number,
  ): WorkerRun {
    const { stores, dataDir, filesFolder, kinds, onWritten } = this.#options;
    const changed = (store: string): void => {
      stores.noticeChange(store);
      onWritten?.(store);
    };
    const work = kinds[job.kind].file;
    return runInWorker(
      { job, folder, work, stores: stores.address, dataDir, filesFolder },
      { ...listener, changed },
      memoryMb,
    );
  }

  /**
   * Runs with little memory, and once more with much if that was not enough: one at a time, so that
   * the server never needs it twice.
   */
  async inEnoughMemory(run: (memoryMb: number) => Promise<WorkerEnd>): Promise<WorkerEnd> {
    const { few, most } = { ...MEMORY_MB, ...this.#options.memoryMb };
    const ended = await run(few);
    return isOutOfMemory(ended) ? this.#large.add(() => run(most)) : ended;
  }

  logProblem(job: string, problem: JobProblem, detail: string | null): void {
    if (detail !== null) this.#options.log.error({ job, ...problem, detail }, 'in a job');
  }
}
