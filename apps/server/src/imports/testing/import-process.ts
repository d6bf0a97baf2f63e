import { Worker } from 'node:worker_threads';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { fileDigestOf, importFile } from '../import-file.ts';
import { NOW, UNIT } from './import-facts.ts';

// Imports a file; with KILL_AFTER_ROWS it kills itself in the batch that follows so many rows, when this
// PART of the time of a batch has passed: `node import-process.ts DATA_DIR FILE IMPORT_ID
// [KILL_AFTER_ROWS PART]`. It prints the result, and the most memory that the process had.

const [dataDir = '', path = '', importId = '', killAfterRows, part = '0'] = process.argv.slice(2);

/** Milliseconds after which the other thread kills, once they are more than 0. */
const wait = new Int32Array(new SharedArrayBuffer(4));

/** Kills this process from another thread, because this one is busy. */
const KILLER = `
const { workerData: wait } = require('node:worker_threads');
Atomics.wait(wait, 0, 0);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), wait[0]);
`;
if (killAfterRows !== undefined) new Worker(KILLER, { eval: true, workerData: wait });

let rowsDone = 0;
let batchBegan = performance.now();

function noteRows(done: number): void {
  if (done === rowsDone) return;
  const now = performance.now();
  const batchMs = now - batchBegan;
  rowsDone = done;
  batchBegan = now;
  if (killAfterRows === undefined || done < Number(killAfterRows) || wait[0] !== 0) return;
  Atomics.store(wait, 0, Math.max(1, Math.round(batchMs * Number(part))));
  Atomics.notify(wait, 0);
}

const stores = await openSqliteStores({ dir: dataDir });
const result = await importFile(
  {
    importId,
    path,
    fileDigest: await fileDigestOf(path),
    stakeDB: UNIT,
    isDryRun: false,
    answers: {},
    mapping: {},
    accountId: 'acc_1',
    username: 'sofia',
    author: 'Sofía Pérez',
    now: NOW,
  },
  {
    stores,
    dataDir,
    signal: new AbortController().signal,
    progress: noteRows,
    onFault: (error) => {
      throw error;
    },
  },
  async () => undefined,
);
const { maxRSS } = process.resourceUsage();
process.stdout.write(`${JSON.stringify({ ...result, peakMb: maxRSS / 1_024 })}\n`);
await stores.close();
