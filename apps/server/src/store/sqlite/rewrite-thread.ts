import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isBusy } from './faults.ts';

export type Rewritten = { readonly ok: true } | { readonly ok: false; readonly fault: string };

/** How long other readers and writers may keep the log from being emptied. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

/** Repeats a step until it is true or the patience is over; throws then. */
function patiently(what: string, step: () => boolean): void {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (step()) return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() > deadline) throw new Error(`${what}: another program holds the file`);
    sleep(PAUSE_MS);
  }
}

/**
 * Pages that were given back to the file, and the free part of others, keep what was in them until
 * they are written again; the log keeps what passed through it until it is truncated.
 */
function rewrite(path: string): void {
  const database = new DatabaseSync(path, { timeout: 1_000 });
  try {
    patiently('rewriting', () => {
      database.exec('VACUUM');
      return true;
    });
    patiently('emptying the log', () => {
      const answer = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return answer?.['busy'] === 0;
    });
  } finally {
    database.close();
  }
}

function run(): Rewritten {
  try {
    rewrite(String(workerData));
    return { ok: true };
  } catch (error) {
    return { ok: false, fault: String(error) };
  }
}

parentPort?.postMessage(run());
