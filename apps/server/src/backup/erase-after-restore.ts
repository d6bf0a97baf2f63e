import { dirname, join, resolve } from 'node:path';
import { eraseAgain, type OnFailedUnit } from '../erased/erase-again.ts';
import { ErasedAccounts } from '../erased/erased-accounts.ts';
import {
  ERASED_FILE,
  type ErasedAccountNames,
  type ErasedIds,
  readErasedAccounts,
  readErasedFile,
  unionOf,
} from '../erased/erased-file.ts';
import { openErasedRegister } from '../erased/register.ts';
import { eraseAccountsAgain } from '../erasure/erase-account.ts';
import { openDataStores } from '../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { BackupRefused } from './backup-refused.ts';

/** What a restore did about people who were erased since the backup was made. */
export interface ErasedAfterRestore {
  /** Whether a list was found; without one only what the backup itself knows was erased. */
  readonly isListFound: boolean;
  /** Units of which the backup had something. */
  readonly units: readonly string[];
}

interface Lists {
  readonly ids: ErasedIds;
  readonly accounts: ErasedAccountNames;
}

/** The lists that are found at these places; `null`: none is. Throws for one that cannot be read. */
async function listsAt(paths: readonly string[]): Promise<Lists | null> {
  const found: Lists[] = [];
  for (const path of new Set(paths.map((each) => resolve(each)))) {
    const read = async () => {
      const ids = await readErasedFile(path);
      return ids === null ? null : { ids, accounts: await readErasedAccounts(path) };
    };
    const list = await read().catch((error: unknown) => {
      throw new BackupRefused(
        `${path} cannot be read: it says who was erased since. Put a whole one there, or move it away.`,
        { cause: error },
      );
    });
    if (list !== null) found.push(list);
  }
  if (found.length === 0) return null;
  return {
    ids: unionOf(...found.map(({ ids }) => ids)),
    accounts: new Map(found.flatMap(({ accounts }) => [...accounts])),
  };
}

/**
 * Erases in a restored data folder, before any server opens it, what was erased since the backup: by
 * the lists beside it and at `others`, and by what the backup knows itself.
 *
 * @param stakeDB the unit that was exchanged alone: another one may be damaged, which the start of the
 * server, or its own rebuild, makes up for
 */
export async function eraseAfterRestore(
  dir: string,
  asked: { file: string; others: readonly string[]; clock: () => Date; stakeDB?: string },
): Promise<ErasedAfterRestore> {
  const { file, others, clock, stakeDB } = asked;
  const onFailed: OnFailedUnit = (failed, error) => {
    if (stakeDB === undefined || failed === stakeDB) throw error;
  };
  const list = await listsAt([join(dirname(file), ERASED_FILE), ...others]);
  const stores = await openDataStores(dir);
  try {
    const register = await openErasedRegister(stores);
    if (list !== null) await register.join(list.ids);
    const units = await eraseAgain(stores, register, onFailed);
    const accounts = new ErasedAccounts(await stores.open(ACCOUNTS_DATABASE));
    if (list !== null) await accounts.join(list.accounts);
    await eraseAccountsAgain({ stores, dataDir: dir, clock });
    return { isListFound: list !== null, units };
  } finally {
    await stores.close();
  }
}
