import { AccountPlaces } from '../concurrency/account-places.ts';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import type { AnswerKindName, Job, JobProblem } from './job.ts';
import type { JobThreads } from './job-threads.ts';
import type { WorkerEnd } from './worker-run.ts';

/**
 * As many threads as for jobs, in a queue of their own, so that a waiting person is not delayed by
 * jobs.
 */
const AT_ONCE = 2;
const MOST_WAITING = 20;
/** Of one account, running or waiting; a page needs one, and its next one stops the last. */
const MOST_OF_ACCOUNT = 2;

const CANCELLED: WorkerEnd = { ok: false, code: 'cancelled', detail: null };

/** The request for an answer that somebody waits for. */
export type AnswerRequest = Pick<Job, 'owner' | 'username' | 'language' | 'parameters'> & {
  kind: AnswerKindName;
};

/** How the work ended, and the problems that it reported. */
export interface AnswerOutcome {
  readonly ended: WorkerEnd;
  readonly problems: readonly JobProblem[];
}

/** Work in threads for a waiting request: nothing is stored, and nothing is restarted. */
export class Answers {
  readonly #threads: JobThreads;
  readonly #places = new AccountPlaces(MOST_OF_ACCOUNT);
  readonly #queue = new BoundedQueue({ concurrency: AT_ONCE, maxWaiting: MOST_WAITING });

  constructor(threads: JobThreads) {
    this.#threads = threads;
  }

  /**
   * Runs the work and stops it on the signal; rejects with `AccountBusy` when the account has two
   * under way, and with `QueueFull` when too many wait.
   */
  give(question: AnswerRequest, signal: AbortSignal): Promise<AnswerOutcome> {
    return this.#places.run(question.owner, () =>
      this.#queue.run(() => this.#answer(question, signal)),
    );
  }

  async #answer({ kind, ...asked }: AnswerRequest, signal: AbortSignal): Promise<AnswerOutcome> {
    const job = { ...asked, kind, id: kind, checkpoint: null, attempts: 1 };
    if (signal.aborted) return { ended: CANCELLED, problems: [] };
    let problems: JobProblem[] = [];
    const ended = await this.#threads.inEnoughMemory((memoryMb) => {
      problems = [];
      const worker = this.#threads.start(
        { job, folder: '' },
        {
          progress: () => undefined,
          remember: async () => undefined,
          problem: (problem, detail) => {
            problems.push(problem);
            this.#threads.logProblem(kind, problem, detail);
          },
        },
        memoryMb,
      );
      const stop = (): void => worker.stop();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      return worker.ended;
    });
    return { ended, problems };
  }
}
