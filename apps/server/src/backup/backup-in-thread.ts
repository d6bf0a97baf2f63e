import { Worker } from 'node:worker_threads';
import type { BackupOfThread, BackupThreadData } from './backup-thread.ts';

const THREAD = new URL('./backup-thread.ts', import.meta.url);

/** Makes a backup in a thread of its own, so that no phone waits for it. */
export function backupInThread(data: BackupThreadData): Promise<BackupOfThread> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: data, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of the backup ended without a word')));
  });
}
