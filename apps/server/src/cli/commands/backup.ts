import { existsSync, rmSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupCounts } from '@crece/contract';
import { countsOf } from '../../backup/backup-format.ts';
import { BackupRefused, inMegabytes } from '../../backup/backup-refused.ts';
import type { Encryption } from '../../backup/encryption.ts';
import { backupName, backupsToDrop, type KeepRule, keepRuleOf } from '../../backup/kept-backups.ts';
import { makeBackup, unfinishedOf } from '../../backup/make-backup.ts';
import type { Config } from '../../start/config.ts';
import { openStores } from '../../start/open-stores.ts';
import { readConfig } from '../../start/read-config.ts';
import { runningServer } from '../../start/running-note.ts';
import { StoreUnavailable } from '../../store/document-store.ts';
import { type AskedOfServer, backupByServer } from '../backup-by-server.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { INTERRUPTED } from '../interruptible.ts';
import { readSecretFile } from '../secret-file.ts';
import { mistyped, readWords } from '../typed-options.ts';

const OPTIONS = {
  recipient: { type: 'string', multiple: true, default: [] as string[] },
  'passphrase-file': { type: 'string' },
  'no-secret': { type: 'boolean', default: false },
  keep: { type: 'string' },
} as const;

const SAID_EVERY_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function readOptions(args: readonly string[]) {
  const { values, positionals } = readWords(args, OPTIONS);
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) {
    throw mistyped('backup needs one file to make, or a folder to put it into.');
  }
  return { ...values, target };
}

type Options = ReturnType<typeof readOptions>;

async function encryptionOf(options: Options): Promise<Encryption | null> {
  const { recipient: recipients, 'passphrase-file': file } = options;
  if (file === undefined) return recipients.length === 0 ? null : { recipients };
  if (recipients.length > 0)
    throw mistyped('--recipient and --passphrase-file exclude each other.');
  return { passphrase: await readSecretFile(file) };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function ruleOf({ keep, target }: Options): KeepRule | null {
  if (keep === undefined) return null;
  const rule = keepRuleOf(keep);
  if (rule === null) throw mistyped('--keep is days, weeks and months, as in 7d,4w,12m.');
  if (!isFolder(target))
    throw mistyped('--keep needs a folder of backups, not the name of one file.');
  return rule;
}

/** Removes what the rule no longer keeps; returns how many. */
async function sweep(folder: string, rule: KeepRule): Promise<number> {
  const dropped = backupsToDrop(await readdir(folder), rule, new Date());
  for (const name of dropped) await rm(join(folder, name));
  return dropped.length;
}

/** Says from time to time how far it is; a short backup is made without a word. */
function sayProgress({ say }: Console): (progress: { done: number; of: number }) => void {
  let saidAt = Date.now();
  return ({ done, of }) => {
    if (Date.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = Date.now();
    say(`${done} of ${of} databases are copied.`);
  };
}

interface Asked extends AskedOfServer {
  readonly config: Config;
  readonly onProgress: (progress: { done: number; of: number }) => void;
}

/** Copies in this process; Ctrl-C leaves nothing behind. */
async function copied(asked: Asked): Promise<BackupCounts> {
  const couch = asked.config.couch === null ? null : await openStores(asked.config);
  const end = (): void => {
    for (const path of unfinishedOf(asked.file)) rmSync(path, { recursive: true, force: true });
    process.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    const { dataDir } = asked.config;
    const clock = () => new Date();
    return countsOf(await makeBackup({ ...asked, dataDir, couch, clock }));
  } finally {
    await couch?.close();
    for (const signal of SIGNALS) process.removeListener(signal, end);
  }
}

/** The running server makes it, so that one process alone reads and writes the databases. */
async function made(asked: Asked): Promise<BackupCounts> {
  const { dataDir } = asked.config;
  const server = existsSync(dataDir) ? await runningServer(dataDir) : null;
  const byServer = server === null ? null : await backupByServer(server, asked, asked.onProgress);
  return byServer ?? (await copied(asked));
}

/** `crece backup`: one file of everything that the server keeps, also while it runs. */
export async function runBackup(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  const rule = ruleOf(options);
  const encryption = await encryptionOf(options);
  const config = readConfig();
  const { target } = options;
  const file = isFolder(target)
    ? join(target, backupName(new Date(), encryption !== null))
    : target;
  const withSecret = !options['no-secret'];
  try {
    const asked = { config, file: resolve(file), encryption, withSecret };
    const counts = await made({ ...asked, onProgress: sayProgress(io) });
    const dropped = rule === null ? 0 : await sweep(target, rule);
    io.say(
      `${file}: ${inMegabytes(statSync(file).size)}, ${counts.units} units, ${counts.children} children, ${counts.accounts} accounts${
        encryption === null ? ', not encrypted' : ''
      }${dropped === 0 ? '' : `; ${dropped} older backups removed`}.`,
    );
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StoreUnavailable)
      throw new CliError(error.message, 1);
    throw error;
  }
}
