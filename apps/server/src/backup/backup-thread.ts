// The thread in which the server makes its nightly backup.
import { parentPort, workerData } from 'node:worker_threads';
import { countsOf } from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { makeBackup } from './make-backup.ts';

export interface BackupThreadData {
  readonly dataDir: string;
  readonly file: string;
  readonly recipients: readonly string[];
  /** The instant of the backup. */
  readonly at: string;
  /** See `BackupAsked`. */
  readonly isInside?: boolean;
}

export type BackupOfThread =
  | { readonly ok: true; readonly counts: ReturnType<typeof countsOf> }
  /** In a sentence, for the log. */
  | { readonly ok: false; readonly reason: string };

async function make({ at, recipients, ...rest }: BackupThreadData): Promise<BackupOfThread> {
  try {
    const encryption = recipients.length === 0 ? null : { recipients };
    const clock = () => new Date(at);
    const manifest = await makeBackup({ ...rest, encryption, withSecret: true, clock });
    return { ok: true, counts: countsOf(manifest) };
  } catch (error) {
    if (error instanceof BackupRefused) return { ok: false, reason: error.message };
    return { ok: false, reason: String(error instanceof Error ? error.stack : error) };
  }
}

if (parentPort !== null) parentPort.postMessage(await make(workerData as BackupThreadData));
