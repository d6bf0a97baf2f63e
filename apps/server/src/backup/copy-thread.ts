// The thread in which databases are copied and checked, one after the other, while those before them
// are packed.
import { parentPort } from 'node:worker_threads';
import { systemCode } from '../base/start-error.ts';
import { BackupRefused } from './backup-refused.ts';
import { type CopiedDatabase, copyDatabase } from './copy-database.ts';

export interface CopyAsked {
  readonly path: string;
  readonly to: string;
  /** What the sentence of a refusal calls it. */
  readonly name: string;
}

export type CopyAnswer =
  | { readonly ok: true; readonly copied: CopiedDatabase }
  /** An error loses its class and its code on the way between threads. */
  | {
      readonly ok: false;
      readonly isRefused: boolean;
      readonly message: string;
      readonly code: string;
    };

function answerTo({ path, to, name }: CopyAsked): CopyAnswer {
  try {
    return { ok: true, copied: copyDatabase(path, to, name) };
  } catch (error) {
    const isRefused = error instanceof BackupRefused;
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, isRefused, message, code: systemCode(error) };
  }
}

const port = parentPort;
port?.on('message', (asked: CopyAsked) => port.postMessage(answerTo(asked)));
