import { Worker } from 'node:worker_threads';
import type {
  BackupOfThread,
  BackupProgress,
  BackupThreadData,
  ThreadMessage,
} from './backup-thread.ts';
import { dropUnfinished } from './make-backup.ts';

const THREAD = new URL('./backup-thread.ts', import.meta.url);

/**
 * Makes a backup in a thread of its own, so that no phone waits for it. A signal ends it at once, and
 * nothing of it stays: a server that is stopped must not be waited for.
 */
export async function backupInThread(
  data: BackupThreadData,
  signal: AbortSignal,
  onProgress: (progress: BackupProgress) => void = () => undefined,
): Promise<BackupOfThread> {
  const thread = new Worker(THREAD, { workerData: data, execArgv: [] });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await new Promise<BackupOfThread>((resolve, reject) => {
      thread.on('message', (message: ThreadMessage) => {
        if ('ended' in message) resolve(message.ended);
        else onProgress(message.progress);
      });
      thread.once('error', reject);
      thread.once('exit', () => {
        if (signal.aborted) resolve({ ok: false, reason: 'The server was stopped meanwhile.' });
        else reject(new Error('the thread of the backup ended without a word'));
      });
    });
  } finally {
    signal.removeEventListener('abort', end);
    if (signal.aborted) await dropUnfinished(data.file);
  }
}
