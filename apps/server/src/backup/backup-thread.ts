// The thread in which the server makes a backup.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type StoresAddress, StoreUnavailable } from '../store/document-store.ts';
import { openStoresAt } from '../store/open-stores-at.ts';
import { countsOf } from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Encryption } from './encryption.ts';
import { makeBackup } from './make-backup.ts';

export interface BackupThreadData {
  readonly dataDir: string;
  readonly file: string;
  readonly encryption: Encryption | null;
  readonly withSecret: boolean;
  /** The instant of the backup. */
  readonly at: string;
  /** Where the databases are; absent: files of the data folder. */
  readonly stores?: StoresAddress;
  /** See `BackupAsked`. */
  readonly isInside?: boolean;
}

export type BackupOfThread =
  | { readonly ok: true; readonly counts: ReturnType<typeof countsOf> }
  /** In a sentence, for the log. */
  | { readonly ok: false; readonly reason: string };

/** So many of the databases are copied. */
export interface BackupProgress {
  readonly done: number;
  readonly of: number;
}

export type ThreadMessage =
  | { readonly progress: BackupProgress }
  | { readonly ended: BackupOfThread };

async function make(
  { at, stores, ...rest }: BackupThreadData,
  onProgress: (progress: BackupProgress) => void,
): Promise<BackupOfThread> {
  const couch = stores?.kind === 'couchdb' ? await openStoresAt(stores) : null;
  try {
    const clock = () => new Date(at);
    const manifest = await makeBackup({ ...rest, couch, clock, onProgress });
    return { ok: true, counts: countsOf(manifest) };
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StoreUnavailable)
      return { ok: false, reason: error.message };
    return { ok: false, reason: String(error instanceof Error ? error.stack : error) };
  } finally {
    await couch?.close();
  }
}

/** So that phones come first where processors are few. */
const NICENESS = 10;

if (parentPort !== null) {
  // Linux means this thread alone; other systems mean the whole process.
  if (process.platform === 'linux') setPriority(0, NICENESS);
  const port = parentPort;
  const post = (message: ThreadMessage) => port.postMessage(message);
  const made = await make(workerData as BackupThreadData, (progress) => post({ progress }));
  post({ ended: made });
}
