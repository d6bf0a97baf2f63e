import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BackupRefused } from './backup-refused.ts';
import type { CopiedDatabase } from './copy-database.ts';
import type { CopyAnswer, CopyAsked } from './copy-thread.ts';

const THREAD = new URL('./copy-thread.ts', import.meta.url);

/**
 * Copies databases in a thread of its own, with the priority of the one that made it: SQLite's work
 * would hold up what packs and encrypts the copy before.
 */
export class Copier {
  #thread: Worker | null = null;

  /**
   * Copies and checks one database. Only one may be asked for at a time.
   *
   * @throws {BackupRefused} with a sentence when it cannot be read
   */
  async copy(asked: CopyAsked): Promise<CopiedDatabase> {
    this.#thread ??= new Worker(THREAD, { execArgv: [] });
    const thread = this.#thread;
    const answered = once(thread, 'message') as Promise<[CopyAnswer]>;
    thread.postMessage(asked);
    const [answer] = await answered;
    if (answer.ok) return answer.copied;
    if (answer.isRefused) throw new BackupRefused(answer.message);
    throw Object.assign(new Error(answer.message), { code: answer.code });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}
