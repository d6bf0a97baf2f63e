import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../document-store.ts';
import type { Rewritten } from './rewrite-thread.ts';

const THREAD = new URL('./rewrite-thread.ts', import.meta.url);

/** Writes a database file anew in a thread of its own; see `rewrite-thread.ts`. */
export function rewriteInThread(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: path, execArgv: [] });
    let fault = 'the thread ended without a word';
    let isDone = false;
    thread.on('message', (said: Rewritten) => {
      isDone = said.ok;
      if (!said.ok) fault = said.fault;
    });
    thread.on('error', (error) => {
      fault = String(error);
    });
    thread.on('exit', () => {
      if (isDone) resolve();
      else reject(new StoreUnavailable(`the database ${path} could not be rewritten: ${fault}`));
    });
  });
}
