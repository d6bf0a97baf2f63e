import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailureCode } from '@crece/contract';
import { can } from '@crece/domain';
import type { Accounts } from '../accounts/accounts.ts';
import { accountOf } from '../accounts/stored-account.ts';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import type { DocumentStore, Json } from '../store/document-store.ts';
import { type AnswerOutcome, type AnswerRequest, Answers } from './answers.ts';
import type { Job, JobRequest } from './job.ts';
import type { JobEnd, JobKind } from './job-kind.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { JobThreads, type ThreadOptions } from './job-threads.ts';
import { idFor, newJob } from './new-job.ts';
import { RunFolders } from './run-folders.ts';
import { Turns } from './turns.ts';
import type { WorkerEnd, WorkerRun } from './worker-run.ts';

export const JOBS_DATABASE = 'sys_jobs';
/** Folder of finished files only. */
export const FILES_FOLDER = 'reports';
const RUNS_FOLDER = 'jobs';
/** Two, so that a long import does not delay everybody's reports. Each has its own thread. */
const AT_ONCE = 2;
const MOST_WAITING = 100;
const MOST_OF_ACCOUNT = 5;
/** Limit for a job during which the server dies every time. */
const MOST_ATTEMPTS = 3;
/** How often it is looked whether a job that was stopped has ended. */
const END_POLL_MS = 50;
const SAVE_PAUSES_MS = [100, 1_000, 5_000, 30_000] as const;

export interface JobsOptions extends Omit<ThreadOptions, 'filesFolder'> {
  accounts: Pick<Accounts, 'byId'>;
  /** The database of rights: a write there makes every running job's right be checked. */
  accountStore: DocumentStore;
  /** Name of this run of the server. */
  run: string;
  clock: () => Date;
}

/** The answer to a request for a job. */
export type Started =
  | { ok: true; job: Job; isNew: boolean }
  /** `conflict`: the room has a job of another kind. */
  | { ok: false; code: 'too-many' | 'conflict' };

/** A job that this process is processing. */
interface Live {
  job: Job;
  worker: WorkerRun | null;
  /** Why it was asked to stop; `null`: it was not. */
  stopped: JobFailureCode | null;
}

/** Long work: stored as documents, run from a queue in threads, and reported to listeners. */
export class Jobs {
  readonly filesFolder: string;
  readonly #options: JobsOptions;
  readonly #kept: JobStore;
  readonly #folders: RunFolders;
  readonly #queue = new BoundedQueue({ concurrency: AT_ONCE, maxWaiting: MOST_WAITING });
  readonly #turns = new Turns();
  readonly #threads: JobThreads;
  readonly #answers: Answers;
  readonly #live = new Map<string, Live>();
  readonly #working = new Set<Promise<void>>();
  readonly #listeners = new Set<(job: Job) => void>();
  readonly #stopWatching: () => void;
  readonly #closing = new AbortController();
  #closed: Promise<void> | null = null;

  constructor(options: JobsOptions, store: DocumentStore) {
    const { dataDir, run, accountStore } = options;
    this.#options = options;
    this.#kept = createJobStore(store);
    this.filesFolder = join(dataDir, FILES_FOLDER);
    this.#threads = new JobThreads({ ...options, filesFolder: this.filesFolder });
    this.#answers = new Answers(this.#threads);
    this.#folders = new RunFolders(join(dataDir, RUNS_FOLDER), run);
    this.#folders.hold();
    this.#stopWatching = accountStore.onChange(() => void this.#recheckAll());
  }

  /**
   * Stores a job and starts it when its turn comes. For the same account and room it returns the
   * existing job. `too-many`: the account's or the server's limit is reached. Jobs with the same
   * `oneOf` run one after the other.
   */
  async start(request: JobRequest): Promise<Started> {
    const { run, clock } = this.#options;
    const job = newJob(request, { run, now: clock() });
    const known = await this.byId(job.id);
    if (known !== null) return this.#known(known, request);
    const own = [...this.#live.values()].filter((live) => live.job.owner === request.owner);
    if (own.length >= MOST_OF_ACCOUNT || this.#queue.waiting >= MOST_WAITING) {
      return { ok: false, code: 'too-many' };
    }
    const added = await this.#kept.add(job);
    if (!added.isNew) return this.#known(added.job, request);
    return { ok: true, job: this.#begin(added.job), isNew: true };
  }

  /** One room is one job: a request of another kind in it would be told of the wrong one. */
  #known(job: Job, { kind }: JobRequest): Started {
    return job.kind === kind ? { ok: true, job, isNew: false } : { ok: false, code: 'conflict' };
  }

  /**
   * Runs work in a thread for a waiting request; stores nothing. Stops on the signal; rejects with
   * `QueueFull` when too many wait.
   */
  answer(question: AnswerRequest, signal: AbortSignal): Promise<AnswerOutcome> {
    return this.#answers.give(question, AbortSignal.any([signal, this.#closing.signal]));
  }

  /** The present state of a job; `null`: it does not exist. */
  async byId(id: string): Promise<Job | null> {
    return this.#live.get(id)?.job ?? this.#kept.read(id);
  }

  /** The job that an account has started with a room. */
  async byRoom(owner: string, room: string): Promise<Job | null> {
    return this.byId(idFor({ owner, room }));
  }

  /** What the server says of a job's kind. */
  kindOf({ kind }: Pick<Job, 'kind'>): JobKind {
    return this.#options.kinds[kind];
  }

  /** All jobs, running ones in their present state. */
  async *all(): AsyncIterable<Job> {
    for await (const job of this.#kept.all()) yield this.#live.get(job.id)?.job ?? job;
  }

  /** The jobs of an account, running ones in their present state. */
  async *ofOwner(owner: string): AsyncIterable<Job> {
    for await (const job of this.#kept.ofOwner(owner)) yield this.#live.get(job.id)?.job ?? job;
  }

  /** The finished job whose file has this name and still exists. */
  async byFile(fileName: string): Promise<Job | null> {
    for await (const job of this.#kept.byFile(fileName)) {
      if (job.state === 'finished' && !job.isExpired) return job;
    }
    return null;
  }

  /** Calls the listener when a job of this process advances or ends; returns how to remove it. */
  watch(listener: (job: Job) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether the account that asked for a job exists and still has the right to it. */
  async ownerMay({ owner, needs }: Pick<Job, 'owner' | 'needs'>): Promise<boolean> {
    const account = await this.#options.accounts.byId(owner);
    return account !== null && can(accountOf(account), needs.action, needs.place);
  }

  /** Asks a running job to stop; it ends as failed with this code. */
  stop(id: string, code: JobFailureCode): void {
    const live = this.#live.get(id);
    if (live === undefined || live.stopped !== null) return;
    live.stopped = code;
    live.worker?.stop();
  }

  /** Stops those of the running jobs that are chosen, and waits until they have ended. */
  async endThose(isChosen: (job: Job) => boolean): Promise<void> {
    const chosen = [...this.#live.values()].filter(({ job }) => isChosen(job));
    for (const { job } of chosen) this.stop(job.id, 'cancelled');
    while (chosen.some(({ job }) => this.#live.has(job.id))) {
      if (this.#closing.signal.aborted) throw new Error('the server stops');
      await delay(END_POLL_MS);
    }
  }

  /** Puts another result in the place of that of a job that has ended. */
  async replaceResult(id: string, result: Json): Promise<void> {
    await this.#kept.change(id, () => ({ result, checkpoint: null }));
  }

  /** Deletes the file of a job that has ended; the job stays in the list. */
  async expire({ id, fileName }: Job): Promise<void> {
    await this.#dropFile(fileName);
    await this.#kept.change(id, () => ({ isExpired: true }));
  }

  /** Deletes a job that has ended, with its file. */
  async remove({ id, fileName }: Job): Promise<void> {
    await this.#dropFile(fileName);
    await this.#kept.remove(id);
  }

  /** Takes over the jobs of ended runs: they are started again or shown as failed. */
  async takeOver(): Promise<void> {
    for (const ended of this.#folders.ended()) {
      for await (const job of this.#kept.all()) {
        if (job.run === ended && job.state === 'running') await this.#takeOverJob(job, ended);
      }
      await this.#folders.clear(ended);
    }
  }

  /** Stops: running jobs continue at the next start, or are shown as interrupted. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    this.#stopWatching();
    for (const { worker } of this.#live.values()) worker?.stop();
    await Promise.all(this.#working);
    // The folder stays while this run has jobs, because the next start finds them by it.
    await this.#folders.release({ isEmpty: this.#live.size === 0 });
  }

  async #takeOverJob(job: Job, ended: string): Promise<void> {
    let isOurs = false;
    const taken = await this.#kept.change(job.id, (kept) => {
      isOurs = kept.run === ended && kept.state === 'running';
      return isOurs ? { run: this.#options.run } : {};
    });
    if (!isOurs || taken === null) return;
    if (taken.attempts >= MOST_ATTEMPTS) {
      await this.#save(taken.id, this.#failed('interrupted'));
    } else this.#begin(taken);
  }

  #begin(job: Job): Job {
    const turn = this.#turns.take(job.oneOf);
    const live: Live = {
      job: turn.isWaiting ? { ...job, isWaiting: true } : job,
      worker: null,
      stopped: null,
    };
    this.#live.set(job.id, live);
    // A job that waits for its turn takes no place in the queue from others.
    const work = turn.comes
      .then(() => {
        if (turn.isWaiting) live.job = { ...live.job, isWaiting: false };
        return this.#queue.run(() => this.#work(live));
      })
      .finally(() => turn.end())
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, job: job.id }, 'a job could not be ended');
      })
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
    return live.job;
  }

  async #work(live: Live): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { job } = live;
    let ended: WorkerEnd;
    try {
      if (!(await this.ownerMay(job))) live.stopped ??= 'right-ended';
      ended = await this.#threads.inEnoughMemory((memoryMb) => this.#attempt(live, memoryMb));
    } catch (error) {
      ended = { ok: false, code: 'fault', detail: String(error) };
    }
    const { stopped } = live;
    // Continues at the next start; the folder stays until then and marks the job as free to take
    // over.
    if (!ended.ok && stopped === null && this.#closing.signal.aborted) return;
    await this.#end(live, stopped === null ? ended : { ok: false, code: stopped, detail: null });
    if (stopped !== null && ended.ok) await this.#dropFile(ended.end.file?.name ?? null);
  }

  async #attempt(live: Live, memoryMb: number): Promise<WorkerEnd> {
    const { id, attempts: before, checkpoint, problems } = live.job;
    const attempts = before + 1;
    const kept = await this.#kept.change(id, () => ({ attempts }));
    // An attempt without a checkpoint starts from the beginning and reports its problems again.
    live.job = { ...(kept ?? live.job), problems: checkpoint === null ? [] : problems };
    return this.#runWorker(live, memoryMb);
  }

  async #runWorker(live: Live, memoryMb: number): Promise<WorkerEnd> {
    const { id, kind, owner, username, language, parameters, checkpoint, attempts } = live.job;
    if (live.stopped !== null) return { ok: false, code: live.stopped, detail: null };
    const folder = await this.#folders.make(id);
    try {
      const job = { id, kind, owner, username, language, parameters, checkpoint, attempts };
      live.worker = this.#threads.start(
        { job, folder },
        {
          progress: ({ count, maxCount, text }) => this.#move(live, { count, maxCount, text }),
          problem: (problem, detail) => {
            live.job = { ...live.job, problems: [...live.job.problems, problem] };
            this.#threads.logProblem(id, problem, detail);
          },
          remember: async (kept) => {
            live.job = { ...live.job, checkpoint: kept };
            await this.#kept.change(id, () => ({ checkpoint: kept }));
          },
        },
        memoryMb,
      );
      // It may have been asked to stop while the folder was being created.
      if (live.stopped !== null || this.#closing.signal.aborted) live.worker.stop();
      return await live.worker.ended;
    } finally {
      await this.#folders.drop(id);
    }
  }

  #move(live: Live, fields: Pick<Job, 'count' | 'maxCount' | 'text'>): void {
    live.job = { ...live.job, ...fields };
    this.#tell(live.job);
  }

  #failed(code: JobFailureCode): Partial<Job> {
    return { state: 'failed', code, endedAt: this.#options.clock().toISOString() };
  }

  #finished({ file, result = null }: JobEnd): Partial<Job> {
    return {
      state: 'finished',
      endedAt: this.#options.clock().toISOString(),
      fileName: file?.name ?? null,
      fileBytes: file?.bytes ?? 0,
      result,
      checkpoint: null,
    };
  }

  async #end(live: Live, ended: WorkerEnd): Promise<void> {
    const { id, kind, count, maxCount, text, problems } = live.job;
    if (!ended.ok && ended.detail !== null) {
      this.#options.log.error({ job: id, kind, detail: ended.detail }, 'a job has failed');
    }
    const outcome = ended.ok ? this.#finished(ended.end) : this.#failed(ended.code);
    const fields = { count, maxCount, text, problems, ...outcome };
    // Said at once, also while it cannot be stored; a finished job only when its file can be found.
    if (!ended.ok) live.job = { ...live.job, ...fields };
    const kept = await this.#save(id, fields);
    this.#live.delete(id);
    // The job was deleted meanwhile, so its file is not needed.
    if (kept === null) await this.#dropFile(outcome.fileName ?? null);
    else this.#tell(kept);
  }

  /** Stores the end of a job; retries while the databases are away. */
  async #save(id: string, fields: Partial<Job>): Promise<Job | null> {
    for (let i = 0; ; i += 1) {
      try {
        return await this.#kept.change(id, () => fields);
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        this.#options.log.error({ err: error, job: id }, 'the end of a job could not be kept');
        const pause = SAVE_PAUSES_MS[Math.min(i, SAVE_PAUSES_MS.length - 1)];
        await delay(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      }
    }
  }

  async #dropFile(fileName: string | null): Promise<void> {
    if (fileName !== null) await rm(join(this.filesFolder, fileName), { force: true });
  }

  async #recheckAll(): Promise<void> {
    for (const { job } of [...this.#live.values()]) {
      try {
        if (!(await this.ownerMay(job))) this.stop(job.id, 'right-ended');
      } catch (error) {
        // The right is checked again at the end of the job and at the download of its file.
        this.#options.log.warn({ err: error }, 'the right to a job could not be looked at');
      }
    }
  }

  #tell(job: Job): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(job));
  }
}

/** Opens the jobs of this server. Call `takeOver` when it is ready to run them. */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  return new Jobs(options, await options.stores.open(JOBS_DATABASE));
}
