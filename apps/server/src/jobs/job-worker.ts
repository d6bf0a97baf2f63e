/** The thread of one job: opens the databases itself, loads the kind and runs it. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Json, type Stores, StoreUnavailable } from '../store/document-store.ts';
import { openStoresAt } from '../store/open-stores-at.ts';
import { isFull } from '../store/sqlite/faults.ts';
import type { JobProblem } from './job.ts';
import { type JobContext, JobFailure, loadWork, type ThreadWork } from './job-kind.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/** Shortest interval between two progress messages, because a kind may report every row. */
const TELL_EVERY_MS = 200;

function detailOf(error: unknown): string {
  return String(error instanceof Error ? error.stack : error);
}

/** Reports the databases that this thread writes, so that the server's change feeds notice them. */
function watched(stores: Stores, tell: (message: FromWorker) => void): Stores {
  const told = new Set<string>();
  return {
    address: stores.address,
    has: (name) => stores.has(name),
    sequence: (name) => stores.sequence(name),
    names: () => stores.names(),
    check: () => stores.check(),
    noticeChange: (name) => stores.noticeChange(name),
    close: () => stores.close(),
    async open(name) {
      const store = await stores.open(name);
      // CouchDB tells every process in its own feed.
      if (stores.address.kind === 'files' && !told.has(name)) {
        told.add(name);
        store.onChange(() => tell({ say: 'changed', store: name }));
      }
      return store;
    },
  };
}

/** The part of the context that exchanges messages with the server. */
class Line {
  readonly #port: MessagePort;
  readonly #stop = new AbortController();
  readonly #waiting = new Map<number, (error: string | null) => void>();
  #number = 0;
  #told = 0;
  #progress = { count: 0, maxCount: 0, text: '' };

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ToWorker) => {
      if (message.say === 'stop') this.#stop.abort(new JobFailure('cancelled'));
      else this.#waiting.get(message.number)?.(message.error);
    });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  tell(message: FromWorker): void {
    this.#port.postMessage(message);
  }

  expect(maxCount: number): void {
    this.#progress.maxCount = maxCount;
    this.tellProgress();
  }

  progress(count: number, text: string): void {
    this.#progress = { ...this.#progress, count, text };
    if (performance.now() - this.#told >= TELL_EVERY_MS) this.tellProgress();
  }

  tellProgress(): void {
    this.#told = performance.now();
    this.tell({ say: 'progress', ...this.#progress });
  }

  problem(problem: JobProblem, error?: unknown): void {
    const detail = error === undefined ? null : detailOf(error);
    this.tell({ say: 'problem', problem, detail });
  }

  remember(checkpoint: Json): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, (error) => {
        this.#waiting.delete(number);
        if (error === null) resolve();
        else reject(new Error(error));
      });
      this.tell({ say: 'remember', number, checkpoint });
    });
  }
}

function contextOf(task: WorkerTask, stores: Stores, line: Line): JobContext {
  const { job, dataDir, folder, filesFolder } = task;
  return {
    job,
    attempt: job.attempts,
    checkpoint: job.checkpoint,
    stores: watched(stores, (message) => line.tell(message)),
    dataDir,
    folder,
    filesFolder,
    clock: () => new Date(),
    signal: line.signal,
    expect: (maxCount) => line.expect(maxCount),
    progress: (count, text) => line.progress(count, text),
    problem: (problem, error) => line.problem(problem, error),
    remember: (checkpoint) => line.remember(checkpoint),
  };
}

async function work(kind: ThreadWork, task: WorkerTask, line: Line): Promise<FromWorker> {
  const stores = await openStoresAt(task.stores);
  try {
    const end = await kind.run(contextOf(task, stores, line), task.job.parameters);
    line.tellProgress();
    return { say: 'finished', end };
  } finally {
    await stores.close();
  }
}

function failureOf(error: unknown): FromWorker {
  if (error instanceof JobFailure) return { say: 'failed', code: error.code, detail: null };
  const isStore = error instanceof StoreUnavailable;
  const code = isStore ? (isFull(error.cause) ? 'disk-full' : 'unavailable') : 'fault';
  return { say: 'failed', code, detail: detailOf(error) };
}

async function run(task: WorkerTask, port: MessagePort): Promise<void> {
  const line = new Line(port);
  try {
    const kind = await loadWork(task.work);
    if (task.job.attempts > 1 && kind.afterKill === 'fail') throw new JobFailure('interrupted');
    line.tell(await work(kind, task, line));
  } catch (error) {
    line.tell(failureOf(error));
  }
  port.close();
}

if (parentPort !== null) await run(workerData as WorkerTask, parentPort);
