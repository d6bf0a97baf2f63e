import { Worker } from 'node:worker_threads';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { fileDigestOf, importFile } from '../import-file.ts';
import { NOW, UNIT } from './import-facts.ts';

// Imports a file; with KILL_AFTER it kills itself this many milliseconds after the rows have begun:
// `node import-process.ts DATA_DIR FILE IMPORT_ID [KILL_AFTER]`. It prints the result, and the most
// memory that the process had.

const [dataDir = '', path = '', importId = '', killAfter] = process.argv.slice(2);

let isBegun = false;

/** The timer runs in another thread, because this one is busy. */
function begin(): void {
  if (isBegun || killAfter === undefined) return;
  isBegun = true;
  const wait = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Number(killAfter)})`;
  new Worker(wait, { eval: true });
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
    progress: begin,
    onFault: (error) => {
      throw error;
    },
  },
  async () => undefined,
);
const { maxRSS } = process.resourceUsage();
process.stdout.write(`${JSON.stringify({ ...result, peakMb: maxRSS / 1_024 })}\n`);
await stores.close();
