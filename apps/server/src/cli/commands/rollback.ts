import { BackupRefused } from '../../backup/backup-refused.ts';
import type { Key } from '../../backup/encryption.ts';
import { buildInWords, type FormerState } from '../../settings/data-version.ts';
import type { Config } from '../../start/config.ts';
import { finishUnitRestores } from '../../start/cut-unit-restores.ts';
import { databasesFolder } from '../../start/data-folder.ts';
import { lockDataFolder } from '../../start/data-folder-lock.ts';
import { readConfig } from '../../start/read-config.ts';
import type { Stores } from '../../store/document-store.ts';
import { type Loss, rollBackTo } from '../../upgrade/back-to-backup.ts';
import { STEPS } from '../../upgrade/steps.ts';
import { undoSteps } from '../../upgrade/take-steps.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { firstLine } from '../first-line.ts';
import { interruptible } from '../interruptible.ts';
import { backupKeyOf, KEY_OPTIONS } from '../key-options.ts';
import { readTyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  ...KEY_OPTIONS,
  'to-backup': { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const;

/** The build that the data is for now; the one before the steps is known by its day only. */
function startThat(former: FormerState): string {
  return former.build === null
    ? 'Start the build that you had before; 7c1746aa of 23 November 2026 is the oldest that reads it.'
    : `Start ${buildInWords(former.build)} on it.`;
}

async function inPlace(stores: Stores, { dataDir }: Config, { say }: Console): Promise<void> {
  const former = await undoSteps({
    ...{ stores, dataDir, steps: STEPS, clock: () => new Date() },
    say: ({ name }) => say(`Undone: ${name}.`),
  });
  if (former === null) {
    throw new CliError(
      'There is no way back in place: the upgrade is finished, or there was none. A backup leads back: "crece rollback --to-backup FILE".',
      1,
    );
  }
  say(`The data is as the build before wrote it, with every record. ${startThat(former)}`);
}

const inNumbers = (count: number, one: string, more: string) =>
  `${count} ${count === 1 ? one : more}`;

function sayLoss(loss: Loss, say: Console['say']): void {
  const { writes, units, damaged, accounts, madeAt, build } = loss;
  say(
    `The backup is of ${madeAt}, by Crece ${build}. Since then ${inNumbers(writes, 'write', 'writes')} came in ${inNumbers(units, 'unit', 'units')}; the server loses them, and phones bring back what they still have.`,
  );
  if (damaged.length > 0) {
    say(`What came into ${damaged.join(', ')} cannot be told: the file is damaged.`);
  }
  if (accounts.length === 0) return;
  say('Accounts that were changed since are as they were then:');
  for (const line of accounts) say(`  ${line}`);
}

async function toBackup(file: string, key: Key | null, isYes: boolean, io: Console): Promise<void> {
  const { dataDir } = readConfig();
  const mayGoOn = async (loss: Loss): Promise<boolean> => {
    sayLoss(loss, io.say);
    if (isYes) return true;
    io.say('Type "yes" to go back to it:');
    return (await firstLine(io.input, 'answer')).trim().toLowerCase() === 'yes';
  };
  const clock = () => new Date();
  const done = await interruptible(io, (signal) =>
    rollBackTo({ file, key, dataDir, mayGoOn, clock, signal }),
  );
  if (done === null) throw new CliError('Nothing was changed.', 1);
  io.say(
    `The data is as it was then. What was there lies in ${done.aside}: delete it when it is not needed any more.`,
  );
  if (done.former !== null) io.say(startThat(done.former));
}

/** `crece rollback`: the data as the build before left it, with every record; or as in a backup. */
export async function runRollback(args: readonly string[], io: Console): Promise<void> {
  const options = readTyped(args, OPTIONS);
  const { couch, dataDir } = readConfig();
  const unlock = couch === null ? lockDataFolder(dataDir) : () => undefined;
  try {
    if (couch === null) finishUnitRestores(databasesFolder(dataDir));
    const file = options['to-backup'];
    if (file !== undefined) await toBackup(file, await backupKeyOf(options), options.yes, io);
    else {
      await withStores({ mayBeNew: false }, (stores, config) => inPlace(stores, config, io));
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw new CliError(error.message, 1);
    throw error;
  } finally {
    unlock();
  }
}
