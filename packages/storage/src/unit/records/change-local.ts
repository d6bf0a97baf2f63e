import { StorageError } from '../../base/storage-error.ts';
import type { Document, UnitRecords, WriteDurability } from './unit-records.ts';

/** Another tab may write the same document at that moment, but hardly ever several times in a row. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a local document as it is stored at that moment, and once more where another tab wrote it
 * in between.
 *
 * @param change the new content for what is stored; null leaves it as it is
 */
export async function changeLocal(
  records: Pick<UnitRecords, 'readLocal' | 'writeLocal'>,
  id: string,
  change: (stored: Document | null) => object | null | Promise<object | null>,
  durability?: WriteDurability,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await records.readLocal(id);
    const content = await change(stored);
    if (content === null) return;
    const rev = stored?._rev === undefined ? {} : { _rev: stored._rev };
    try {
      await records.writeLocal(id, { ...rev, ...content }, durability);
      return;
    } catch (error) {
      const isRace = error instanceof StorageError && error.code === 'conflict';
      if (!isRace || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
