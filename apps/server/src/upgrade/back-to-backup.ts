import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ONE_USE_PREFIX } from '../accounts/one-use.ts';
import { SESSION_PREFIX } from '../accounts/sessions.ts';
import { accountsSince } from '../backup/accounts-since.ts';
import type { Manifest } from '../backup/backup-format.ts';
import { BackupRefused } from '../backup/backup-refused.ts';
import type { Key } from '../backup/encryption.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { StoreUnavailable } from '../base/store-unavailable.ts';
import { eraseAgain } from '../erased/erase-again.ts';
import { ErasedAccounts } from '../erased/erased-accounts.ts';
import { ERASED_FILE } from '../erased/erased-file.ts';
import { openErasedRegister } from '../erased/register.ts';
import { eraseAccountsAgain } from '../erasure/erase-account.ts';
import { type FormerState, readDataState } from '../settings/data-version.ts';
import { databasesFolder, openDataStores } from '../start/data-folder.ts';
import { dropCutSwaps, FRESH, swapFolders } from '../start/folder-swap.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE, stakeDBOf } from '../store/store-names.ts';
import { STEPS } from './steps.ts';
import { undoSteps } from './take-steps.ts';

/** What the server loses by going back to a backup. */
export interface Loss {
  readonly madeAt: string;
  /** Version of Crece that made it. */
  readonly build: string;
  readonly writes: number;
  readonly units: number;
  /** Units of which nobody can tell what came: their files are damaged. */
  readonly damaged: readonly string[];
  /** A line for each account that was changed since. */
  readonly accounts: readonly string[];
}

export interface BackAsked {
  readonly file: string;
  readonly key: Key | null;
  /** Of a server that is stopped, and whose lock the caller has. */
  readonly dataDir: string;
  /** Is asked before anything of the present data is touched. */
  readonly mayGoOn: (loss: Loss) => Promise<boolean>;
  readonly clock: () => Date;
  /** Ends it before anything of the present data is touched; nothing is left behind. */
  readonly signal?: AbortSignal;
}

/** Rejects once the signal is given. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/** `null`: it cannot be read, which may be why somebody goes back. */
async function sequenceOf(stores: Stores, name: string): Promise<string | null> {
  try {
    return await stores.sequence(name);
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}

/** How many writes came into how many units since; a unit that was put back since has lost them. */
async function writesSince({ files }: Manifest, newer: Stores) {
  const then = new Map(files.flatMap(({ unit }) => (unit ? [[unit.stakeDB, unit.sequence]] : [])));
  let [writes, units] = [0, 0];
  const damaged: string[] = [];
  for (const name of await newer.names()) {
    const stakeDB = stakeDBOf(name);
    if (stakeDB === null) continue;
    const now = await sequenceOf(newer, name);
    const more = Number(now) - (then.get(stakeDB) ?? 0);
    if (now === null) damaged.push(stakeDB);
    if (now === null || more <= 0) continue;
    writes += more;
    units += 1;
  }
  return { writes, units, damaged };
}

/** Sessions and one-use links that were ended since must not open anything again. */
async function endWhatWasEnded(restored: Stores, newer: Stores): Promise<void> {
  const [then, now] = [await restored.open(ACCOUNTS_DATABASE), await newer.open(ACCOUNTS_DATABASE)];
  for (const prefix of [SESSION_PREFIX, ONE_USE_PREFIX]) {
    for await (const { _id, _rev } of then.listLocal(prefix)) {
      const isOpen = (await now.readLocal(_id)) !== null;
      if (!isOpen) await then.writeLocal({ _id, _rev, _deleted: true });
    }
  }
}

const erasedAccountsOf = async (stores: Stores) =>
  new ErasedAccounts(await stores.open(ACCOUNTS_DATABASE));

/** Whoever was erased since stays erased, with the day and who it was. */
async function eraseWhatWasErased(
  { restored, newer }: { restored: Stores; newer: Stores },
  dataDir: string,
  clock: () => Date,
): Promise<void> {
  const [then, now] = [await openErasedRegister(restored), await openErasedRegister(newer)];
  for (const erasure of await now.all()) await then.enter({ ...erasure, state: 'begun' });
  await eraseAgain(restored, then);
  const [kept, known] = [await erasedAccountsOf(restored), await erasedAccountsOf(newer)];
  for (const account of await known.all()) await kept.enter({ ...account, state: 'begun' });
  await eraseAccountsAgain({ stores: restored, dataDir, clock });
}

/** A backup before an upgrade was made by the new build, of data that the former one wrote. */
async function asFormerBuild(stores: Stores, dataDir: string, clock: () => Date) {
  const kept = await readDataState(await stores.open(ACCOUNTS_DATABASE));
  if (kept === null || kept.state.mayStep) return null;
  return undoSteps({ stores, dataDir, clock, steps: STEPS, say: () => undefined });
}

/**
 * Puts the data of a backup in the place of the present data, which stays aside in the data folder.
 * Returns where that is, and which build the data is for if it was made before an upgrade; `null`: the
 * answer was no, and nothing was changed.
 */
export async function rollBackTo(
  asked: BackAsked,
): Promise<{ aside: string; former: FormerState | null } | null> {
  const { file, key, dataDir, mayGoOn, clock, signal } = asked;
  if (!existsSync(databasesFolder(dataDir))) {
    throw new BackupRefused(`${dataDir} holds no databases of Crece: use "crece restore".`);
  }
  dropCutSwaps(dataDir);
  const moment = clock().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const [fresh, aside] = [`${FRESH}${moment}`, `replaced-${moment}`];
  const dir = join(dataDir, fresh);
  let isSwapping = false;
  try {
    const manifest = await restoreBackup({
      ...{ file, key, dir, keepSessions: true, clock },
      ...(signal === undefined ? {} : { signal }),
      lists: [join(dataDir, ERASED_FILE)],
    });
    // Most of these mails were sent since.
    await rm(join(dir, 'outbox'), { recursive: true, force: true });
    const restored = await openDataStores(dir);
    const newer = await openDataStores(dataDir);
    let former: FormerState | null;
    try {
      const counted = await writesSince(manifest, newer);
      const accounts = await accountsSince(restored, newer);
      const { madeAt, product: build } = manifest;
      const answer = mayGoOn({ madeAt, build, accounts, ...counted });
      if (!(await Promise.race([answer, aborted(signal)]))) return null;
      await endWhatWasEnded(restored, newer);
      await eraseWhatWasErased({ restored, newer }, dir, clock);
      former = await asFormerBuild(restored, dir, clock);
    } finally {
      await restored.close();
      await newer.close();
    }
    signal?.throwIfAborted();
    isSwapping = true;
    swapFolders(dataDir, basename(dir), aside);
    return { aside: join(dataDir, aside), former };
  } finally {
    if (!isSwapping) await rm(dir, { recursive: true, force: true });
  }
}
