import { dirname, join, resolve } from 'node:path';
import { eraseAgain } from '../erased/erase-again.ts';
import { ERASED_FILE, type ErasedIds, readErasedFile, unionOf } from '../erased/erased-file.ts';
import { openErasedRegister } from '../erased/register.ts';
import { openDataStores } from '../start/data-folder.ts';
import { BackupRefused } from './backup-refused.ts';

/** What a restore did about people who were erased since the backup was made. */
export interface ErasedAfterRestore {
  /** Whether a list was found; without one only what the backup itself knows was erased. */
  readonly isListFound: boolean;
  /** Units of which the backup had something. */
  readonly units: readonly string[];
}

/** The lists that are found at these places; `null`: none is. Throws for one that cannot be read. */
async function listsAt(paths: readonly string[]): Promise<ErasedIds | null> {
  const found: ErasedIds[] = [];
  for (const path of new Set(paths.map((each) => resolve(each)))) {
    const list = await readErasedFile(path).catch((error: unknown) => {
      throw new BackupRefused(
        `${path} cannot be read: it says who was erased since. Put a whole one there, or move it away.`,
        { cause: error },
      );
    });
    if (list !== null) found.push(list);
  }
  return found.length === 0 ? null : unionOf(...found);
}

/**
 * Erases in a restored data folder, before any server opens it, what was erased since the backup: by
 * the lists beside it and at `others`, and by what the backup knows itself.
 */
export async function eraseAfterRestore(
  dir: string,
  { file, others }: { file: string; others: readonly string[] },
): Promise<ErasedAfterRestore> {
  const list = await listsAt([join(dirname(file), ERASED_FILE), ...others]);
  const stores = await openDataStores(dir);
  try {
    const register = await openErasedRegister(stores);
    if (list !== null) await register.join(list);
    return { isListFound: list !== null, units: await eraseAgain(stores, register) };
  } finally {
    await stores.close();
  }
}
