import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { PassThrough } from 'node:stream';
import type { LocalBackupBody, LocalBackupLine } from '@crece/contract';
import { CALLS } from '@crece/contract/schemas';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EVERYONE } from '../http/declared-access.ts';
import { refuse } from '../http/errors.ts';
import { hasLocalWord } from '../http/local-word.ts';
import type { Stores } from '../store/document-store.ts';
import { backupInThread } from './backup-in-thread.ts';
import type { Encryption } from './encryption.ts';
import { encryptionFor } from './encryption.ts';

export interface BackupRouteParts {
  readonly localSecret: string;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  readonly config: { readonly dataDir: string };
  readonly stores: Pick<Stores, 'address'>;
}

/** A folder, recognised in another sandbox too: the same name may lead to another one there. */
export async function folderOf(file: string): Promise<LocalBackupBody['folder'] | null> {
  const found = await stat(dirname(file), { bigint: true }).catch(() => null);
  if (found?.isDirectory() !== true) return null;
  return { device: String(found.dev), inode: String(found.ino) };
}

/** Whether this process can write where the command means. */
async function isWithinReach({ file, folder }: LocalBackupBody): Promise<boolean> {
  const own = isAbsolute(file) ? await folderOf(file) : null;
  if (own?.device !== folder.device || own.inode !== folder.inode) return false;
  return access(dirname(file), constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

const encryptionOf = ({ recipients, passphrase }: LocalBackupBody): Encryption | null =>
  passphrase === null ? encryptionFor(recipients) : { passphrase };

async function lastLine(
  body: LocalBackupBody,
  { config, stores, clock, log }: BackupRouteParts,
  signal: AbortSignal,
  say: (line: LocalBackupLine) => void,
): Promise<LocalBackupLine> {
  if (!(await isWithinReach(body))) return { said: 'out-of-reach' };
  const { file, withSecret } = body;
  const made = await backupInThread(
    {
      ...{ dataDir: config.dataDir, stores: stores.address, file, withSecret },
      ...{ encryption: encryptionOf(body), at: clock().toISOString() },
    },
    signal,
    (progress) => say({ said: 'copied', ...progress }),
  );
  if (!made.ok) return { said: 'refused', reason: made.reason };
  log.info({ file, ...made.counts }, 'a backup was made');
  return { said: 'made', counts: made.counts };
}

/**
 * Makes a backup for the command line of this machine, and answers with a line for each step. Who breaks
 * the connection (Ctrl-C) ends it, and so does the stop of the server; nothing of it stays then.
 */
export function backupRoute(app: FastifyInstance, parts: BackupRouteParts): void {
  const stop = new AbortController();
  app.addHook('preClose', async () => stop.abort());
  const refuseOthers = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!hasLocalWord(request, parts.localSecret, 'backup')) return refuse(reply, 'not-found');
    return undefined;
  };
  app.route({
    ...CALLS.localBackup,
    config: { access: EVERYONE },
    onRequest: refuseOthers,
    handler: (request, reply) => {
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const lines = new PassThrough();
      const say = (line: LocalBackupLine) => void lines.write(`${JSON.stringify(line)}\n`);
      const signal = AbortSignal.any([stop.signal, left.signal]);
      lastLine(request.body as LocalBackupBody, parts, signal, say).then(
        (line) => lines.end(`${JSON.stringify(line)}\n`),
        (error: Error) => lines.destroy(error),
      );
      return reply
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .type('application/x-ndjson')
        .send(lines);
    },
  });
}
