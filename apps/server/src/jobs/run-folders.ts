import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, storeFault } from '../store/sqlite/faults.ts';

const LOCK_FILE = 'in-use.sqlite';

/** Takes a lock that ends with this process, however it ends; `null`: another process holds it. */
function takeLock(folder: string): DatabaseSync | null {
  const path = join(folder, LOCK_FILE);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw storeFault(path, error);
  }
}

/**
 * The folders for temporary files of jobs, one per run of the server: `<run>/<job>/…`. A folder
 * without a lock belongs to an ended run: its files are rubbish, and jobs assigned to that run may
 * be taken over.
 */
export class RunFolders {
  readonly #parent: string;
  readonly #run: string;
  #lock: DatabaseSync | null = null;

  constructor(parent: string, run: string) {
    this.#parent = parent;
    this.#run = run;
  }

  /** Creates and locks this run's own folder. */
  hold(): void {
    const folder = join(this.#parent, this.#run);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = takeLock(folder);
  }

  /** The names of ended runs. */
  ended(): string[] {
    if (!existsSync(this.#parent)) return [];
    return readdirSync(this.#parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== this.#run)
      .map(({ name }) => name)
      .filter((name) => {
        const lock = takeLock(join(this.#parent, name));
        lock?.close();
        return lock !== null;
      });
  }

  /** Deletes the folder of an ended run. */
  async clear(run: string): Promise<void> {
    await rm(join(this.#parent, run), { recursive: true, force: true });
  }

  /** An empty folder for one job. */
  async make(jobId: string): Promise<string> {
    const folder = join(this.#parent, this.#run, jobId);
    await this.drop(jobId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async drop(jobId: string): Promise<void> {
    await rm(join(this.#parent, this.#run, jobId), { recursive: true, force: true });
  }

  /** Unlocks this run's folder at the end, and deletes it when no job needs it. */
  async release({ isEmpty }: { isEmpty: boolean }): Promise<void> {
    this.#lock?.close();
    this.#lock = null;
    if (isEmpty) await this.clear(this.#run);
  }
}
