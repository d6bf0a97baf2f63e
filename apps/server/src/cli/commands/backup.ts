import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countsOf } from '../../backup/backup-format.ts';
import { BackupRefused, inMegabytes } from '../../backup/backup-refused.ts';
import type { Encryption } from '../../backup/encryption.ts';
import { backupName, backupsToDrop, type KeepRule, keepRuleOf } from '../../backup/kept-backups.ts';
import { makeBackup } from '../../backup/make-backup.ts';
import { readConfig } from '../../start/read-config.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { readSecretFile } from '../secret-file.ts';
import { mistyped, parseTyped } from '../typed-options.ts';

const OPTIONS = {
  recipient: { type: 'string', multiple: true, default: [] as string[] },
  'passphrase-file': { type: 'string' },
  'no-secret': { type: 'boolean', default: false },
  keep: { type: 'string' },
} as const;

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseTyped(() =>
    parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }),
  );
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
  const dropped = backupsToDrop(await readdir(folder), rule);
  for (const name of dropped) await rm(join(folder, name));
  return dropped.length;
}

/** `crece backup`: one file of everything that the server keeps, also while it runs. */
export async function runBackup(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  const rule = ruleOf(options);
  const encryption = await encryptionOf(options);
  const { dataDir, couch } = readConfig();
  if (couch !== null) {
    throw new CliError(
      'With CouchDB the units are backed up by CouchDB’s own means (docs/couchdb.md).',
      1,
    );
  }
  const { target } = options;
  const clock = () => new Date();
  const file = isFolder(target) ? join(target, backupName(clock(), encryption !== null)) : target;
  try {
    const asked = { dataDir, file, encryption, withSecret: !options['no-secret'], clock };
    const counts = countsOf(await makeBackup(asked));
    const dropped = rule === null ? 0 : await sweep(target, rule);
    io.say(
      `${file}: ${inMegabytes(statSync(file).size)}, ${counts.units} units, ${counts.children} children, ${counts.accounts} accounts${
        encryption === null ? ', not encrypted' : ''
      }${dropped === 0 ? '' : `; ${dropped} older backups removed`}.`,
    );
  } catch (error) {
    if (error instanceof BackupRefused) throw new CliError(error.message, 1);
    throw error;
  }
}
