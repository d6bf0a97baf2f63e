import { Worker } from 'node:worker_threads';
import type { JobFailureCode } from '@crece/contract';
import type { Json } from '../store/document-store.ts';
import type { JobProblem } from './job.ts';
import type { JobEnd } from './job-kind.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

const WORKER = new URL('./job-worker.ts', import.meta.url);
/**
 * A thread's memory for new objects, in MB. The engine's default of 48 MB would stay allocated; a
 * report is as fast with less.
 */
const YOUNG_MEMORY_MB = 9;
/** A job that does not stop when asked is terminated after this time. */
const STOP_TIMEOUT_MS = 10_000;
/** How the thread of a job ended. */
export type WorkerEnd =
  | { ok: true; end: JobEnd }
  | { ok: false; code: JobFailureCode; detail: string | null };

/** How the server handles the messages of a thread. */
export interface WorkerListener {
  progress(progress: { count: number; maxCount: number; text: string }): void;
  problem(problem: JobProblem, detail: string | null): void;
  remember(checkpoint: Json): Promise<void>;
  changed(store: string): void;
}

/** A job's thread. */
export interface WorkerRun {
  ended: Promise<WorkerEnd>;
  /** Asks it to stop between two batches of work, and terminates it if it does not. */
  stop(): void;
}

/** Whether a thread ended because it had too little memory. */
export function isOutOfMemory(ended: WorkerEnd): boolean {
  return !ended.ok && ended.code === 'out-of-memory';
}

function tellsOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Starts the thread of a job. If it exceeds its memory, the job fails, but not the server. */
export function runInWorker(
  task: WorkerTask,
  listener: WorkerListener,
  mostMemoryMb: number,
): WorkerRun {
  const worker = new Worker(WORKER, {
    workerData: task,
    // Flags of this process may not work in a thread (a test runner's, an inspector's).
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: mostMemoryMb,
      maxYoungGenerationSizeMb: YOUNG_MEMORY_MB,
    },
  });
  const say = (message: ToWorker): void => worker.postMessage(message);
  let said: WorkerEnd | null = null;
  let isStopped = false;
  let stopTimer: NodeJS.Timeout | undefined;

  worker.on('message', (message: FromWorker) => {
    switch (message.say) {
      case 'progress':
        listener.progress(message);
        break;
      case 'problem':
        listener.problem(message.problem, message.detail);
        break;
      case 'changed':
        listener.changed(message.store);
        break;
      case 'remember': {
        const { number, checkpoint } = message;
        listener.remember(checkpoint).then(
          () => say({ say: 'remembered', number, error: null }),
          (error: unknown) => say({ say: 'remembered', number, error: String(error) }),
        );
        break;
      }
      case 'finished':
        said = { ok: true, end: message.end };
        break;
      case 'failed':
        said = { ok: false, code: message.code, detail: message.detail };
        break;
      default:
    }
  });

  const ended = new Promise<WorkerEnd>((resolve) => {
    worker.on('error', (error) => {
      const detail = String(error instanceof Error ? error.stack : error);
      said = { ok: false, code: tellsOutOfMemory(error) ? 'out-of-memory' : 'fault', detail };
    });
    worker.on('exit', () => {
      clearTimeout(stopTimer);
      const silent = isStopped
        ? { code: 'cancelled' as const, detail: null }
        : { code: 'fault' as const, detail: 'the thread ended without a word' };
      resolve(said ?? { ok: false, ...silent });
    });
  });

  return {
    ended,
    stop() {
      if (isStopped) return;
      isStopped = true;
      say({ say: 'stop' });
      stopTimer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
    },
  };
}
